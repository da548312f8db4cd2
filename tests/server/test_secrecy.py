"""Secrecy on the wire: two games that differ only in what a reader may not know send that reader the same bytes."""

import json
import random
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
import uvicorn
from server_running import PATIENT, WAIT, Client, Server, any_move
from test_clubs import DUPLICATE, LIVE, all_rooms, joined, made, play_out
from test_late_news import play
from test_profiles import with_workers

from railhead.game import Game, seeds
from railhead.kernel import views
from railhead.kernel.records import TICKET_WORDS
from railhead.server import clubs, entries, gate, minding, moment, seating, table
from railhead.server.app import create_app
from railhead.server.endpoints import ENDPOINTS, TABLE
from railhead.server.gate import Company, Sight
from railhead.server.refusals import Refusal
from railhead.server.settings import Settings
from railhead.server.store import Entry, Head, open_store
from railhead.server.worker import Worker
from railhead.words import NewClub, Options, SeatPlan

SEED = "5e" * 16


# ---- over real sockets


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    """A server in this process, so that names, tokens, seeds and time can be the same in two runs."""
    settings = Settings(store=f"sqlite:///{folder / 'tables.sqlite'}", bot_processes=1, limits=PATIENT)
    found = Server(settings)
    config = uvicorn.Config(
        create_app(settings, open_store(settings.store)),
        host="127.0.0.1",
        port=found.port,
        log_config=None,
        ws_per_message_deflate=False,
    )
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    try:
        found.wait("/ready")
        yield found
    finally:
        running.should_exit = True
        thread.join(10)


@pytest.fixture
def same_world(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeds, "new_secret", lambda: SEED)
    monkeypatch.setattr(seating, "new_table_id", lambda: "sametable")
    monkeypatch.setattr(moment, "now", lambda: moment.STARTED)
    monkeypatch.setattr(moment, "STARTED", 1_763_200_000_000)


