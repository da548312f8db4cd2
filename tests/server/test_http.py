"""The HTTP side: answers, refusals, headers, limits; and the OpenAPI document against the server itself."""

import gzip
import socket
import urllib.error
import urllib.request
import xml.etree.ElementTree as ET
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance
from server_running import WAIT, Server, refused, running

from railhead.boards import game_ids
from railhead.game import Game
from railhead.server.settings import Limits, Settings
from railhead.server.tokens import new_token
from railhead.words import PROTOCOL

FRIENDS = {"game": "usa", "seats": [{"kind": "me", "name": "Anna"}, {"kind": "friend"}]}


def test_games_and_boards(server: Server) -> None:
    status, found = server.request("/api/games")
    assert status == 200 and found["protocol"] == PROTOCOL
    assert [game["id"] for game in found["games"]] == list(game_ids())
    assert found["levels"]
    for name in game_ids():
        status, game = server.request(f"/api/games/{name}")
        assert status == 200, name
        assert {"cities", "routes", "tickets", "numbers", "geometry"} <= set(game)
        assert game["geometry"]["cities"] and len(game["geometry"]["slots"]) == sum(
            route["length"] for route in game["routes"]
        )
    assert server.request("/api/games/nowhere") == (404, refused("unknown-path"))


@pytest.mark.parametrize("path", ["", "/map.svg", "/small.svg"])
def test_boards_are_not_sent_twice(server: Server, path: str) -> None:
    with urllib.request.urlopen(f"{server.url}/api/games/usa{path}") as answer:
        tag = answer.headers["etag"]
    assert server.request(f"/api/games/usa{path}", if_none_match=tag)[0] == 304
    assert server.request(f"/api/games/nowhere{path}") == (404, refused("unknown-path"))


def test_pictures_are_svg_that_the_page_may_show(server: Server) -> None:
    for name in ("map", "small"):
        wish = urllib.request.Request(f"{server.url}/api/games/france/{name}.svg", headers={"accept-encoding": "gzip"})
        with urllib.request.urlopen(wish) as answer:
            assert answer.headers["content-type"] == "image/svg+xml"
            svg = gzip.decompress(answer.read()).decode()
        ET.fromstring(svg)
        assert not any(word in svg for word in ("<style", "style=", "<script", 'href="http'))


def test_looks_are_served(server: Server) -> None:
    assert server.request("/api/look")[0] == 200


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "bad-json"),
        (b"\xff", 400, "bad-json"),
        (b"[" * 5000, 422, "bad-message"),
        (b"[]", 422, "bad-message"),
        ({"game": "usa"}, 422, "bad-message"),
        ({**FRIENDS, "more": 1}, 422, "bad-message"),
        ({**FRIENDS, "game": "chess"}, 422, "unknown-game"),
        ({**FRIENDS, "seats": FRIENDS["seats"][:1]}, 422, "bad-message"),
        ({**FRIENDS, "seats": [{"kind": "bot", "level": "any"}] * 2}, 422, "unknown-level"),
        ({**FRIENDS, "seats": [{"kind": "me"}, {"kind": "friend"}]}, 422, "bad-name"),
        ({**FRIENDS, "seats": [{"kind": "me", "name": "x" * 25}, {"kind": "friend"}]}, 422, "bad-name"),
        ({**FRIENDS, "seats": [{"kind": "me", "name": "a\nb"}, {"kind": "friend"}]}, 422, "bad-name"),
        ({**FRIENDS, "seats": [{"kind": "friend"}, {"kind": "bot", "level": "genius"}]}, 422, "unknown-level"),
        ({**FRIENDS, "options": {"starter": 2}}, 422, "bad-message"),
        ({**FRIENDS, "options": {"clock": {"minutes": 0}}}, 422, "bad-message"),
        (b" " * 9000, 413, "too-large"),
    ],
)
def test_bad_tables_are_refused_by_code(server: Server, body: Any, status: int, code: str) -> None:
    found, refusal = server.request("/api/tables", body)
    assert (found, refusal["code"]) == (status, code) and set(refusal) == set(refused("failed"))


def test_the_place_of_a_mistake_is_named(server: Server) -> None:
    refusal = server.request("/api/tables", {**FRIENDS, "seats": [{"kind": "me", "name": 7}, {"kind": "friend"}]})[1]
    assert refusal["values"] == {"at": "$.seats[0].name"}


