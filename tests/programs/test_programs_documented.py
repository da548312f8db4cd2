"""docs/programs.md names everything that a program is told."""

import io
import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from railhead.bots.player import FaultKind
from railhead.programs import protocol
from railhead.words import PHASES, Event, Seat, SeatView, UnderWay

TEXT = (Path(__file__).parents[2] / "docs" / "programs.md").read_text(encoding="utf-8")


def test_every_phase_field_event_and_fault_is_described() -> None:
    structs = (
        SeatView,
        Seat,
        UnderWay,
        protocol.Hello,
        protocol.Question,
        protocol.Refused,
        protocol.Result,
        protocol.Clock,
    )
    fields = {field.encode_name for struct in structs for field in msgspec.structs.fields(struct)}
    events = get_args(Event)
    fields |= {field.encode_name for event in events[:-1] for field in msgspec.structs.fields(event)}
    kinds = {str(event.__struct_config__.tag) for event in events}
    wanted = {*PHASES, *get_args(FaultKind), *fields, *kinds}
    assert sorted(word for word in wanted if not re.search(rf'[`"]{word}\b', TEXT)) == []


def test_the_example_answers_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    code = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)[0]
    hello = {
        "t": "hello",
        "seat": 0,
        "players": 2,
        "game": "usa",
        "board": {"routes": []},
        "tickets": [],
        "seed": 1,
        "clock": {},
    }
    asked = {
        "t": "move",
        "number": 1,
        "view": {},
        "legal": ["draw", "claim a-b with 1 red"],
        "events": [],
        "seconds": 5,
        "left": None,
    }
    lines = io.StringIO("".join(json.dumps(line) + "\n" for line in (hello, asked, {"t": "bye"})))
    said = io.StringIO()
    monkeypatch.setattr("sys.stdin", lines)
    monkeypatch.setattr("sys.stdout", said)
    exec(compile(code, "docs/programs.md", "exec"), {})
    answers = [json.loads(line) for line in said.getvalue().splitlines()]
    assert answers == [{"t": "ready", "protocol": 2}, {"move": "claim a-b with 1 red", "number": 1}]
