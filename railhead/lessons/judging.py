"""What counts in a lesson, and what is said of it."""

from railhead.game import Game
from railhead.game.moves import MoveError, parse
from railhead.lessons.lesson import LEARNER, Lesson, Step
from railhead.words import KINDS, WORDS, LessonStep, Move


def pattern(text: str) -> Move:
    """A move as a lesson writes it: a whole one, or a word alone for all moves of that word."""
    for word in WORDS:
        if text == word:
            return Move(word)
    return parse(text)


def fits(game: Game, wanted: Move, move: Move) -> bool:
    """Is this legal move one of those that are wanted?"""
    if wanted.word != move.word:
        return False
    if wanted.word == "take" and wanted.colour and KINDS[int(game.record.row[move.slot - 1])] != wanted.colour:
        return False
    same = (
        (wanted.place, move.place),
        (wanted.slot, move.slot),
        (wanted.kept, move.kept),
        (wanted.colour if wanted.word == "build" else "", move.colour),
    )
    paid = all(
        move.cards.get(kind, 0) == count if count else kind in move.cards for kind, count in wanted.cards.items()
    )
    return paid and all(not given or given == made for given, made in same)


def step_at(lesson: Lesson, made: int) -> Step | None:
    """The step after so many moves of the learner."""
    return lesson.steps[made] if made < len(lesson.steps) else None


def asked(lesson: Lesson, made: int, game: Game) -> list[Move]:
    """The legal moves that count now; none where nothing is asked, or nothing of what is asked can be done any more."""
    step = step_at(lesson, made)
    if step is None or game.to_move != LEARNER:
        return []
    wanted = [pattern(text) for text in step.ask]
    return [move for move in game.moves() if any(fits(game, one, move) for one in wanted)]


def judged(lesson: Lesson, made: int, game: Game, move: Move) -> str | None:
    """The key of what is said of a legal move that is not what is asked; None for one that counts."""
    step, counting = step_at(lesson, made), asked(lesson, made, game)
    if step is None or not counting or move in counting:
        return None
    for wrong in step.wrong:
        if not wrong.when or any(fits(game, pattern(text), move) for text in wrong.when):
            return wrong.say
    raise ValueError(f"a lesson has no word for {move}")


def told(lesson: Lesson, name: str, made: int, game: Game) -> LessonStep:
    """What is told and asked after so many moves of the learner; what is asked is named as the lesson writes it."""
    step = step_at(lesson, made)
    ask = [pattern(text) for text in step.ask] if step else []
    if game.to_move == LEARNER:
        legal = game.moves()
        ask = [one for one in ask if any(fits(game, one, move) for move in legal)]
    return LessonStep(
        name=name,
        step=min(made, len(lesson.steps)),
        steps=len(lesson.steps),
        say=step.say if step else [_last_word(lesson, game)],
        ask=ask,
        mark=step.mark if step else [],
        done=step is None and (game.over or not lesson.free),
    )


def _last_word(lesson: Lesson, game: Game) -> str:
    """What is said after all steps."""
    if game.over and lesson.won:
        return lesson.won if LEARNER in game.score().winners else lesson.lost
    return lesson.last if game.record.turns_left and lesson.last else lesson.end


def rival_move(lesson: Lesson, seat: int, made: int, game: Game) -> list[int] | None:
    """The decisions that the lesson has for a rival after so many of its moves; None where it is to play freely."""
    moves = lesson.rivals.get(seat, [])
    if made >= len(moves):
        return None
    try:
        return game.decisions_of(parse(moves[made]))
    except MoveError:  # the learner went another way
        return None