def test_what_is_not_there(server: Server) -> None:
    assert server.request("/api/nothing")[1]["code"] == "unknown-path"
    assert server.request("/api/tables/nothing")[1]["code"] == "unknown-table"
    assert server.request("/api/games", {})[1]["code"] == "wrong-method"
    assert server.request("/api/tables", b"{}", content_type="text/plain")[1]["code"] == "wrong-type"


def test_pages_of_other_sites_get_nothing(server: Server) -> None:
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1", ""):
        assert server.request("/api/tables", FRIENDS, Origin=origin)[1]["code"] == "wrong-origin"
    assert server.request("/api/tables", FRIENDS, Origin=server.url)[0] == 201


def test_every_answer_carries_the_policy(server: Server) -> None:
    for path in ("/", "/t/anything", "/api/games", "/api/nothing", "/assets/none.js", "/metrics"):
        request = urllib.request.Request(server.url + path)
        try:
            headers = urllib.request.urlopen(request).headers
        except urllib.error.HTTPError as error:
            headers = error.headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
        assert headers["referrer-policy"] == "no-referrer" and headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers


def test_no_path_leads_out_of_the_folder(server: Server) -> None:
    for path in ("/../app.py", "/..%2fapp.py", "/%2e%2e/%2e%2e/pyproject.toml", "/assets/../../app.py", "/a%00b"):
        with socket.create_connection(("127.0.0.1", server.port)) as raw:
            raw.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            answer = raw.makefile("rb").read()
        assert b"def create_app" not in answer and b"[project]" not in answer
        assert b" 500 " not in answer.splitlines()[0]


def test_health_readiness_and_counts(server: Server) -> None:
    assert server.request("/health") == (200, {"alive": True})
    assert server.request("/ready") == (200, {"ready": True})
    text = server.request("/metrics")[1].decode()
    assert "railhead_rooms" in text and "railhead_move_seconds_bucket" in text


def test_one_address_cannot_fill_the_store(tmp_path: Any) -> None:
    limits = Limits(tables_a_minute=1, tables_at_once=3, people_a_minute=1, people_at_once=4)
    with running(Settings(store=f"sqlite:///{tmp_path / 's'}", bot_processes=1, limits=limits)) as small:
        answers = [small.request("/api/tables", FRIENDS) for _ in range(5)]
        assert [status for status, _ in answers] == [201, 201, 201, 429, 429]
        assert answers[-1][1]["code"] == "too-fast" and answers[-1][1]["values"]["wait"] > 0
        keys = [f"Bearer {new_token()}" for _ in range(6)]  # nor with people that there are not
        told = [small.request("/api/me", {"name": "Anna"}, Authorization=key)[0] for key in keys]
        assert told == [200, 200, 200, 200, 429, 429]
        assert small.request("/api/daily", {"name": "Anna"}, Authorization=keys[0])[0] == 429  # its tables are tables
        assert [small.request("/api/me", Authorization=key)[0] for key in keys] == [200] * 4 + [403] * 2


def test_secrets_are_not_logged(server: Server) -> None:
    table, tokens = server.table("me here")
    with server.join(table, *tokens) as client:
        client.move(0, "keep 1 2")
    server.request(f"/api/tables/{table}/replay?eyes=0", Authorization=f"Bearer {tokens[0]}")
    log = server.log.read_text()
    assert table not in log and not any(token in log for token in tokens)


def test_openapi_describes_the_server(server: Server) -> None:
    """Whatever fits the document, and much that does not, gets an answer that the document tells of; never a fault."""
    document = server.request("/api/openapi.json")[1]
    schema = schemathesis.openapi.from_dict(document)
    schema.config.update(base_url=server.url)
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    assert len(operations) == sum(len(methods) for methods in document["paths"].values())
    for operation in operations:

        @settings(
            max_examples=10, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None
        )
        @given(case=operation.as_strategy())
        def run(case: Any) -> None:
            answer = case.call(timeout=WAIT)
            assert answer.status_code < 500, answer.text
            case.validate_response(answer, excluded_checks=[positive_data_acceptance])  # names of games are data

        run()


def test_a_position_can_be_studied_from_its_line(server: Server) -> None:
    game = Game.position("europe", 3, routes={0: ["brest-paris"]}, hands={1: {"red": 3}})
    status, found = server.request(f"/api/study?position={quote(game.line())}")
    assert status == 200 and found["steps"][0]["view"]["seats"][0]["routes"] == ["brest-paris"]
    assert found["steps"][0]["all"][1]["hand"] == {"red": 3}
    assert server.request("/api/study?position=europe/3+turn:9") == (422, refused("bad-position"))
