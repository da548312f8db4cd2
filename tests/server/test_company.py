"""Those at a table: who stands up, cancels, resigns, is waited for, wants another game, and stands in the list."""

import html
import random
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from server_running import Client, Server, play_out, running

from railhead.server import moment, presence
from railhead.server.room import Room
from railhead.server.settings import Settings
from railhead.server.store import Head, Holder
from railhead.server.table import begin
from railhead.text.messages import language, languages
from railhead.words import Options, SeatPlan


def gathering(server: Server, seats: str = "me friend friend", **options: Any) -> tuple[str, str]:
    """A table that waits for people, and its host's token."""
    table, tokens = server.table(seats, **options)
    return table, tokens[0]


def sit(server: Server, table: str, seat: int, name: str) -> str:
    """Take a seat; its token."""
    status, taken = server.request(f"/api/tables/{table}/seats/{seat}", {"name": name})
    assert status == 201, taken
    return str(taken["seats"][0]["token"])


def code(answer: dict[str, Any]) -> str:
    return str(answer.get("code", answer["type"]))


# ---- before the game


def test_a_guest_stands_up_and_sees_nothing_of_who_comes_after(server: Server) -> None:
    table, host = gathering(server)
    token = sit(server, table, 1, "Ben")
    with server.join(table, host) as anna, server.join(table, token) as ben, server.join(table, token) as bens_phone:
        assert ben.state["you"] == [1]
        assert code(ben.ask(type="stand", seat=1)) == "done"
        for screen in (ben, bens_phone):
            screen.until(lambda state: state["you"] == [])
        assert anna.until(lambda state: state["table"]["seats"][1]["kind"] == "free")["entry"]["name"] == "Ben"
        # the token opens nothing any more
        with server.join(table, token) as stranger:
            assert stranger.heard[-1]["code"] == "wrong-token"
        carla, dora = sit(server, table, 1, "Carla"), sit(server, table, 2, "Dora")
        for screen in (ben, bens_phone):
            seen = screen.until(lambda state: state["phase"] == "first-tickets")
            assert seen["views"] == {} and seen["choices"] == {} and "hand" not in seen["watch"]
            assert code(screen.ask(type="move", seat=1, at=seen["position"], move="keep 1 2")) == "not-yours"
        with server.join(table, carla) as client, server.join(table, dora):
            assert client.state["you"] == [1] and client.state["views"]["1"]["hand"]
            assert code(client.ask(type="stand", seat=1)) == "started"


def test_who_made_the_table_frees_seats_and_does_not_stand_up(server: Server) -> None:
    table, host = gathering(server)
    tokens = [sit(server, table, 1, "Rude")]
    with server.join(table, host) as anna, server.join(table, tokens[0]) as rude:
        assert code(anna.ask(type="stand", seat=0)) == "not-guest"
        assert code(anna.ask(type="stand", seat=2)) == "unknown-seat"
        assert code(rude.ask(type="cancel")) == "not-host"
        assert code(anna.ask(type="stand", seat=1)) == "done"
        assert rude.until(lambda state: state["you"] == [])["table"]["seats"][1]["name"] is None
        assert code(rude.ask(type="stand", seat=2)) == "not-yours"


def test_a_cancelled_table_is_over_for_everybody(server: Server) -> None:
    table, host = gathering(server, open=True)
    with server.join(table, host) as anna, server.join(table) as watcher:
        assert table in [one["table"] for one in server.request("/api/tables")[1]["tables"]]
        assert code(watcher.ask(type="cancel")) == "not-host"
        assert code(anna.ask(type="cancel")) == "done"
        assert watcher.until(lambda state: state["phase"] == "cancelled")["table"]["phase"] == "cancelled"
        assert server.request(f"/api/tables/{table}/seats/1", {"name": "Ben"})[1]["code"] == "cancelled"
        assert code(anna.ask(type="fill")) == code(anna.ask(type="cancel")) == "cancelled"
        assert table not in [one["table"] for one in server.request("/api/tables")[1]["tables"]]


def test_the_list_says_who_is_there(server: Server) -> None:
    table, host = gathering(server, open=True)

    def listed() -> dict[str, Any] | None:
        tables = server.request("/api/tables")[1]["tables"]
        return next((one for one in tables if one["table"] == table), None)

    with server.join(table, host):
        found = listed()
        assert found is not None and found["present"] == [True, False, False]
    deadline = time.monotonic() + 20
    while (found := listed()) is not None and found["present"][0]:
        assert time.monotonic() < deadline
    assert found is not None and found["present"] == [False, False, False]  # gone a moment ago


