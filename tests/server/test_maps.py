"""Maps of people's own: kept by their contents, played like all other games; and files that nobody means well with."""

import asyncio
import json
import random
from typing import Any

import msgspec
import numpy as np
import pytest
from hostile_boards import TEXTS, absurd, mutated
from server_running import Server, play_out
from small_map import small_map
from test_store import write
from typer.testing import CliRunner

from railhead.boards import BoardError, BoardFile, load
from railhead.boards.reading import read
from railhead.cli import app
from railhead.draw.solving.geography import layer
from railhead.game.record import read_lines, verify
from railhead.server import mapmaking, maps, store
from railhead.server.refusals import Refusal
from railhead.server.settings import Limits, Settings
from railhead.server.store import Head
from railhead.server.tokens import mark_of
from railhead.server.worker import Worker
from railhead.words import MapWish, NewMap, Options


@pytest.fixture(scope="session")
def kept(server: Server) -> str:
    """A map that the server keeps."""
    status, made = server.request("/api/maps", {"board": small_map(), "listed": True})
    assert status == 201, made
    return str(made["id"])


def test_the_same_map_has_the_same_name_whatever_its_file_calls_itself(server: Server, kept: str) -> None:
    again = {**small_map(), "id": "another", "game": {**small_map()["game"], "id": "usa"}}
    assert server.request("/api/maps", {"board": again})[1] == {"id": kept}
    file = server.request(f"/api/maps/{kept}")[1]
    assert (file["id"], file["game"]["id"], file["name"]) == (kept, kept, "Switzerland")
    assert server.request("/api/maps", {"board": file})[1] == {"id": kept}
    assert [one["name"] for one in server.request("/api/maps")[1]["maps"]] == ["Switzerland"]


def test_a_map_is_served_like_a_built_in_game(server: Server, kept: str) -> None:
    facts = server.request(f"/api/games/{kept}")[1]
    assert (facts["name"], len(facts["cities"])) == ("Switzerland", 8) and facts["geometry"]
    for path, start in (("map.svg", b"<svg"), ("small.svg", b"<svg"), ("preview.png", b"\x89PNG")):
        assert server.request(f"/api/games/{kept}/{path}")[1].startswith(start)
    for kind, start in (("svg", b"<svg"), ("pdf", b"%PDF")):
        status, data = server.request(f"/api/maps/{kept}/board.{kind}")
        assert status == 200 and data.startswith(start)
    assert server.request(f"/api/maps/{'map-' + 20 * '0'}")[0] == 404
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "child"}]
    status, refused = server.request("/api/tables", {"game": "map-" + 20 * "0", "seats": seats})
    assert (status, refused["code"]) == (422, "unknown-game")


def test_a_game_on_a_map_is_played_hinted_replayed_and_proved(server: Server, kept: str) -> None:
    table, tokens = server.table("me bot", kept)
    assert server.request(f"/api/tables/{table}")[1]["name"] == "Switzerland"
    with server.join(table, *tokens) as client:
        client.until(lambda state: "0" in state["choices"])
        hint = client.ask(type="hint", seat=0, at=client.state["position"])
        assert hint["type"] == "advice", hint
        play_out(client, [0], random.Random(1))
    steps = server.request(f"/api/tables/{table}/replay?eyes=all")[1]
    assert steps["game"] == kept
    assert server.request(f"/api/tables/{table}/board.svg")[1].startswith(b"<svg")
    record = server.request(f"/api/tables/{table}/record")[1]
    assert record["board"]["id"] == kept
    (read_back,) = read_lines(json.dumps(record))
    assert verify(read_back) == []
    assert server.request("/api/replay", record)[1]["steps"][-1]["view"] == steps["steps"][-1]["view"]
    assert server.request(f"/api/tables/{table}/review", {})[1]["game"] == kept


