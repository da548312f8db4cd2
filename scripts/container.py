"""The Containerfile without an engine: its last two stages carried out in a plain folder, and the command it would run.

`python3 scripts/container.py FOLDER WHEEL` installs there and serves until it is stopped. Each step is read from the Containerfile, so there is one
place that says how Railhead is installed as a service; the container's paths are moved into the folder, its user is taken where
we are root, and what the image would hold is made read-only.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACES = ("/opt/railhead", "/var/lib", "/wheels")  # the container's folders that are moved
PORT, USER = "8000", "10001:10001"


@dataclass(frozen=True)
class Service:
    """What the image would start: by whom, with which environment, and how its health is asked."""

    command: list[str]
    default: list[str]
    health: list[str]
    environment: dict[str, str]
    user: int
    group: int


def instructions(text: str) -> list[list[tuple[str, str]]]:
    """The stages of a Containerfile, each a list of (word, rest)."""
    lines = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)).splitlines()
    steps = [(line.split(None, 1)[0], line.split(None, 1)[1]) for line in lines if line.strip()]
    starts = [number for number, (word, _) in enumerate(steps) if word == "FROM"]
    return [steps[start:end] for start, end in zip(starts, [*starts[1:], len(steps)], strict=True)]


def carry_out(folder: Path, wheel: Path, port: int) -> Service:
    """Install the wheel into the folder as the image would have it."""
    owner = USER if os.geteuid() == 0 else f"{os.geteuid()}:{os.getegid()}"

    def moved(text: str) -> str:
        for place in PLACES:
            text = text.replace(place, f"{folder}{place}")
        return text.replace(USER, owner).replace(PORT, str(port))

    for place in PLACES:
        (folder / place[1:]).parent.mkdir(parents=True, exist_ok=True)
    (folder / "wheels").mkdir()
    shutil.copy(wheel, folder / "wheels")
    told: dict[str, str] = {}
    for word, rest in [step for stage in instructions((ROOT / "Containerfile").read_text())[-2:] for step in stage]:
        told[word] = moved(rest)
        if word == "RUN":
            script = re.sub(r"^python ", f"{shlex.quote(_python())} ", told[word])
            subprocess.run(["sh", "-euc", script], check=True, cwd=folder)
    _read_only(folder / "opt")
    user, group = (int(number) for number in told["USER"].split(":"))
    health = told["HEALTHCHECK"].split("CMD ", 1)[1]
    environment = dict(part.split("=", 1) for part in shlex.split(told["ENV"]))
    return Service(
        json.loads(told["ENTRYPOINT"]), json.loads(told["CMD"]), json.loads(health), environment, user, group
    )


def _python() -> str:
    """A Python that other users may run as well: ours may lie in a home that is closed to them."""
    ours = Path(sys.executable).resolve()
    if os.geteuid() != 0 or all(folder.stat().st_mode & 0o001 for folder in ours.parents):
        return str(ours)
    return shutil.which("python3", path="/usr/local/bin:/usr/bin") or str(ours)


def _read_only(place: Path) -> None:
    """Nobody may write there any more."""
    for path in [place, *place.rglob("*")]:
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~0o222)


def start(service: Service, *arguments: str, log: int | None = None, **more: str) -> "subprocess.Popen[bytes]":
    """Run the image's command, or other arguments, as the container would: its user, its environment and no other."""
    root = os.geteuid() == 0
    return subprocess.Popen(
        [*service.command, *(arguments or service.default)],
        env={"PATH": str(Path(service.command[0]).parent), **service.environment, **more},
        cwd="/",
        stdout=log,
        stderr=log,
        start_new_session=True,
        user=service.user if root else None,
        group=service.group if root else None,
        extra_groups=[] if root else None,
    )


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: container.py FOLDER WHEEL")
    place = Path(sys.argv[1]).resolve()
    place.mkdir(parents=True)
    running = start(carry_out(place, Path(sys.argv[2]).resolve(), int(PORT)))
    try:
        running.wait()
    except KeyboardInterrupt:
        running.terminate()
        running.wait()
