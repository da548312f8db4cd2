"""Tests of libraries that are not installed are left out, and that is said."""

from importlib.util import find_spec

NEEDS = {
    "test_gymnasium.py": ("gymnasium", "envs"),
    "test_pettingzoo.py": ("pettingzoo", "envs"),
    "test_openspiel.py": ("pyspiel", "envs"),
}
MISSING = {file: needed for file, needed in NEEDS.items() if find_spec(needed[0]) is None}
collect_ignore = list(MISSING)


def pytest_report_header() -> list[str]:
    """A line for every file left out."""
    return [
        f"{file} is left out: pip install 'railhead[{extra}]' for {name}" for file, (name, extra) in MISSING.items()
    ]
