"""The documents' examples run as they are printed, only smaller; the tables are those of the code."""

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from railhead.boards import load
from railhead.bots import neural
from railhead.envs import actions, document

DOCS = Path(__file__).parents[2] / "docs"
NAMES = ("environments", "observation", "learning", "gpu")
SMALLER = {"1_000_000": "2", "games, updates = 256, 40": "games, updates = 4, 1", "games=4096": "games=64", "times=100": "times=1"}  # fmt: skip
HIDDEN_NEEDS = {"railhead.learn": "torch", "import pettingzoo": "pettingzoo"}
SIMULATOR = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}


def blocks(name: str, language: str = "python") -> list[str]:
    """The examples of a document."""
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


EXAMPLES = [(name, number) for name in NAMES for number in range(len(blocks(name)))]


def missing(code: str) -> str:
    """Why an example cannot run here; nothing if it can."""
    for module, package in re.findall(r"^(?:import|from) ((\w+)[\w.]*)", code, re.MULTILINE):
        if find_spec(package) is None:
            return f"needs {module.split('.')[0]}"
    for part, package in HIDDEN_NEEDS.items():
        if part in code and find_spec(package) is None:
            return f"needs {package}"
    if 'device="cuda"' in code:
        torch = pytest.importorskip("torch")
        return "" if torch.cuda.is_available() else "needs a GPU"
    return ""


@pytest.mark.parametrize(("name", "number"), EXAMPLES)
def test_an_example_runs(name: str, number: int, tmp_path: Path) -> None:
    code = blocks(name)[number]
    if reason := missing(code):
        pytest.skip(reason)
    for large, small in SMALLER.items():
        code = code.replace(large, small)
    simulated = SIMULATOR if name == "gpu" and not _has_gpu() else {}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env={**os.environ, **simulated}, capture_output=True, text=True, check=False
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]


def _has_gpu() -> bool:
    from railhead import gpu

    return gpu.available()


def test_the_examples_are_as_short_as_they_say() -> None:
    lines = [len([line for line in code.splitlines() if line.strip()]) for code in blocks("environments")]
    assert lines[0] <= 10
    assert max(lines) <= 50


def test_the_tables_are_those_of_the_code() -> None:
    text = (DOCS / "observation.md").read_text(encoding="utf-8")
    assert text == document.filled(text), "run python -m railhead.envs.document docs/observation.md"
    assert len(document.PLACE.findall(text)) == 6


@pytest.mark.parametrize("game", ["usa", "europe", "france"])
def test_every_decision_with_a_meaning_is_in_the_ranges(game: str) -> None:
    setting = load(game)
    spans = re.findall(r"^\| (\d+)(?:–(\d+))? \|", actions.ranges(setting), re.MULTILINE)
    named = {number for first, last in spans for number in range(int(first), int(last or first) + 1)}
    meant = {number for number in range(int(setting.record.decisions)) if not actions.action_text(setting, number).startswith("unused")}  # fmt: skip
    assert meant == named & set(range(int(setting.record.decisions)))


def test_a_trained_agent_plays_in_the_arena_as_documented(tmp_path: Path) -> None:
    """The package of environments.md, installed by hand, with the weights that ship."""
    code = next(code for code in blocks("environments") if "load_network" in code)
    entry = next(code for code in blocks("environments", "toml")).split("[project.entry-points.")[1]
    (tmp_path / "mybot.py").write_text(code, encoding="utf-8")
    info = tmp_path / "mybot-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mybot\nVersion: 1\n", encoding="utf-8")
    group, line = entry.replace('"', "").split("]\n")
    (info / "entry_points.txt").write_text(f"[{group}]\n{line}", encoding="utf-8")
    (tmp_path / "runs" / "usa").mkdir(parents=True)
    shutil.copy(neural.LEARNED / "usa-2.npz", tmp_path / "runs" / "usa" / "weights.npz")
    command = ["arena", "--game", "usa", "--players", "2", "--bot", "mine", "--bot", "random", "--deals", "1", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", "from railhead.cli import main; main()", *command, "--processes", "1"], cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    assert '"mine"' in done.stdout