@pytest.mark.parametrize(("ago", "alive"), [(1_000, True), (presence.LATELY + 1_000, False)])
def test_a_table_nobody_comes_back_to_is_dead(ago: int, alive: bool) -> None:
    now, plan = moment.now(), (SeatPlan("me", "Anna"), SeatPlan("friend"))
    head = Head("t", now - 10 * presence.LATELY, "usa", "ab" * 16, False, plan, Options())
    room = Room(begin(head, [Holder(0, "h", True)], True))
    room.left[0] = now - ago
    assert presence.alive(SimpleNamespace(heard={}, elsewhere={}), room) is alive  # type: ignore[arg-type]


# ---- in the game


def test_who_resigns_does_not_come_back(server: Server) -> None:
    table, tokens = server.table("me here")
    with server.join(table, tokens[0]) as anna, server.join(table, tokens[1]) as ben:
        assert code(ben.ask(type="resign", seat=0)) == "not-yours"
        assert code(ben.ask(type="resign", seat=1)) == "done"
        told = anna.until(lambda state: state["table"]["seats"][1]["resigned"])["entry"]
        assert (told["kind"], told["reason"], told["seat"]) == ("replace", "resign", 1)
        assert code(ben.ask(type="back", seat=1)) == code(ben.ask(type="resign", seat=1)) == "resigned"
        anna.move(0, "keep 1 2")
        anna.until(lambda state: state["toMove"] == 0)  # a bot has chosen, and plays on
    with server.join(table, tokens[1]) as again:  # not even by coming back
        assert again.state["table"]["seats"][1]["away"]


def claimed(client: Client) -> None:
    """Play until a route of our own has been claimed a moment ago."""
    lot = random.Random(1)
    for _ in range(200):
        client.until(lambda state: 0 in state["waiting"])
        choices = client.state["choices"]["0"]
        claims = choices.get("claim", {})
        if claims:
            route, claim = next(iter(claims.items()))
            way = claim["payments"][0]
            wanted = [part for part in (claim["decision"], way["decision"]) if part is not None]
            assert client.move(0, wanted)["type"] == "done", route
            return
        if "keep" in choices:
            client.move(0, [choices["keep"][-1]["decision"]])
        else:
            client.move(0, [choices["draw"]] if "draw" in choices else [lot.choice(choices["take"])["decision"]])
    raise AssertionError("no claim")


def test_bots_wait_while_a_move_may_be_taken_back(tmp_path: Path) -> None:
    with running(Settings(store=f"sqlite:///{tmp_path / 's'}", bot_pause=0.5, bot_processes=1)) as slow:
        table, tokens = slow.table("me bot", clock={"minutes": 10})
        with slow.join(table, *tokens) as anna:
            claimed(anna)
            state = anna.until(lambda state: state["undo"] == 0)
            assert state["toMove"] == 1 and state["biding"] - state["time"] > 1_000
            before = state["clock"]["left"][0]
            time.sleep(1.2)  # longer than a bot's usual pause
            assert code(anna.ask(type="undo", seat=0, at=state["position"])) == "done"
            back = anna.until(lambda state: state["toMove"] == 0)
            assert before - back["clock"]["left"][0] >= 1_100  # whoever wavers pays for it
            assert back["biding"] is None
            claimed(anna)
            anna.until(lambda state: state["undo"] == 0)
            assert code(anna.ask(type="go-on", seat=1)) == "not-yours"
            assert code(anna.ask(type="go-on", seat=0)) == "done"
            anna.until(lambda state: state["undo"] is None)  # the bot has moved


def test_bots_answer_a_person_without_a_pause(tmp_path: Path) -> None:
    """Everybody's page shows what happened at its own pace; only where bots are among themselves they are slow for all."""
    with running(Settings(store=f"sqlite:///{tmp_path / 's'}", bot_pause=3600, bot_processes=1)) as slow:
        table, tokens = slow.table("me bot bot")
        with slow.join(table, *tokens) as anna:
            for _ in range(3):
                asked = anna.until(lambda state: 0 in state["waiting"])
                choices = asked["choices"]["0"]
                anna.move(0, [choices["keep"][-1]["decision"] if "keep" in choices else choices["draw"]])


# ---- after the game


def finished(server: Server, seats: str = "me here here") -> tuple[str, list[str], dict[str, Any]]:
    """A table whose game is over, and what its seats saw at the start."""
    table, tokens = server.table(seats)
    with server.join(table, *tokens) as client:
        first = client.state["views"]
        assert code(client.ask(type="again")) == "not-over"
        play_out(client, list(range(len(tokens))), random.Random(5))
    return table, tokens, first


