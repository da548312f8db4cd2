"""Servers and stores that tests share."""

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
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A PostgreSQL server of our own; without its programs these tests are skipped."""
    if postgres_programs() is None:
        pytest.skip("PostgreSQL is not installed: install the Debian package postgresql to run these")
    found = Postgres(tmp_path_factory.mktemp("postgres"))
    yield found
    found.stop("immediate")


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store, of both kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    found: Postgres = request.getfixturevalue("postgres")
    return found.fresh()
