"""The programs and examples in docs/bots.md play as they are printed there."""

import re
import shutil
import sys
from pathlib import Path

import pytest

from railhead.arena.games import Job, play_job
from railhead.boards import load

TEXT = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def test_the_first_example_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)[0], "docs/bots.md", "exec"), {})
    assert capsys.readouterr().out.strip() in ("[0]", "[1]", "[0, 1]")


@pytest.mark.parametrize(("language", "command"), [("python", sys.executable), ("javascript", shutil.which("node"))])
def test_a_documented_program_plays_whole_games(language: str, command: str | None, tmp_path: Path) -> None:
    if command is None:
        pytest.skip(f"nothing here runs {language}")
    code = next(code for code in re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL) if code.startswith("#!"))
    program = tmp_path / "bot"
    program.write_text(code, encoding="utf-8")
    name = f"cmd:{command} {program}"
    rows = play_job(load("europe"), Job(2, 0, (name, "one-step"), 1, timed=False))
    assert [row.forfeits for row in rows if row.bot == name] == [0, 0]
