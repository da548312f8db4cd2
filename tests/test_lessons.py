"""Lessons on the real rules, played by somebody who does only what they say, and by somebody who tries everything else first."""

import json
import re
from pathlib import Path

import msgspec
import pytest

import railhead
from railhead.game import Game
from railhead.lessons import LEARNER, LESSONS, Lesson, asked, find, judged, rival_move, told
from railhead.lessons.judging import fits

TEXTS = json.loads((Path(railhead.__file__).parent / "text" / "lessons" / "en.json").read_text(encoding="utf-8"))


def lesson_of(name: str) -> Lesson:
    found = find(name)
    assert found is not None
    return found


class Course:
    """A lesson going on: what the server and the terminal do with it."""

    def __init__(self, name: str) -> None:
        self.lesson, self.game = lesson_of(name), lesson_of(name).begin()
        self.made = [0] * self.game.players
        self.rivals()

    def rivals(self) -> None:
        """The rivals play as the lesson says; that it is the learner's turn again shows that it says enough."""
        while not self.game.over and (seat := self.game.to_move) not in (LEARNER, None):
            decisions = rival_move(self.lesson, seat, self.made[seat], self.game)
            if decisions is None:
                return
            self.game.perform(decisions)
            self.made[seat] += 1

    def step(self) -> None:
        """Do what is asked."""
        self.game.play(asked(self.lesson, self.made[LEARNER], self.game)[0])
        self.made[LEARNER] += 1
        self.rivals()


@pytest.mark.parametrize("name", LESSONS)
def test_whoever_does_what_a_lesson_asks_comes_to_its_end(name: str) -> None:
    course = Course(name)
    for number, step in enumerate(course.lesson.steps):
        game, now = course.game, told(course.lesson, name, number, course.game)
        assert game.to_move == LEARNER
        assert now.say == step.say and now.step == number and not now.done
        assert now.ask and all(any(fits(game, one, move) for move in game.moves()) for one in now.ask)
        course.step()
    end = told(course.lesson, name, len(course.lesson.steps), course.game)
    assert end.say == [course.lesson.end] and end.ask == [] and end.done != course.lesson.free


@pytest.mark.parametrize("name", LESSONS)
def test_every_other_move_has_its_word_and_every_word_its_move(name: str) -> None:
    course = Course(name)
    for number, step in enumerate(course.lesson.steps):
        counting = asked(course.lesson, number, course.game)
        said = {str(move): judged(course.lesson, number, course.game, move) for move in course.game.moves()}
        assert {move for move, word in said.items() if word is None} == {str(move) for move in counting}
        assert set(said.values()) - {None} == {wrong.say for wrong in step.wrong}, f"step {number + 1}"
        course.step()


@pytest.mark.parametrize("name", LESSONS)
def test_what_is_shown_is_on_the_board(name: str) -> None:
    lesson, setting = lesson_of(name), lesson_of(name).begin().setting
    there = {*setting.route_numbers, *setting.city_numbers, *setting.ticket_numbers}
    assert {place for step in lesson.steps for place in step.mark} <= there


def test_every_text_is_told_and_every_told_text_is_there() -> None:
    told_keys = {key for name in LESSONS for key in lesson_of(name).texts()}
    named = {f"learn.{name}{end}" for name in LESSONS for end in ("", ".about")}
    assert {key for key in TEXTS if key.startswith("lesson.")} == told_keys
    assert named <= set(TEXTS)


def test_names_in_the_texts_are_those_of_the_boards() -> None:
    """A text may name a route or a ticket only as the board does, from either end."""
    for name in LESSONS:
        lesson = lesson_of(name)
        setting = lesson.begin().setting
        names = setting.place_names
        ends = [(one.a, one.b) for one in setting.routes] + [(one.a, one.b) for one in setting.tickets]
        pairs = {frozenset((names[a], names[b])) for a, b in ends}
        known = "|".join(sorted(map(re.escape, set(names.values())), key=len, reverse=True))
        for key in lesson.texts():
            for first, second in re.findall(rf"({known}) – ({known})", TEXTS[key]):
                assert frozenset((first, second)) in pairs, key
            assert TEXTS[key].count(" – ") == len(re.findall(rf"(?:{known}) – (?:{known})", TEXTS[key])), key


def test_a_lesson_traps_nobody() -> None:
    """Where nothing of what is asked can be done, since a bot played or the file is wrong, anything counts."""
    lesson = lesson_of("cards")
    game = lesson.begin()
    assert asked(lesson, 2, game)  # an open locomotive could be taken now, too
    game.play("take locomotive")
    game.play("draw")
    game.play("draw")
    later = msgspec.structs.replace(lesson, steps=[msgspec.structs.replace(lesson.steps[0], ask=["keep 1"])])
    assert asked(later, 0, game) == []
    assert judged(later, 0, game, game.moves()[0]) is None
    assert told(later, "cards", 0, game).ask == []


def test_rivals_play_freely_where_the_lesson_went_another_way() -> None:
    lesson = lesson_of("first")
    game = lesson.begin()
    assert rival_move(lesson, 1, 99, game) is None
    assert rival_move(lesson, 1, 1, game) is None  # `draw`, while tickets are chosen


@pytest.mark.parametrize("lesson", ['{"position": {}, "seed": 1}', "{}", '{"seed": 1, "nonsense": 2}'])
def test_a_file_that_is_no_lesson_is_refused(lesson: str) -> None:
    usual = {"game": "usa", "players": 2, "minutes": 1, "steps": [], "end": "x"}
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(json.dumps(usual | json.loads(lesson)), type=Lesson)


def test_the_first_game_can_be_won_by_following_hints() -> None:
    """Against the bots of its level, with the moves that a usual bot would make: beginners make worse ones, and rivals are far behind."""
    from railhead.bots import sit
    from railhead.bots.player import lots

    course = Course("first")
    for _ in course.lesson.steps:
        course.step()
    game: Game = course.game
    while not game.over:
        level = "medium" if game.to_move == LEARNER else course.lesson.level
        assert game.to_move is not None
        seen = game.veiled(game.to_move)
        game.apply(sit(level, game.setting, lots(seen))(seen))
    score = game.score()
    assert score.winners == [LEARNER]
    assert {"los-angeles-seattle", "phoenix-portland"} <= set(score.scores[LEARNER].completed)
    assert told(course.lesson, "first", 99, game).say == ["lesson.first.won"]
