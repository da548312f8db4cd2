"""The Containerfile's own steps, carried out in a plain folder: it starts, plays, is killed, and goes on; it writes nowhere else."""

import random
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import container
import pytest
import yaml
from installed import check_page, play_some, running
from server_running import FULL, Postgres, free_port, postgres_programs

COMPOSE = yaml.safe_load((container.ROOT / "compose.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """A folder that every user may enter."""
    folder = Path(tempfile.mkdtemp(prefix="railhead-container-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def service(place: Path, wheel: Path) -> container.Service:
    if not FULL:
        pytest.skip("installs all that Railhead needs once more: RAILHEAD_FULL=1")
    return container.carry_out(place, wheel, free_port())


def _survives(service: container.Service, *arguments: str) -> None:
    def begin(port: int, log: int) -> "subprocess.Popen[bytes]":
        words = [re.sub(r"^\d{4,5}$", str(port), word) for word in arguments or service.default]
        return container.start(service, *words, log=log)

    with running(begin) as server:
        check_page(server)
        table, tokens = server.table("me me", "europe")
        lot = random.Random(1)
        before = play_some(server, table, tokens, 3, lot)
        server.kill()
        server.start()
        assert play_some(server, table, tokens, 2, lot) == before + 2
        health = [re.sub(r":\d{4,5}/", f":{server.port}/", word) for word in service.health]
        assert subprocess.run(health, env=service.environment, check=False).returncode == 0
    assert subprocess.run(health, env=service.environment, capture_output=True, check=False).returncode != 0


def test_the_image_alone_keeps_its_games_in_the_volume(service: container.Service, place: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in (place / "opt").rglob("*")}
    _survives(service)
    assert {path: path.stat().st_mtime_ns for path in (place / "opt").rglob("*")} == before
    store = place / "var/lib/railhead/tables.sqlite"
    assert store.exists() and store.stat().st_uid == service.user


def test_the_compose_file_s_command_keeps_its_games_in_the_database(service: container.Service) -> None:
    if postgres_programs() is None:
        pytest.skip("PostgreSQL is not installed: install the Debian package postgresql to run this")
    with tempfile.TemporaryDirectory(prefix="railhead-postgres-") as folder:
        database = Postgres(Path(folder))
        try:
            words = [
                word if "://" not in word else database.fresh() for word in COMPOSE["services"]["railhead"]["command"]
            ]
            _survives(service, *words)
        finally:
            database.stop("immediate")


def test_the_compose_file_fits_the_image() -> None:
    services = COMPOSE["services"]
    image = dict(container.instructions((container.ROOT / "Containerfile").read_text())[-1])
    railhead = services["railhead"]
    assert railhead["read_only"] and railhead["tmpfs"] == ["/tmp"]
    assert railhead["volumes"] == [f"compiled:{image['VOLUME']}"]
    assert railhead["ports"][0].endswith(f":{image['EXPOSE']}")
    assert railhead["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert "healthcheck" in services["database"] and "HEALTHCHECK" in image
    assert "@database/railhead" in railhead["command"][-1]
    mounted = {volume.split(":")[0] for found in services.values() for volume in found["volumes"]}
    assert mounted == set(COMPOSE["volumes"])


def test_the_image_does_not_run_as_root() -> None:
    user = dict(container.instructions((container.ROOT / "Containerfile").read_text())[-1])["USER"]
    assert int(user.split(":")[0]) > 0
