"""Records are declared once: what the checker is told of a field is what NumPy makes of it."""

import typing

import numpy as np
import pytest

from railhead.bots.deciding import COURSE, CourseRecord
from railhead.bots.mind import MIND, MindRecord
from railhead.bots.planner.weights import Weights
from railhead.kernel import records
from railhead.kernel.declaring import Cube, Field, Record, Row, Table, Word, fields_of

DECLARED = {
    records.BoardRecord: records.BOARD,
    records.GameRecord: records.GAME,
    records.ScoreRecord: records.SCORE,
    records.WorkRecord: records.WORK,
    records.Trace: records.TRACE,
    records.PlayerRecord: records.PLAYER,
    records.CountsRecord: records.COUNTS,
    CourseRecord: COURSE,
    MindRecord: MIND,
}
DIMENSIONS = {Row: 1, Table: 2, Cube: 3}
NUMBERS = {int: "i", Word: "u", float: "f"}


@pytest.mark.parametrize("declared", DECLARED, ids=lambda declared: str(declared.__name__))
def test_a_declared_field_is_what_it_says(declared: type[Record]) -> None:
    kind = DECLARED[declared]
    assert {name for name, *_ in fields_of(declared)} == {name for name in kind.names or () if name != "spare"}
    for name, hint in typing.get_type_hints(declared).items():
        field = vars(declared)[name]
        assert isinstance(field, Field), name
        parts = typing.get_args(hint)
        assert len(field.shape) == DIMENSIONS.get(typing.get_origin(hint) or hint, 0), name
        number = parts[0] if parts else hint
        if number in NUMBERS:
            assert kind[name].base.kind == NUMBERS[number], name
        else:
            assert issubclass(number, Record | Weights), name


def test_a_record_has_no_fields_but_the_declared_ones() -> None:
    game = np.zeros(1, records.GAME)[0]
    assert game.phase == 0
    with pytest.raises(AttributeError):
        _ = game.phaes
