"""A puzzle in the terminal: the position in words, as many tries as wanted, and what is best with its chances."""

import datetime

from railhead.game.moves import MoveError, parse
from railhead.puzzles import GAMES, Puzzle, of_day, puzzles
from railhead.text.commands import understood
from railhead.text.facts import game_name, ticket_text, view_text
from railhead.text.refusals import sentence
from railhead.text.reviews import move_text, percent
from railhead.text.terminal import Terminal, moves_text
from railhead.words import LEVELS, PuzzleSolution

LEAST_SHOWN = 0.01  # an error that is smaller is told as this


def wanted(game: str | None, number: int) -> Puzzle:
    """A puzzle by its game and number, or the one of the day."""
    if game is None:
        return of_day(datetime.datetime.now(datetime.UTC).date())
    some = puzzles(game)
    if not some:
        raise ValueError(f"there are no puzzles of {game!r}; there are of {', '.join(GAMES)}")
    if number > len(some):
        raise ValueError(f"there are {len(some)} puzzles of {game}, and number {number} was asked for")
    return some[number - 1]


def ask(puzzle: Puzzle, terminal: Terminal) -> bool:
    """Ask until the best decision is found, or the answer asked for by an empty line; False where somebody left."""
    spoken, game = terminal.spoken, puzzle.position()
    setting, seat = game.setting, game.to_move
    assert seat is not None
    view = game.view(seat)
    number = puzzles(puzzle.game).index(puzzle) + 1 if puzzle in puzzles(puzzle.game) else 0
    terminal.tell("puzzles.number", game=game_name(spoken, setting), n=number)
    terminal.tell("puzzles.hard", n=puzzle.hard, all=len(LEVELS))
    terminal.say(view_text(setting, view, spoken))
    for place, ticket in enumerate(view.offer, 1):
        terminal.tell("see.offered", n=place, ticket=ticket_text(spoken, setting, ticket))
    terminal.tell("puzzle.type")
    while True:
        try:
            typed = terminal.ask(f"{spoken.say('puzzle.ask')} ").strip()
        except (EOFError, KeyboardInterrupt):
            return False
        match understood(spoken, typed) if typed else "":
            case "quit":
                return False
            case "moves":
                terminal.say(moves_text(game, spoken))
            case "look":
                terminal.say(view_text(setting, view, spoken))
            case "":
                _tell(puzzle, puzzle.solution(game), terminal)
                return True
            case said:
                try:
                    decision = game.decisions_of(parse(said))[0]
                except MoveError as error:
                    terminal.say(sentence(error, spoken))
                    continue
                answer = puzzle.answer(game, decision)
                tried = move_text(spoken, game, game.spelled(decision)[0][0])
                key = "review.try.best" if answer.right else "review.try.more"
                terminal.tell(key, move=tried, chance=percent(spoken, answer.chance or 0.0))
                if answer.solution:
                    _tell(puzzle, answer.solution, terminal)
                    return True


def _tell(puzzle: Puzzle, solution: PuzzleSolution, terminal: Terminal) -> None:
    """What is best, and what is next to it."""
    spoken, game = terminal.spoken, puzzle.position()
    for place, one in enumerate(solution.best):
        key = "review.also" if place else "puzzle.best"
        terminal.tell(key, move=move_text(spoken, game, one.move), chance=percent(spoken, one.chance))
    best, following = solution.best[0].chance, solution.best[1].chance
    sure = percent(spoken, max(solution.sure, LEAST_SHOWN))
    terminal.tell("puzzle.lead", lead=percent(spoken, best - following), sure=sure)
    terminal.tell("puzzle.missed", levels=", ".join(spoken.say(f"level.{level}") for level in solution.missed))
