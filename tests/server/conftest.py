"""Servers and stores that tests share."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from server_running import PATIENT, Postgres, Server, postgres_programs, running

from railhead.server.settings import Settings


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite that many tests use."""
    store = f"sqlite:///{tmp_path_factory.mktemp('store') / 'tables.sqlite'}"
    with running(Settings(store=store, bot_pause=0, bot_processes=1, absence=0.2, limits=PATIENT)) as found:
        yield found


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of our own; without its programs these tests are skipped."""
    if postgres_programs() is None:
        pytest.skip("PostgreSQL is not installed: install the Debian package postgresql to run these")
    with tempfile.TemporaryDirectory(prefix="railhead-postgres-") as folder:  # one that another user may enter
        found = Postgres(Path(folder))
        yield found
        found.stop("immediate")


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store, of both kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    found: Postgres = request.getfixturevalue("postgres")
    return found.fresh()
