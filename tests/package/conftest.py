"""The package as it is handed out: an sdist and a wheel, built once for all tests here."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests" / "server")]

import page  # noqa: E402


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker takes all that needs the built package, so that it is built once."""
    for item in items:
        if "wheel" in getattr(item, "fixturenames", ()) or "dist" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("package"))


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist and the wheel made from it; npm is out of reach, as the page was built before the tests."""
    if not page.fresh():
        pytest.skip("the page is not built from the sources that are there: python3 scripts/setup.py test")
    folder = tmp_path_factory.mktemp("dist")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        env={**os.environ, "PATH": str(Path(sys.executable).parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return folder


@pytest.fixture(scope="session")
def wheel(dist: Path) -> Path:
    return next(dist.glob("*.whl"))