class Same:
    """Tokens that are the same in every run."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> str:
        self.count += 1
        return f"token-{self.count}"


def body(server: Server, path: str, **headers: str) -> bytes:
    request = urllib.request.Request(server.url + path, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=WAIT) as answer:
            return bytes(answer.read())
    except urllib.error.HTTPError as error:
        return error.read()


def seen_in(folder: Path, choice: str, monkeypatch: pytest.MonkeyPatch, moves: int) -> dict[str, list[str]]:
    """All that seat 0 and a watcher get in a game in which seat 1 keeps `choice`, then plays on in one and the same way."""
    monkeypatch.setattr(seating, "new_token", Same())
    lot = random.Random(4)
    with served(folder) as server:
        name, tokens = server.table("me here here", "europe")
        with (
            server.join(name, tokens[0]) as mine,
            server.join(name) as watcher,
            server.join(name, *tokens[1:]) as others,
        ):
            wait_quiet(mine, watcher, others)
            others.move(1, f"keep {choice}")
            wait_quiet(mine, watcher)
            mine.move(0, "keep 1 2")
            bodies = [body(server, f"/api/tables/{name}/replay?eyes=0", Authorization=f"Bearer {tokens[0]}")]
            if moves:
                others.move(2, "keep 1 2")
            for _ in range(moves):
                wait_quiet(mine, watcher, others)
                seat = mine.state["toMove"]
                if seat == 0:
                    mine.move(0, any_move(mine.state["choices"]["0"], lot))
                else:
                    wait_quiet(others)
                    mine.move(0, "draw")  # not its turn
                    legal = others.state["choices"][str(seat)]
                    others.move(seat, "draw" if "draw" in legal else any_move(legal, lot))
            wait_quiet(mine, watcher)
            mine.move(1, "draw")
            mine.ask(type="sync", after=0)
            for eyes in ("0", "1", "watch", "all"):
                bodies.append(
                    body(server, f"/api/tables/{name}/replay?eyes={eyes}", Authorization=f"Bearer {tokens[0]}")
                )
            bodies += [
                body(server, f"/api/tables/{name}{path}")
                for path in ("", "/replay", "/record", "/review", "/replay?eyes=0")
            ]
            bodies.append(body(server, f"/api/tables/{name}/replay?eyes=1", Authorization="Bearer wrong"))
            return {"mine": mine.raw, "watcher": watcher.raw, "bodies": [text.decode() for text in bodies]}


def wait_quiet(*clients: Client) -> None:
    """Read what is on its way."""
    for client in clients:
        client.ask(type="ping")


def test_what_another_keeps_changes_no_byte(tmp_path: Path, same_world: None, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for number, choice in enumerate(("1 2", "3 4")):
        (tmp_path / str(number)).mkdir()
        found.append(seen_in(tmp_path / str(number), choice, monkeypatch, 40))
    assert len(found[0]["mine"]) > 60
    for what in found[0]:
        assert found[0][what] == found[1][what]


def test_how_many_another_keeps_shows_only_when_all_have_chosen(
    tmp_path: Path, same_world: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for number, choice in enumerate(("1 2", "1 2 3 4")):
        (tmp_path / str(number)).mkdir()
        found.append(seen_in(tmp_path / str(number), choice, monkeypatch, 0))
    assert found[0] == found[1]
    assert any('"choose"' in text for text in found[0]["mine"])


# ---- at the gate, with every hidden card dealt anew


def live_table(game: Game) -> table.Live:
    """A table around a game."""
    plans = tuple(SeatPlan("me", name) for name in game.names)
    live = table.begin(Head("t", 1, game.setting.id, SEED, False, plans, Options()), [], True)
    live.started, live.game, live.number, live.position = True, game, 9, 9
    return live


def dealt_anew(game: Game, seat: int, number: int) -> Game:
    """A game that the seat cannot tell from this one."""
    other = game.clone()
    other.seed = game.seed
    views.redeal(game.setting.record, other.record, seat, np.uint64(number), np.zeros(TICKET_WORDS, np.uint64))
    return other


def shown(game: Game, seat: int, forbidden: list[str | list[int]]) -> list[bytes]:
    """Everything that a seat can get out of the server at this moment: its state, and the refusals of moves."""
    live = live_table(game)
    sight = Sight(live, Company([True] * game.players, 0), 1)
    found: list[bytes] = [gate.state(sight, (seat,), 0, [], None), gate.info(live, sight.company)]
    for wanted in forbidden:
        try:
            table.may_move(live, seat, 9)
            found.append(json.dumps(table.read_move(live, seat, wanted)).encode())
        except Refusal as refusal:
            found.append(gate.refused(refusal))
    return found


def after_blind_draw(game: Game, seat: int) -> bytes | None:
    """What the seat is told when another draws the top of the deck."""
    mover = game.to_move
    if mover is None or mover == seat or game.phase not in ("turn", "second-card") or game.record.deck_count < 10:
        return None
    copy = game.clone()
    copy.seed = None  # the card is another one in the game that was dealt anew
    live = live_table(copy)
    live.left, live.number, live.position = [], 9, 9
    told = table.fold(
        live,
        Entry(10, 1, mover, entries.Move(table.read_move(live, mover, "draw")[0], "draw", 0, False)),
    )
    return gate.update(Sight(live, Company([True] * copy.players, 0), 1), (seat,), told)


@pytest.mark.parametrize("name", ["usa", "europe", "france"])
def test_dealing_hidden_cards_anew_changes_no_byte(name: str) -> None:
    lot = random.Random(name)
    game = Game(name, players=3, seed=SEED)
    routes = [route.id for route in lot.sample(game.setting.routes, 6)]
    forbidden: list[str | list[int]] = [
        *(f"claim {route}" for route in routes),
        "draw",
        "take 3",
        "tickets",
        "keep 1",
        "station paris",
        "pay 1 red",
        f"build {routes[0]} red",
        *([decision] for decision in lot.sample(range(int(game.setting.record["decisions"])), 40)),
    ]
    compared = differing = 0
    while not game.over:
        if len(game.decisions) % 5 == 0:
            for seat in range(3):
                other = dealt_anew(game, seat, lot.getrandbits(60))
                assert shown(other, seat, forbidden) == shown(game, seat, forbidden)
                assert after_blind_draw(other, seat) == after_blind_draw(game, seat)
                compared += 1
                differing += bool(np.any(other.record.hands != game.record.hands)) or bool(
                    np.any(other.record.tickets != game.record.tickets)
                )
        game.play(lot.choice(game.moves()))
    assert compared > 60 and differing > compared // 2


# ---- tables with the same deal


def test_another_table_of_a_duplicate_changes_no_byte_until_all_have_ended(store_url: str) -> None:
    """Whoever still plays is told nothing of how the same cards fell elsewhere: only, when it is so, that a game there has ended."""

    async def scene(worker: Worker) -> None:
        club, _ = await made(worker, DUPLICATE)
        tokens = [
            await joined(worker, club, name) for name in ("Anna", "Ben", "Cleo", "Dan")
        ]  # Ben sits at the second table
        first, second = await all_rooms(worker, club)
        await play(worker, second, 6)
        seed = first.live.head.seed.encode()

        async def told() -> list[bytes]:
            """All that is to be had with Ben's token, and with none."""
            live = second.live
            sight = Sight(live, Company([True, True], 0), 1)
            found = [gate.state(sight, (0,), 0, [], None), gate.info(live, sight.company), gate.replay(live, "0")]
            return [*found, *[await clubs.show(worker, club, token) for token in (tokens[1], None)]]

        before = await told()
        await play(worker, first, 20)
        assert await told() == before
        await play(worker, first)
        await minding.look(worker, first.name)
        after = await told()
        assert [text.replace(b'"ended":true', b'"ended":false') for text in after] == before and after != before
        assert not any(seed in text for text in (*after, gate.info(first.live, Company([True, True], 0))))
        shared = await clubs.show(worker, club, tokens[0])  # who has ended sees points, and still no cards
        assert seed.decode() not in shared.decode() and second.name not in shared.decode()

    with_workers(store_url, scene)


