"""The programs in docs/bots.md play as they are printed there."""

import re
import shutil
import sys
from pathlib import Path

import pytest

from railhead.arena.games import Job, play_job
from railhead.boards import load

TEXT = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("language", "command"), [("python", sys.executable), ("javascript", shutil.which("node"))])
def test_a_documented_program_plays_whole_games(language: str, command: str | None, tmp_path: Path) -> None:
    if command is None:
        pytest.skip(f"nothing here runs {language}")
    code = next(code for code in re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL) if code.startswith("#!"))
    program = tmp_path / "bot"
    program.write_text(code, encoding="utf-8")
    name = f"cmd:{command} {program}"
    rows = play_job(load("europe"), Job(2, 0, (name, "one-step"), 1, timed=False))
    assert [row[13] for row in rows if row[4] == name] == [0, 0]
