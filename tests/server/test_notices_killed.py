"""Notices of a real server that is killed while nobody takes them: when it is back each arrives, and none twice."""

import time
from pathlib import Path

import pytest
from receiving import Taker, serving
from server_running import PATIENT, Postgres, Server, running

from railhead.server.notices import LEASE
from railhead.server.settings import Settings
from railhead.server.tokens import new_token

CLOCK = {"minutes": 1440, "turn": 1440}


def until(condition: object, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, "it never comes"
        time.sleep(0.05)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_killed_server_sends_what_was_left_and_nothing_twice(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url, workers = f"sqlite:///{tmp_path / 'tables.sqlite'}", 1
    if kind == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        url, workers = postgres.fresh(), 2
    settings = Settings(store=url, workers=workers, bot_processes=1, reach=("127.0.0.0/8",), limits=PATIENT)
    with serving(Taker()) as taker, running(settings) as server:
        bearer = {"Authorization": f"Bearer {new_token()}"}
        assert server.request("/api/me", {"name": "Anna"}, **bearer)[0] == 200
        hook = {"way": {"kind": "hook", "url": taker.url, "shape": "plain"}}
        status, made = server.request("/api/me/ways", hook, **bearer)
        assert status == 201
        until(lambda: taker.taken)
        code = taker.taken[0]["text"].split(": ")[1][:6]
        assert server.request(f"/api/me/ways/{made['ways'][0]['id']}", {"code": code}, **bearer)[0] == 200
        taker.always = 503
        tables = {_begin(server, bearer) for _ in range(4)}
        until(lambda: taker.asked >= 1 + len(tables))  # each was tried, and not taken
        server.kill()
        taker.always = None
        clock = tmp_path / "clock"
        clock.write_text(str(LEASE))  # what was under way is nobody's by then
        server.environment["RAILHEAD_CLOCK"] = str(clock)
        server.start()
        until(lambda: len(taker.taken) >= 1 + len(tables))
        began = time.monotonic()
        more = {_begin(server, bearer) for _ in range(2)}
        until(lambda: len(taker.taken) >= 1 + len(tables) + len(more))
        time.sleep(2.5)  # whatever would come twice has come
        told = [letter["url"].rsplit("/", 1)[1] for letter in taker.taken[1:]]
        assert sorted(told) == sorted(tables | more) and len(taker.keys) == len(set(taker.keys))
        print(f"two turns told within {time.monotonic() - began - 2.5:.1f} s")


def _begin(server: Server, bearer: dict[str, str]) -> str:
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "here", "name": "Ben"}]
    body = {"game": "usa", "seats": seats, "options": {"clock": CLOCK}}
    status, made = server.request("/api/tables", body, **bearer)
    assert status == 201, made
    return str(made["table"])