def test_a_rematch_asks_the_others_and_is_for_those_who_want_it(server: Server) -> None:
    table, tokens, _ = finished(server)
    with (
        server.join(table, tokens[0]) as anna,
        server.join(table, tokens[1]) as ben,
        server.join(table, tokens[2]) as cy,
    ):
        with server.join(table) as watcher:
            assert code(watcher.ask(type="again")) == "not-yours"
        assert code(anna.ask(type="again")) == "done"
        asked = ben.until(lambda state: state["table"]["ballots"])["table"]
        assert asked["ballots"] == [{"sameDeal": False, "yes": [0], "no": []}] and asked["rematch"] is None
        assert code(ben.ask(type="again", yes=False)) == "done"
        assert code(cy.ask(type="again")) == "done"
        entry = anna.until(lambda state: state["table"]["rematch"])["entry"]
        assert (entry["kind"], entry["seats"]) == ("rematch", [0, 2])
        assert code(ben.ask(type="again")) == "done"  # too late: it is the same table
    with server.join(entry["table"], tokens[2]) as cy:
        assert cy.state["you"] == [1] and [seat["name"] for seat in cy.state["table"]["seats"]] == [
            "Player 0",
            "Player 2",
        ]
    with server.join(entry["table"], tokens[1]) as ben:
        assert ben.heard[-1]["code"] == "wrong-token"


def test_the_same_deal_again_deals_the_same_and_bots_sit_for_who_does_not_want_it(server: Server) -> None:
    table, tokens, first = finished(server)
    with server.join(table, tokens[0]) as anna:
        assert code(anna.ask(type="again", sameDeal=True)) == "done"
        assert anna.state["table"]["again"] is None
        assert code(anna.ask(type="again", sameDeal=True, now=True)) == "done"
        again = anna.until(lambda state: state["table"]["again"])["table"]["again"]
    with server.join(again, tokens[0]) as anna:
        mine, told = anna.state["views"]["0"], anna.state["table"]
        assert (mine["hand"], mine["offer"], told["sameDeal"]) == (first["0"]["hand"], first["0"]["offer"], True)
        assert [seat["kind"] for seat in anna.state["table"]["seats"]] == ["person", "bot", "bot"]


def test_an_answer_is_changed_once(server: Server) -> None:
    table, tokens, _ = finished(server, "me here")
    with server.join(table, tokens[0]) as anna:
        answers = [code(anna.ask(type="again", yes=yes)) for yes in (True, False, False, True)]
        assert answers == ["done", "done", "done", "answered"]
        assert anna.state["table"]["ballots"] == [{"sameDeal": False, "yes": [], "no": [0]}]


# ---- what a link shows


def test_a_link_to_a_table_tells_messengers_what_all_may_know(server: Server) -> None:
    table, tokens = server.table("me friend", "europe")
    page = server.request(f"/t/{table}", **{"Accept-Language": "en"})[1].decode()
    if "</head>" not in page:
        pytest.skip("the page is not built: npm run build in web/")
    assert 'content="Player 0 invites you – Europe"' in page and f'og:url" content="{server.url}/t/{table}"' in page
    assert f'{server.url}/api/games/europe/preview.png"' in page
    assert tokens[0] not in page
    assert "og:image" in server.request("/")[1].decode()
    assert "invites you" not in server.request("/t/nosuchtable")[1].decode()
    rude, _ = server.table("friend friend")
    sit(server, rude, 0, '"><script>1</script>')
    assert "<script>1" not in server.request(f"/t/{rude}")[1].decode()


@pytest.mark.parametrize("code", languages())
def test_a_link_is_told_in_the_language_of_whoever_asks(server: Server, code: str) -> None:
    table, _ = server.table("me friend", "france")
    page = server.request(f"/t/{table}", **{"Accept-Language": f"tlh, {languages()[code]['locale']};q=0.8, en;q=0.1"})[
        1
    ].decode()
    if "</head>" not in page:
        pytest.skip("the page is not built: npm run build in web/")
    say = language(code).say
    assert say("preview.invited", name="Player 0", game=say("game.france")) in html.unescape(page)
    home = html.unescape(server.request("/", **{"Accept-Language": code})[1].decode())
    assert say("preview.title") in home and say("preview.about") in home


def test_the_picture_of_a_link_is_a_png(server: Server) -> None:
    status, data = server.request("/api/games/europe/preview.png")
    assert status == 200 and data.startswith(b"\x89PNG") and len(data) < 600_000
    assert server.request("/api/games/nowhere/preview.png")[0] == 404