def test_of_a_finished_table_of_a_duplicate_nothing_can_be_had_while_others_play(tmp_path: Path) -> None:
    """Whatever path there is to a table, and whoever asks: no card, no seed, no picture; who sat there has what they saw themselves."""
    url, names, tokens = f"sqlite:///{tmp_path / 'tables.sqlite'}", list[str](), list[str]()

    async def scene(worker: Worker) -> None:
        club, _ = await made(worker, NewClub("duplicate", "Four", "usa", [None, None], LIVE, tables=2, fill="child"))
        tokens.extend([await joined(worker, club, name) for name in ("Anna", "Ben", "Cleo", "Dan")])
        first, second = await all_rooms(worker, club)
        await play_out(worker, first)
        names.extend((first.name, second.name, first.live.head.seed, club))

    with_workers(url, scene)
    first, second, seed, club = names
    paths = [one for one in ENDPOINTS if "{table}" in one.path and one.method == "GET"]
    assert {one.path.rpartition("/")[2] for one in paths} >= {"replay", "record", "review", "chances", "board.svg"}
    with served(tmp_path) as server:
        for table_ in (first, second):
            for endpoint in paths:
                path = endpoint.path.replace("{table}", table_)
                for whose in (None, 1, 3) if table_ == first else (None, 0, 2):
                    mark = {} if whose is None else {"Authorization": f"Bearer {tokens[whose]}"}
                    for query in ("", "?eyes=all", "?eyes=watch", "?eyes=0", "?eyes=1"):
                        told = body(server, path + query, **mark)
                        assert seed.encode() not in told
                        if endpoint.path != TABLE:
                            code = json.loads(told)["code"]
                            assert code in ("sealed", "not-over", "wrong-token"), (path + query, whose, told)
            for wish, wanted in (
                ("branch", {"move": 5, "seat": 0, "name": "Eve"}), ("review", {}), ("seats/0", {"name": "Eve"}),
            ):  # fmt: skip
                status, answer = server.request(f"/api/tables/{table_}/{wish}", wanted)
                assert status >= 400, (wish, answer)
        own = {"Authorization": f"Bearer {tokens[0]}"}
        assert json.loads(body(server, f"/api/tables/{first}/replay?eyes=0", **own))["eyes"] == "0"
        for eyes in ("1", "all", "watch"):
            assert json.loads(body(server, f"/api/tables/{first}/replay?eyes={eyes}", **own))["code"] == "sealed"
        listed = body(server, f"/api/tables?of={first},{second}") + body(server, f"/api/clubs/{club}")
        assert seed.encode() not in listed


def test_the_seed_shows_only_at_the_end() -> None:
    game = Game("usa", players=2, seed=SEED)
    lot = random.Random(2)
    while not game.over:
        assert SEED.encode() not in b"".join(shown(game, 0, []))
        game.play(lot.choice(game.moves()))
    assert SEED in bytes(gate.info(live_table(game), Company([True] * game.players, 0))).decode()


def test_tokens_are_long_and_compared_whole() -> None:
    from railhead.server.tokens import hash_of, new_table_id, new_token, seat_of

    tokens = [new_token() for _ in range(5)]
    assert len(set(tokens)) == 5 and all(len(token) == 43 for token in tokens)
    assert len({new_table_id() for _ in range(200)}) == 200
    hashes = {seat: hash_of(token) for seat, token in enumerate(tokens)}
    assert [seat_of(token, hashes, {}) for token in tokens] == [0, 1, 2, 3, 4]
    assert all(seat_of(wrong, hashes, {}) is None for wrong in (tokens[0][:-1], "", "ü\ud800"))
    assert not any(token in repr(hashes) for token in tokens)
