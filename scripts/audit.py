"""Are there known vulnerabilities in what we build on? Asks the registries' advisory services, through pip-audit and npm.

Where a service does not answer, that is said and nothing fails; a known vulnerability fails. npm tells how serious one is, and only
`high` and `critical` fail; Python's advisories do not, so each of them fails until it is mended or listed below with a reason.
"""

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ACCEPTED: dict[str, str] = {}  # the name of an advisory, and why it does not concern us
SERIOUS = ("high", "critical")
SECONDS = 120


@dataclass(frozen=True)
class Finding:
    """What an audit found, or why there was none."""

    what: str
    skipped: str = ""
    vulnerable: tuple[str, ...] = ()


def read_json(text: str) -> Any:
    """JSON, or None."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def last_line(text: str) -> str:
    """What a program said last, in short."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else "no answer"


def judge_python(output: str, errors: str) -> Finding:
    """What pip-audit says."""
    told = read_json(output)
    if not isinstance(told, dict) or "dependencies" not in told:
        return Finding("Python packages", skipped=last_line(errors))
    judged = [package for package in told["dependencies"] if "vulns" in package]
    if not judged:
        return Finding("Python packages", skipped="it knows none of them")
    return Finding(
        f"{len(judged)} of {len(told['dependencies'])} Python packages",
        vulnerable=tuple(
            f"{package['name']} {package['version']}: {found['id']}, mended in {', '.join(found['fix_versions']) or 'no release yet'}"
            for package in judged
            for found in package["vulns"]
            if not {found["id"], *found.get("aliases", ())} & set(ACCEPTED)
        ),
    )


def judge_npm(output: str, errors: str) -> Finding:
    """What npm says."""
    told = read_json(output)
    if not isinstance(told, dict) or "vulnerabilities" not in told:
        reason = told.get("message") or last_line(errors) if isinstance(told, dict) else last_line(errors)
        return Finding("npm packages", skipped=str(reason)[:200])
    return Finding(
        "npm packages",
        vulnerable=tuple(
            f"{name} {found['range']}: {found['severity']}"
            for name, found in sorted(told["vulnerabilities"].items())
            if found["severity"] in SERIOUS and name not in ACCEPTED
        ),
    )


def ask(command: list[str], folder: Path) -> tuple[str, str]:
    """What a program writes; nothing if it takes too long."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "", f"no answer within {SECONDS} seconds"
    return done.stdout, done.stderr


def audits() -> list[Finding]:
    """All there are."""
    found = []
    python = ROOT / ".venv" / "bin" / "python"
    command = [
        str(python),
        "-m",
        "pip_audit",
        "--progress-spinner=off",
        "--format=json",
        "--skip-editable",
        "--timeout=15",
    ]
    found.append(judge_python(*ask(command, ROOT)))
    npm = shutil.which("npm")
    if npm is None:
        found.append(Finding("npm packages", skipped="npm is not installed"))
    else:
        found.append(judge_npm(*ask([npm, "audit", "--json"], ROOT / "web")))
    return found


def main() -> None:
    """Tell it; the exit code says whether anything is known."""
    findings = audits()
    for finding in findings:
        if finding.skipped:
            print(f"· skipped: {finding.what}, because the advisory service does not answer ({finding.skipped})")
        else:
            print(f"· {finding.what}: {len(finding.vulnerable) or 'no'} known vulnerabilities")
        for line in finding.vulnerable:
            print(f"    {line}")
    sys.exit(any(finding.vulnerable for finding in findings))


if __name__ == "__main__":
    main()
