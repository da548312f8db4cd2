"""The audit of what we build on: silence of a service is said and fails nothing, a known vulnerability fails."""

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "audit.py"


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["audit"] = module
    spec.loader.exec_module(module)
    return module


PYTHON = {
    "dependencies": [
        {"name": "starlette", "version": "1.0", "vulns": []},
        {
            "name": "numpy",
            "version": "2.0",
            "vulns": [{"id": "PYSEC-1", "aliases": ["CVE-1"], "fix_versions": ["2.1"], "description": ""}],
        },
        {"name": "railhead", "skip_reason": "editable"},
    ]
}
NPM = {
    "vulnerabilities": {
        "svelte": {"severity": "high", "range": "<5"},
        "vite": {"severity": "moderate", "range": "<7"},
    }
}


def test_known_vulnerabilities_are_named(audit: ModuleType) -> None:
    found = audit.judge_python(json.dumps(PYTHON), "Found 1 known vulnerability")
    assert found.vulnerable == ("numpy 2.0: PYSEC-1, mended in 2.1",) and not found.skipped
    assert found.what == "2 of 3 Python packages"
    found = audit.judge_npm(json.dumps(NPM), "")
    assert found.vulnerable == ("svelte <5: high",) and not found.skipped


def test_an_accepted_advisory_is_passed_over(audit: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "ACCEPTED", {"CVE-1": "we never call it"})
    assert audit.judge_python(json.dumps(PYTHON), "").vulnerable == ()


@pytest.mark.parametrize("output", ["", "<html>", "[]", '{"message": "405 Method Not Allowed"}', '{"error": {}}'])
def test_a_service_that_does_not_answer_is_said_and_fails_nothing(audit: ModuleType, output: str) -> None:
    for judge in (audit.judge_python, audit.judge_npm):
        found = judge(output, "Traceback\nConnectionError: no route\n")
        assert found.skipped and not found.vulnerable


def test_packages_that_the_service_does_not_know_are_not_called_safe(audit: ModuleType) -> None:
    unknown = {"dependencies": [{"name": "numpy", "skip_reason": "not found"}]}
    assert audit.judge_python(json.dumps(unknown), "No known vulnerabilities found").skipped


@pytest.mark.parametrize(("vulnerable", "code"), [((), False), (("numpy 2.0: PYSEC-1",), True)])
def test_the_exit_code_says_whether_anything_is_known(
    audit: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    vulnerable: tuple[str, ...],
    code: bool,
) -> None:
    found = [audit.Finding("Python packages", vulnerable=vulnerable), audit.Finding("npm packages", skipped="no route")]
    monkeypatch.setattr(audit, "audits", lambda: found)
    with pytest.raises(SystemExit) as ended:
        audit.main()
    assert bool(ended.value.code) is code
    told = capsys.readouterr().out
    assert "skipped: npm packages" in told and all(line in told for line in vulnerable)
