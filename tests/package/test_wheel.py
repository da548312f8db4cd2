"""What is handed out: the wheel plays in the browser on a machine that has Python and nothing else."""

import os
import random
import subprocess
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

from installed import check_page, play_some, running

from railhead.server import pages

ROOT = Path(__file__).parents[2]
INTERPRETED = {} if os.environ.get("RAILHEAD_FULL") else {"NUMBA_DISABLE_JIT": "1"}  # compiling takes minutes


def test_the_page_is_in_the_wheel_and_in_the_sdist(dist: Path, wheel: Path) -> None:
    built = pages.HERE / "static"
    wanted = {f"railhead/server/static/{file.relative_to(built)}" for file in built.rglob("*") if file.is_file()}
    assert wanted <= set(zipfile.ZipFile(wheel).namelist())
    with tarfile.open(next(dist.glob("*.tar.gz"))) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames()}
    assert wanted <= names
    assert {"web/package.json", "web/src/main.ts", "scripts/build_hook.py", "docs/rules.md"} <= names
    assert not any("node_modules" in name for name in names)


def test_everything_of_the_package_is_in_the_wheel(wheel: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "railhead"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    assert set(listed) <= set(zipfile.ZipFile(wheel).namelist())


def test_the_wheel_plays_in_a_clean_environment_without_node(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "environment"
    venv.create(home, with_pip=True, symlinks=True)
    programs = home / "bin"
    clean = {"PATH": str(programs), "HOME": str(tmp_path), **INTERPRETED}
    settled = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {"PATH": str(programs)}
    subprocess.run([programs / "python", "-m", "pip", "install", "-q", wheel], env=settled, check=True)

    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    said = subprocess.run([programs / "railhead", "--version"], env=clean, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == f"railhead {version}"

    def begin(port: int, log: int) -> "subprocess.Popen[bytes]":
        words = [str(programs / "railhead"), "play", "--no-open-browser", "--port", str(port)]
        return subprocess.Popen(words, env=clean, cwd=tmp_path, stdout=log, stderr=log, start_new_session=True)

    with running(begin) as server:
        check_page(server)
        table, tokens = server.table("me me", "usa")
        assert play_some(server, table, tokens, 4, random.Random(1)) >= 4
        store = subprocess.run(
            [programs / "railhead", "serve", "--store", "postgresql://localhost/x"],
            env=clean,
            capture_output=True,
            text=True,
            check=False,
        )
        assert store.returncode == 2 and "railhead[postgres]" in store.stderr
