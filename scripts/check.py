"""Every check and every test, one after the other; all are run even if one fails. `make test` calls this.

`python scripts/check.py ruff types` runs those alone.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"
WEB = ROOT / "web"
FEW = 5  # tests that may fail while others run beside them, if they pass by themselves


def checks() -> list[tuple[str, list[str], Path]]:
    """Name, command and folder of each."""
    found = [
        ("ruff", [str(BIN / "ruff"), "check", "."], ROOT),
        ("formatting", [str(BIN / "ruff"), "format", "--check", "-q", "."], ROOT),
        ("types", [str(BIN / "mypy")], ROOT),
        ("known vulnerabilities", [str(BIN / "python"), "scripts/audit.py"], ROOT),
        ("documents", [str(BIN / "zensical"), "build", "--strict", "--clean"], ROOT),
    ]
    found += [(f"web {name}", ["npm", "run", "--silent", name], WEB) for name in ("lint", "check", "test")]
    workers = str(min((os.cpu_count() or 1) + 1, 4))  # one more than cores: tests of servers and pages also wait
    found.append(("tests", [str(BIN / "pytest"), "-n", workers, "--dist", "loadgroup"], ROOT))
    return found


def again() -> bool:
    """Run the few tests that failed once more, by themselves: on a busy machine a browser or a server is now and then too slow."""
    kept = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
    failed = json.loads(kept.read_text()) if kept.exists() else {}
    names = sorted(re.sub(r"@[^@\]]*$", "", name) for name in failed)  # without the group that ran one after the other
    if not 0 < len(names) <= FEW:
        return False
    print(f"── failed beside others, once more alone: {', '.join(names)}", flush=True)
    return subprocess.run([str(BIN / "pytest"), *names], cwd=ROOT, check=False).returncode == 0


def main() -> None:
    """Run them; the exit code says whether all went well."""
    found = checks()
    wanted = sys.argv[1:] or [name for name, _, _ in found]
    if unknown := set(wanted) - {name for name, _, _ in found}:
        sys.exit(f"No such check: {', '.join(sorted(unknown))}. There are: {', '.join(name for name, _, _ in found)}")
    failed = []
    for name, command, folder in [check for check in found if check[0] in wanted]:
        print(f"── {name}", flush=True)
        if folder == WEB and not (shutil.which("npm") and (WEB / "node_modules").exists()):
            print("   skipped, for want of Node.js and npm", flush=True)
            continue
        begin = time.monotonic()
        code = subprocess.run(command, cwd=folder, check=False).returncode
        if code and not (name == "tests" and code == 1 and again()):
            failed.append(name)
        print(f"   {time.monotonic() - begin:.0f} s", flush=True)
    if failed:
        sys.exit(f"Failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