def test_a_link_to_a_map_is_a_game_for_every_command(server: Server, kept: str) -> None:
    for link in (f"{server.url}/map/{kept}", f"{server.url}/api/maps/{kept}"):
        assert load(link).id == kept
    shown = CliRunner().invoke(app, ["board", "check", f"{server.url}/map/{kept}"])
    assert shown.exit_code == 0 and "is fine" in shown.output
    for link in (f"{server.url}/map/map-00", "http://127.0.0.1:9/map/map-0", "http://[", "https://\0"):
        with pytest.raises(BoardError):
            load(link)


def test_a_map_is_proposed_of_a_country_or_of_chosen_cities(server: Server) -> None:
    places = server.request("/api/places")[1]
    assert "GeoNames" in places["credit"] and len(places["countries"]) > 200
    status, made = server.request("/api/maps/proposal", {"name": "Iceland", "countries": ["IS"], "count": 8})
    assert status == 200 and len(made["board"]["cities"]) == 8 and made["land"].startswith("M")
    load(made["board"])
    for wish, code in (
        ({"countries": ["Atlantis"]}, "unknown-place"),
        ({"countries": ["VA"]}, "few-places"),
        ({}, "no-places"),
        ({"at": {"lat": -40, "lon": -120}}, "no-places"),
        ({"circle": {"lat": 0, "lon": -140, "kilometres": 300}}, "no-places"),
        ({"cities": [{"name": "A", "lat": 1, "lon": 1}]}, "few-places"),
    ):
        status, refused = server.request("/api/maps/proposal", {"name": "x", **wish})
        assert (status, refused["code"]) == (422, code)
    status, refused = server.request(
        "/api/maps/proposal", {"name": "x", "cities": [{"name": "A", "lat": 1e9, "lon": 1}]}
    )
    assert (status, refused["code"]) == (422, "bad-message")


@pytest.mark.parametrize(
    ("wide", "tall"),
    [(0.03, 0.02), (40, 30), (2, 0), (0, 2), (0.001, 0.001)],
    ids=["town", "land", "row", "column", "spot"],
)
def test_cities_lie_in_the_middle_of_their_sketch_and_fill_it(wide: float, tall: float) -> None:
    """Monaco's lay in a corner of a sketch that was made for whole countries, one over the other."""
    cities: list[BoardFile] = [
        {"lat": 43.7 + tall * up, "lon": 7.4 + wide * along} for up, along in ((0, 0), (1, 0.5), (0.5, 1))
    ]
    frame = mapmaking.frame_of(cities)
    spots = np.array([mapmaking.place(frame, city["lat"], city["lon"]) for city in cities])
    least, most = spots.min(axis=0), spots.max(axis=0)
    size = np.array([frame.width, frame.height])
    assert np.allclose(least + most, size, atol=1e-6), "in the middle"
    assert max(size) == pytest.approx(mapmaking.WIDE) and min(size) > mapmaking.WIDE / 3
    assert wide < 0.01 > tall or (most - least).max() > mapmaking.WIDE / 2


def test_the_map_of_the_world_shows_nearly_all_borders() -> None:
    """They are kept in thousands of short pieces, of which none is long enough to be drawn so small."""
    frame = mapmaking.WORLD
    wanted = shown = 0.0
    for line in layer("borders"):
        points = np.array([mapmaking.place(frame, latitude, longitude) for longitude, latitude in line])
        wanted += float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())
    for piece in mapmaking.paths("borders", frame).split("M")[1:]:
        points = np.array([[float(number) for number in point.split()] for point in piece.split("L")])
        shown += float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())
    assert shown > 0.7 * wanted


