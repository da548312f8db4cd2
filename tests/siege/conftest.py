"""The servers that are besieged: SQLite with one worker, PostgreSQL with two; usual limits, only less patience."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "server"))

from besieged import Besieged, value
from server_running import Postgres, Server, postgres_programs

from railhead.server.settings import Limits, Settings

LIMITS = Limits(header_seconds=5, body_seconds=5, messages_a_second=50, messages_at_once=100)


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def besieged(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Besieged]:
    """A real server on loopback."""
    common = {"bot_pause": 0, "bot_processes": 1, "absence": 0.5, "limits": LIMITS}
    with ExitStack() as cleaning:
        if request.param == "sqlite":
            url = f"sqlite:///{tmp_path_factory.mktemp('siege') / 'tables.sqlite'}"
            server = Besieged(Settings(store=url, **common))
        else:
            if postgres_programs() is None:
                pytest.skip("PostgreSQL is not installed: install the Debian package postgresql to run these")
            postgres = Postgres(Path(cleaning.enter_context(tempfile.TemporaryDirectory(prefix="railhead-siege-"))))
            cleaning.callback(postgres.stop, "immediate")
            server = Besieged(Settings(store=postgres.fresh(), workers=2, **common))
            server.postgres = postgres
        cleaning.callback(server.stop)
        yield server.start()


@pytest.fixture(autouse=True)
def no_faults(besieged: Server) -> Iterator[None]:
    """Whatever is done to it, the server makes no fault of its own, and lives."""
    yield
    assert value(besieged, "railhead_faults_total") == 0, besieged.log.read_text()[-3000:]
    assert besieged.request("/ready")[0] == 200
