"""Lessons in the terminal: the same as in the page, told line by line."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from railhead.game import Game
from railhead.game.moves import parse
from railhead.lessons import LEARNER, LESSONS, Lesson, asked, find, judged, rival_move, told
from railhead.text.commands import spelled, understood, words_of
from railhead.text.terminal import Chooser, Terminal, bot_move, person, tell_all

Adviser = Callable[[Game], str]  # what would be good, in words


def learn(terminal: Terminal, choosers: Callable[[Game, str], Chooser], advise: Adviser) -> None:
    """Let somebody choose lessons and play them, until they have enough."""
    while True:
        terminal.tell("learn.title")
        for number, name in enumerate(LESSONS, 1):
            terminal.say(f"{number}. {terminal.spoken.say(f'learn.{name}')}")
        chosen = _chosen(terminal)
        lesson = find(chosen) if chosen else None
        if chosen is None or lesson is None:
            return
        game = lesson.begin(_names(lesson, terminal))
        if not teach(lesson, chosen, game, terminal, choosers(game, lesson.level), advise):
            terminal.tell("terminal.leave")
            return


def _chosen(terminal: Terminal) -> str | None:
    """The lesson that is wanted; None for none."""
    while True:
        try:
            line = terminal.ask(f"{terminal.spoken.say('coach.choose', **words_of(terminal.spoken))} ").strip()
        except (EOFError, KeyboardInterrupt):
            return None
        if understood(terminal.spoken, line) == "quit":
            return None
        if line.isdecimal() and 1 <= int(line) <= len(LESSONS):
            return LESSONS[int(line) - 1]
        if line in LESSONS:
            return line


def _names(lesson: Lesson, terminal: Terminal) -> list[str]:
    """Whoever learns, and the rivals after their level."""
    say = terminal.spoken.say
    rivals = [say("bot.numbered", name=say(f"level.{lesson.level}"), n=number) for number in range(1, lesson.players)]
    return [say("name.me"), *rivals]


def teach(lesson: Lesson, name: str, game: Game, terminal: Terminal, choose: Chooser, advise: Adviser) -> bool:
    """Play a lesson to its end; False if whoever learns has left."""
    made: Counter[int] = Counter()
    said: list[str] = []

    def answered(game: Game, line: str) -> bool:
        """What the lesson has to say of a line: a hint, or that another move is asked for."""
        if line == terminal.spoken.say("coach.hint"):
            terminal.say(advise(game))
            return True
        decisions = game.decisions_of(parse(line))
        move = next(one for one, parts in game.spelled(decisions[0]) if parts == decisions)
        wrong = judged(lesson, made[LEARNER], game, move)
        if wrong:
            terminal.tell(wrong)
        return wrong is not None

    taught = replace(terminal, answered=answered)
    while True:
        now = told(lesson, name, made[LEARNER], game)
        if now.say != said and (game.to_move in (LEARNER, None) or now.done):
            said = now.say
            for key in said:
                terminal.tell(key)
        if game.over or now.done:
            return True
        seat = game.to_move
        assert seat is not None
        if seat != LEARNER:
            tell_all(game, _rival(lesson, seat, made[seat], game, choose), LEARNER, terminal)
        else:
            wanted = asked(lesson, made[LEARNER], game)
            if wanted:
                terminal.tell("coach.type", move=spelled(terminal.spoken, wanted[0]))
            if not person(game, seat, taught, LEARNER):
                return False
        made[seat] += 1


def _rival(lesson: Lesson, seat: int, made: int, game: Game, choose: Chooser) -> str:
    decisions = rival_move(lesson, seat, made, game)
    if decisions is None:
        return bot_move(game, choose)
    return next(str(move) for move, parts in game.spelled(decisions[0]) if parts == decisions)