def test_a_map_is_proposed_of_a_list_as_people_write_it(server: Server) -> None:
    lines = [
        "Wien",
        "Graz",
        "Linz",
        "Salzburg",
        "Salzburg",
        "# not this one",
        "Innsbruck",
        "Klagenfurt",
        "Bregenz, Austria",
    ]
    wish = {"name": "x", "lines": [*lines, "Hallstatt, 47.56, 13.65"]}
    status, made = server.request("/api/maps/proposal", wish)
    assert status == 200 and len(made["board"]["cities"]) == 8
    assert {"Wien", "Hallstatt"} <= {city["name"] for city in made["board"]["cities"]}
    assert made["spare"] and "GeoNames" in made["board"]["credit"]
    for line in ("Nowhere at all", "Wien, Atlantis", "Hallstatt, 1e9, 0", "Hallstatt, nan, 0", ", 1, 1"):
        status, refused = server.request("/api/maps/proposal", {**wish, "lines": [*lines, line]})
        assert (status, refused["code"], refused["values"]["what"]) == (422, "unknown-town", line)
    assert server.request("/api/maps/proposal", {"name": "x", "lines": lines[:3]})[1]["code"] == "few-places"
    assert server.request("/api/maps/proposal", {"name": "x", "lines": ["x" * 121]})[1]["code"] == "bad-message"


def test_a_map_is_proposed_of_a_country_pointed_at_or_a_rectangle_with_wishes(server: Server) -> None:
    pointed = {"name": "x", "at": {"lat": 46.95, "lon": 7.45}, "count": 10, "extras": {"zones": 2, "beds": 3}}
    status, made = server.request("/api/maps/proposal", pointed)
    assert (status, made["country"], made["measures"]) == (200, "CH", None)
    assert len(made["board"]["zones"]) == 2 and made["board"]["pieces"]
    load(made["board"])
    box = {"south": 63, "west": -25, "north": 67, "east": -13}
    status, made = server.request("/api/maps/proposal", {"name": "x", "box": box, "count": 8})
    assert status == 200 and {city["name"] for city in made["board"]["cities"]} >= {"Reykjavík", "Akureyri"}


def test_a_proposal_is_played_by_planners_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mapmaking, "JUDGED", 4)
    wish = msgspec.convert({"name": "Iceland", "countries": ["IS"], "count": 8, "stage": "games"}, MapWish)
    made = json.loads(mapmaking.proposed(wish))
    assert made["measures"]["games"] == 4 and len(made["measures"]["seats"]) == 4
    load(made["board"])


def test_bots_try_a_map(server: Server) -> None:
    status, told = server.request("/api/maps/trial", {"board": small_map()})
    assert status == 200 and told["turns"] > 2 and 0 <= told["firstSeat"] <= 1


# ---- files that nobody means well with


def test_whatever_a_file_holds_the_reader_says_what_is_wrong() -> None:
    refused = 0
    for raw in [
        *TEXTS,
        *mutated(small_map(), 600),
        *(json.dumps(one).encode() for one in absurd(small_map()).values()),
    ]:
        try:
            load(read("the file", raw.decode("utf-8", "replace")))
        except BoardError as error:
            refused += 1
            assert error.problems and all(problem.strip() for problem in error.problems)
    assert refused > 500


def test_a_hostile_map_gets_a_sentence_and_games_go_on(server: Server, kept: str) -> None:
    table, tokens = server.table("me bot", kept)
    whole = [json.dumps(one).encode() for one in absurd(small_map()).values()]
    spots = [{**city, "lat": 10, "lon": 10} for city in small_map()["cities"]]
    whole.append(json.dumps({**small_map(), "cities": spots}).encode())
    rng, told = random.Random(2), 0
    wrong = [raw for raw in mutated(small_map(), 200, seed=3) if not _right(raw)]
    with server.join(table, *tokens) as client:
        for raw in [*TEXTS, *whole, *wrong]:
            body = b'{"board":' + raw + b"}"
            status, answer = server.request("/api/maps", body)
            assert status in (400, 413, 422), (raw[:200], answer)
            assert answer["code"] in ("bad-json", "bad-message", "too-large", "bad-map"), answer
            if answer["code"] == "bad-map":
                told += 1
                assert len(answer["values"]["what"]) > 5
        play_out(client, [0], rng)
    assert told > 150
    status, answer = server.request("/api/maps", b'{"board":{"name":"' + b"x" * 300_000 + b'"}}')
    assert (status, answer["code"]) == (413, "too-large")


