"""The files around the code agree with it and with each other."""

import re
import subprocess
import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_there_is_one_version() -> None:
    version = PROJECT["version"]
    assert yaml.safe_load(read("CITATION.cff"))["version"] == version
    assert f'"version": "{version}"' in read("web/package.json")
    assert f"## {version}\n" in read("CHANGELOG.md")


def test_the_oldest_python_is_the_first_that_is_tested() -> None:
    matrix = yaml.safe_load(read(".github/workflows/test.yml"))["jobs"]["test"]["strategy"]["matrix"]
    assert PROJECT["requires-python"] == f">={matrix['python'][0]}"
    assert set(matrix["system"]) == {"ubuntu-latest", "macos-latest"}


def test_what_runs_before_a_commit_is_part_of_make_test() -> None:
    hooks = yaml.safe_load(read(".pre-commit-config.yaml"))["repos"][0]["hooks"]
    listed = subprocess.run(
        ["python3", "scripts/check.py", "no such check"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stderr
    for hook in hooks:
        for name in re.findall(r'"([^"]+)"|(?<=check\.py )([a-z]+)', hook["entry"]):
            assert "".join(name) in listed, hook["entry"]
    assert "make test" in [hook["entry"] for hook in hooks]


def test_the_workflows_can_be_read() -> None:
    for file in (ROOT / ".github" / "workflows").glob("*.yml"):
        jobs = yaml.safe_load(file.read_text(encoding="utf-8"))["jobs"]
        assert all("runs-on" in job and job["steps"] for job in jobs.values())


def test_the_files_that_contributing_names_are_there() -> None:
    named = re.findall(r"`((?:railhead|tests|web|scripts)/[\w./-]+)`", read("CONTRIBUTING.md"))
    assert len(named) > 8
    assert [name for name in named if not (ROOT / name).exists()] == []
