"""Set everything up on a fresh machine, once: the Python environment, the web page, system packages, compiled rules.

`python3 scripts/setup.py play` (or `test`). What has not changed since the last time is not done again. What cannot be had is
said, with what will be missing for it.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterable
from pathlib import Path

import page

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / "bin" / "python"
EXTRAS = {"play": "", "test": "[dev,docs,envs,mcp,postgres,print,study,textarena]"}
SYSTEM = {
    "chromium": "chromium",
    "initdb": "postgresql",
}  # a program the tests need, and the Debian package that has it


def say(text: str) -> None:
    """A line a person reads while waiting."""
    print(f"· {text}", flush=True)


def run(*command: str | Path, folder: Path = ROOT, quiet: bool = False) -> bool:
    """Run a command; True if it went well. Its output is shown, or, when quiet, shown only if it failed."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
        text=True,
        check=False,
    )
    if done.returncode and quiet:
        print(done.stdout[-4000:], file=sys.stderr)
    return done.returncode == 0


def fingerprint(files: Iterable[Path]) -> str:
    """A hash of files' contents."""
    digest = hashlib.sha256(sys.version.encode())
    for file in sorted(files):
        digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return digest.hexdigest()


def unchanged(name: str, value: str) -> bool:
    """Was this step done for the same files before?"""
    stamp = ENVIRONMENT / f".done-{name}"
    return stamp.exists() and stamp.read_text() == value


def done(name: str, value: str) -> None:
    """Remember that a step is done."""
    (ENVIRONMENT / f".done-{name}").write_text(value)


def install_system(packages: list[str]) -> bool:
    """Install Debian packages where that is allowed."""
    if not shutil.which("apt-get"):
        return False
    prefix = [] if os.geteuid() == 0 else ["sudo", "-n"] if shutil.which("sudo") else None
    if prefix is None:
        return False
    say(f"installing {', '.join(packages)} (Debian packages)")
    run(*prefix, "apt-get", "update", "-qq", quiet=True)
    return run(
        *prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq", *packages, quiet=True
    )


def make_environment() -> None:
    """The virtual environment in .venv."""
    if sys.version_info < (3, 11):  # noqa: UP036
        sys.exit(
            f"Railhead needs Python 3.11 or newer; this is {sys.version.split()[0]}. Name another: make PYTHON=python3.12 …"
        )
    if PYTHON.exists():
        return
    say("making a Python environment in .venv")
    try:
        venv.create(ENVIRONMENT, with_pip=True, symlinks=True)
    except (subprocess.CalledProcessError, SystemExit):
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        version = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        if not install_system([version]):
            sys.exit(
                f"Python's venv module is incomplete; install it (Debian: apt-get install {version}) and try again."
            )
        venv.create(ENVIRONMENT, with_pip=True, symlinks=True)


def install_package(purpose: str) -> None:
    """Railhead itself and what it needs."""
    wanted = fingerprint([ROOT / "pyproject.toml"])
    if unchanged(f"install-{purpose}", wanted):
        return
    say("installing Railhead and what it needs (a few minutes the first time)")
    if not run(PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", "-e", f".{EXTRAS[purpose]}"):
        sys.exit("The installation failed; the lines above say why.")
    done(f"install-{purpose}", wanted)


def build_page() -> None:
    """The web page, from web/ into the package."""
    if page.fresh():
        return
    say("building the page")
    try:
        page.build()
    except page.PageError as error:
        if shutil.which("npm"):
            sys.exit(str(error))
        say(f"{error} `make text` plays without.")


def _program(name: str) -> bool:
    return bool(shutil.which(name) or list(Path("/usr/lib/postgresql").glob(f"*/bin/{name}")))


def install_programs() -> None:
    """A browser and a database for the tests."""
    missing = [package for program, package in SYSTEM.items() if not _program(program)]
    if missing and not install_system(missing):
        say(f"could not install {', '.join(missing)}; the tests that need them will be skipped")


def compile_rules(purpose: str) -> None:
    """Compile the rules and the bots now, so that no first game has to wait."""
    sources = [*(ROOT / "railhead" / "kernel").glob("*.py"), *(ROOT / "railhead" / "bots").rglob("*.py")]
    wanted = fingerprint(sources)
    if unchanged("compiled", wanted):
        return
    say("compiling the rules for this machine (about a minute, once)")
    if run(PYTHON, "-m", "railhead.warm"):
        done("compiled", wanted)


def main() -> None:
    """Do what is not done yet."""
    purpose = sys.argv[1] if len(sys.argv) > 1 else "play"
    if purpose not in EXTRAS:
        sys.exit(f"usage: setup.py {' | '.join(EXTRAS)}")
    make_environment()
    install_package(purpose)
    build_page()
    if purpose == "test":
        install_programs()
    compile_rules(purpose)


if __name__ == "__main__":
    main()