def _right(raw: bytes) -> bool:
    try:
        load(read("the file", raw.decode()))
    except BoardError:
        return False
    return True


def test_a_hostile_file_gets_a_sentence_at_the_command_line(tmp_path: Any) -> None:
    file = tmp_path / "board.json"
    for raw in [*TEXTS, *mutated(small_map(), 25, seed=5)]:
        file.write_bytes(raw)
        shown = CliRunner().invoke(app, ["board", "check", str(file)])
        assert shown.exit_code in (0, 2), (raw[:100], shown.output, shown.exception)
        assert "Traceback" not in shown.output


# ---- bounds


def test_no_address_keeps_the_makers_from_the_others(tmp_path: Any) -> None:
    async def crowd() -> None:
        worker = Worker(store.open_store(f"sqlite:///{tmp_path / 'tables.sqlite'}"), Settings())
        try:
            busy = [asyncio.create_task(maps.work(worker, "1.1.1.1", _slowly)) for _ in range(maps.WAITING_EACH)]
            await asyncio.sleep(0)
            with pytest.raises(Refusal, match="too-fast"):  # so many may wait, no more
                await maps.work(worker, "1.1.1.1", _slowly)
            assert await asyncio.wait_for(maps.work(worker, "2.2.2.2", len, "four"), 60) == 4
            assert not all(task.done() for task in busy)
            for task in busy:
                task.cancel()
        finally:
            worker.makers.close()
            worker.pool.close()
            worker.slow.close()

    asyncio.run(crowd())


def test_whoever_waits_too_long_is_told_so_before_the_line_is_cut(tmp_path: Any) -> None:
    async def wait() -> None:
        limits = Limits(request_seconds=maps.ANSWERING + 0.5)
        worker = Worker(store.open_store(f"sqlite:///{tmp_path / 'tables.sqlite'}"), Settings(limits=limits))
        try:
            with pytest.raises(Refusal, match="slow-map"):
                await maps.work(worker, "1.1.1.1", _slowly)
        finally:
            worker.makers.close()
            worker.pool.close()
            worker.slow.close()

    asyncio.run(wait())


def _slowly() -> None:
    import time

    time.sleep(20)


def test_the_store_keeps_maps_and_tables_find_theirs(store_url: str) -> None:
    engine = store.open_store(store_url)
    for number in range(3):
        write(engine, store.keep_map, f"map-{number}", number, "anna", number > 0, f'{{"n":{number}}}', '{"é":1}')
    write(
        engine, store.keep_map, "map-0", 9, "ben", True, "other", "other"
    )  # it is there: now it is listed, and no more
    assert store.read_map(engine, "map-0") == '{"é":1}' and store.read_map(engine, "map-9") is None
    assert store.count_maps(engine, "anna") == (3, 3) and store.count_maps(engine, "ben") == (3, 0)
    assert store.listed_maps(engine, 2) == ['{"n":2}', '{"n":1}']
    for name, game in (("t1", "map-1"), ("t2", "usa")):
        write(engine, store.create, Head(name, 1, game, "ab" * 16, False, (), Options()), [], [], "gathering")
    own, built_in = store.read_head(engine, "t1"), store.read_head(engine, "t2")
    assert own and built_in and (own.source, built_in.source) == ('{"é":1}', "usa")


def test_an_address_keeps_so_many_maps(tmp_path: Any) -> None:
    async def one_more(address: str, limits: Limits) -> None:
        worker = Worker(store.open_store(f"sqlite:///{tmp_path / 'tables.sqlite'}"), Settings(limits=limits))
        try:
            await worker.write(store.keep_map, f"map-{address}", 1, mark_of(address, worker.marking), False, "", "")
            with pytest.raises(Refusal, match="too-many-maps"):
                await maps.keep(worker, NewMap(msgspec.Raw(b"{}")), address)
        finally:
            worker.makers.close()

    asyncio.run(one_more("1.1.1.1", Limits(maps_an_address=1)))
    asyncio.run(one_more("2.2.2.2", Limits(maps=2)))
