"""Compiled code is made anew when something changes that it was made from, however that is imported."""

from pathlib import Path

import pytest

from railhead.bots import compiling
from railhead.bots.compiling import _sources


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package in which one module imports others in all ways there are."""
    monkeypatch.setattr(compiling, "PACKAGE", tmp_path)
    (tmp_path / "bots" / "planner").mkdir(parents=True)
    (tmp_path / "bots" / "bot.py").write_text(
        "from railhead.bots.one import (\n    first,\n    second,\n)\n"
        "from railhead.bots.planner import \\\n    two\n"
        "import railhead.bots.three as other\n"
        "from railhead.kernel.bits import bit\n\n\n"
        "def start():\n    from railhead.bots.values import VALUES\n"
    )
    for name in ("one", "planner/two", "three", "values", "four"):
        (tmp_path / "bots" / f"{name}.py").write_text("")
    (tmp_path / "bots" / "one.py").write_text("from railhead.bots import (\n    four,\n)\n")
    return tmp_path / "bots"


def test_wrapped_imports_count_and_what_they_import_too(package: Path) -> None:
    found = {source.relative_to(package).as_posix() for source in _sources(package / "bot.py")}
    assert found == {"bot.py", "one.py", "planner/two.py", "three.py", "four.py"}


def test_what_a_function_imports_while_it_runs_is_no_part_of_compiled_code(package: Path) -> None:
    assert package / "values.py" not in _sources(package / "bot.py")


def test_the_real_planner_depends_on_its_parts_and_not_on_its_tuned_values() -> None:
    planner = Path(compiling.__file__).parent / "planner"
    found = _sources(planner / "planner.py")
    assert {planner / "planning.py", planner / "ways.py", planner / "weights.py"} <= found
    assert planner / "tuned.py" not in found
