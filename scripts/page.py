"""The page in the browser: built from web/ into the package, again only when something it is made of has changed.

`make play` and `make test` build it through scripts/setup.py, `python -m build` through scripts/build_hook.py. What the page was
built from is noted beside it, so that an sdist, which holds the built page, is installed without Node.
"""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAMP = "built-from.txt"
IGNORED = {"node_modules", "dist", ".languages"}


class PageError(Exception):
    """The page cannot be built; the text says why."""


def folder(root: Path) -> Path:
    """Where the built page lies."""
    return root / "railhead" / "server" / "static"


def sources(root: Path) -> list[Path]:
    """All that the page is made of: web/, the look of the board that it shares with the drawings (`@draw`), the texts (`@text`)."""
    found = [file for file in (root / "railhead" / "draw").glob("*.*") if file.suffix in (".json", ".css")]
    found += (root / "railhead" / "text").rglob("*.json")
    for place, folders, files in os.walk(root / "web"):
        folders[:] = sorted(set(folders) - IGNORED)
        found += [Path(place) / name for name in files]
    return sorted(found)


def fingerprint(root: Path) -> str:
    """A hash of what the page is made of."""
    digest = hashlib.sha256()
    for file in sources(root):
        digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def fresh(root: Path = ROOT) -> bool:
    """Is the page built from what is there now?"""
    stamp = folder(root) / STAMP
    return stamp.exists() and stamp.read_text() == fingerprint(root)


def build(root: Path = ROOT) -> None:
    """Build the page with Node."""
    if not shutil.which("npm"):
        raise PageError("Node.js is missing, so the page in the browser cannot be built: install Node 20 or newer.")
    wanted = fingerprint(root)
    _install(root / "web")
    _npm("The page could not be built", root / "web", "run", "build", "--silent")
    (folder(root) / STAMP).write_text(wanted)


def _install(web: Path) -> None:
    """What the build needs, in the locked versions."""
    stamp = web / "node_modules" / ".installed-from"
    locked = hashlib.sha256((web / "package-lock.json").read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == locked:
        return
    _npm("npm could not install what the page needs", web, "ci", "--no-audit", "--no-fund", "--loglevel=error")
    stamp.write_text(locked)


def _npm(failed: str, place: Path, *words: str) -> None:
    done = subprocess.run(["npm", *words], cwd=place, capture_output=True, text=True, check=False)
    if done.returncode:
        raise PageError(f"{failed}:\n{(done.stdout + done.stderr)[-4000:]}")
