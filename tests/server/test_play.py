"""Whole games and everything that happens around them, over real sockets."""

import gzip
import hashlib
import json
import random
import time
from typing import Any

import msgspec
import pytest
from server_running import Client, Server, any_move, every_move, play_out, refused

from railhead.game.record import verify
from railhead.words import Record


def started(server: Server, seats: str = "me me", game: str = "usa", **options: Any) -> tuple[str, list[str], Client]:
    """A table whose first tickets are chosen, with one client that plays all seats."""
    table, tokens = server.table(seats, game, **options)
    client = server.join(table, *tokens)
    while client.state["phase"] == "first-tickets":
        seat = client.state["waiting"][0]
        assert client.move(seat, [client.state["choices"][str(seat)]["keep"][-1]["decision"]])["type"] == "done"
    return table, tokens, client


def draw_until_claim(client: Client) -> tuple[int, list[int]]:
    """Draw until somebody can claim without a surprise; the seat and the claim."""
    for _ in range(200):
        seat = client.state["waiting"][0]
        choices = client.state["choices"][str(seat)]
        for word, decisions in every_move(choices):
            if word == "claim":
                return seat, decisions
        move = "draw" if "draw" in choices else any_move(choices, random.Random(1))
        assert client.move(seat, move)["type"] == "done"
    raise AssertionError("nobody can ever claim")


@pytest.mark.parametrize("game", ["usa", "europe", "france"])
def test_a_whole_game_with_a_bot_is_fair_and_can_be_checked(server: Server, game: str) -> None:
    table, tokens = server.table("me bot", game)
    commitment = server.request(f"/api/tables/{table}")[1]["commitment"]
    assert server.request(f"/api/tables/{table}/record") == (409, refused("not-over"))
    with server.join(table, *tokens) as client:
        play_out(client, [0], random.Random(3))
        end = client.state["entry"]["events"][-1]
    assert end["e"] == "end" and len(end["scores"]) == 2
    info = server.request(f"/api/tables/{table}")[1]
    assert info["phase"] == "over" and info["winners"] == end["winners"]
    assert hashlib.sha256(info["seed"].encode()).hexdigest() == commitment == info["commitment"]
    status, record = server.request(f"/api/tables/{table}/record")
    assert status == 200 and record["seedHash"] == commitment and verify(msgspec.convert(record, Record)) == []
    record["result"]["totals"][0] += 1
    assert verify(msgspec.convert(record, Record)) != []


def test_two_people_see_the_same_updates_and_only_their_own_cards(server: Server) -> None:
    table, tokens = server.table("me here")
    with server.join(table, tokens[0]) as anna, server.join(table, tokens[1]) as ben, server.join(table) as watcher:
        assert anna.state["you"] == [0] and ben.state["you"] == [1] and watcher.state["you"] == []
        assert set(anna.state["views"]) == {"0"} and anna.state["watch"] is None
        assert watcher.state["views"] == {} and "hand" not in watcher.state["watch"]
        assert anna.state["story"][0]["kind"] == "start"
        deals = {event["p"]: event for event in anna.state["story"][0]["events"] if event["e"] == "deal"}
        assert len(deals[0]["cards"]) == 4 and deals[1] == {"e": "deal", "p": 1, "count": 4}
        assert ben.move(1, "keep 1 2 3")["type"] == "done"  # before seat 0 is asked (C5)
        anna.until(lambda state: state["waiting"] == [0])
        assert anna.state["entry"]["kind"] == "choose" and "events" not in anna.state["entry"]
        assert anna.state["chosen"] == {} and ben.state["chosen"] == {"1": [1, 2, 3]}
        assert ben.move(1, "keep 1 2")["code"] == "already-chosen"
        assert anna.move(0, "keep 1 2")["type"] == "done"
        kept = [event for event in anna.state["entry"]["events"] if event["e"] == "keep"]
        assert len(kept[0]["tickets"]) == 2 and kept[1] == {"e": "keep", "p": 1, "count": 3}
        assert [event["e"] for event in anna.state["entry"]["events"]] == ["keep", "keep", "first"]
        watcher.until(lambda state: state["phase"] == "turn")
        assert next(event for event in watcher.state["entry"]["events"] if event["e"] == "keep") == {
            "e": "keep",
            "p": 0,
            "count": 2,
        }


def test_moves_are_refused_by_code(server: Server) -> None:
    table, tokens = server.table("me here")
    with server.join(table, tokens[0]) as anna, server.join(table, tokens[1]) as ben:
        assert anna.move(0, "keep 1")["code"] == "keep-more"
        assert anna.move(0, "draw")["code"] == "not-now"
        assert anna.move(1, "keep 1 2")["code"] == "not-yours"
        assert anna.ask(type="move", seat=0, at=0, move="dance")["code"] == "unknown-word"
        assert anna.ask(type="move", seat=0, at=0, move={"word": "draw"})["code"] == "not-now"
        assert anna.ask(type="move", seat=0, at=0, move={"word": "take", "slot": 9})["code"] == "which-card"
        assert anna.move(0, [99999])["code"] == "illegal-decision"
        for neither_or_both in ({}, {"move": "keep 1 2", "decisions": [12]}):
            anna.send(type="move", seat=0, at=0, **neither_or_both)
            assert anna.hear("refused")["code"] == "bad-message"
        anna.move(0, "keep 1 2")
        ben.until(lambda state: state["waiting"] == [1])
        ben.move(1, "keep 1 2")
        anna.until(lambda state: state["phase"] == "turn")
        clients = (anna, ben)
        mover, other = anna.state["toMove"], 1 - anna.state["toMove"]
        clients[other].until(lambda state: state["phase"] == "turn")
        clients[mover].until(lambda state: state["phase"] == "turn")
        refused = clients[other].move(other, "draw")
        assert refused["code"] == "not-your-turn" and refused["values"] == {"waiting": [mover]}
        at = clients[mover].state["position"]
        assert clients[mover].move(mover, "draw")["type"] == "done"
        again = clients[mover].ask(type="move", seat=mover, at=at, move="draw")  # the same message once more
        assert again["code"] == "stale" and again["values"] == {"position": at + 1}
        refused = clients[mover].move(mover, "claim nowhere-else with 1 red")
        assert refused["code"] == "not-now" and refused["rule"] == "C8"


def test_undo_takes_back_a_claim_until_somebody_acts(server: Server) -> None:
    table, tokens, client = started(server, "me here")
    with client, server.join(table) as watcher:
        seat, claim = draw_until_claim(client)
        before = client.state["views"]
        claimed = client.move(seat, claim)["number"]
        assert client.state["undo"] == seat and client.state["views"] != before
        other = 1 - seat
        assert client.ask(type="undo", seat=other, at=client.state["position"])["code"] == "no-undo"
        assert client.ask(type="undo", seat=seat, at=client.state["position"])["type"] == "done"
        assert client.state["views"] == before and client.state["undo"] is None
        assert client.state["entry"]["kind"] == "undo" and client.state["entry"]["undoes"] == claimed
        assert client.ask(type="undo", seat=seat, at=client.state["position"])["code"] == "no-undo"
        client.move(seat, claim)
        client.move(other, "draw")
        assert client.state["undo"] is None
        assert client.ask(type="undo", seat=seat, at=client.state["position"])["code"] == "no-undo"
        watcher.until(lambda state: state["number"] == client.state["number"])
    status, replay = server.request(f"/api/tables/{table}/replay")
    kinds = [event["e"] for step in replay["steps"] for event in step["events"]]
    assert status == 200 and kinds.count("claim") == 1 and kinds[-1] == "blind"
    with server.join(table, *tokens) as back:  # what was folded while it happened is what a fresh load gives
        assert back.state["views"] == client.state["views"]


def test_undo_is_not_offered_after_a_card_was_seen_nor_where_it_is_not_allowed(server: Server) -> None:
    _, _, client = started(server, "me here")
    with client:
        seat = client.state["toMove"]
        client.move(seat, "draw")
        assert client.state["undo"] is None
        assert client.ask(type="undo", seat=seat, at=client.state["position"])["code"] == "no-undo"
    _, _, client = started(server, "me here", undo=False)
    with client:
        seat, claim = draw_until_claim(client)
        client.move(seat, claim)
        assert client.state["undo"] is None


def test_friends_take_seats_and_the_game_begins_with_the_last(server: Server) -> None:
    table, tokens = server.table("me friend friend", open=True)
    assert table in [one["table"] for one in server.request("/api/tables")[1]["tables"]]
    with server.join(table, *tokens) as host:
        assert host.state["phase"] == "gathering" and host.state["views"] == {}
        assert host.move(0, "draw")["code"] == "not-started"
        status, seat = server.request(f"/api/tables/{table}/seats/1", {"name": " Carla "})
        assert status == 201
        assert server.request(f"/api/tables/{table}/seats/1", {"name": "Dora"}) == (
            409,
            refused("seat-taken", seat=1),
        )
        assert server.request(f"/api/tables/{table}/seats/4", {"name": "Dora"})[1]["code"] == "unknown-seat"
        host.until(lambda state: state["number"] == 1)
        assert host.state["entry"] == {
            "number": 1,
            "time": host.state["entry"]["time"],
            "kind": "sit",
            "seat": 1,
            "name": "Carla",
        }
        with server.join(table, seat["seats"][0]["token"]) as carla:
            assert carla.ask(type="fill")["code"] == "not-host"
        assert host.ask(type="fill", level="nobody")["code"] == "unknown-level"
        assert host.ask(type="fill")["type"] == "done"
        assert host.state["phase"] == "first-tickets"
    assert table not in [one["table"] for one in server.request("/api/tables")[1]["tables"]]


def test_a_bot_takes_the_seat_of_somebody_away_and_gives_it_back(server: Server) -> None:
    table, tokens, client = started(server, "me here")
    client.close()
    with server.join(table, tokens[0]) as anna:
        with server.join(table, tokens[1]):
            anna.until(lambda state: state["present"] == [True, True])
            assert anna.ask(type="replace", seat=1)["code"] == "present"
        anna.until(lambda state: state["present"] == [True, False])
        while (answer := anna.ask(type="replace", seat=1))["type"] != "done":  # not before they are away for a while
            assert answer["code"] == "present"
            time.sleep(0.05)
        assert server.request(f"/api/tables/{table}")[1]["seats"][1]["away"] is True
        if anna.state["toMove"] == 0:
            for _ in range(2):
                anna.move(0, "draw")
        anna.until(lambda state: state.get("entry", {}).get("bot") is True)
        with server.join(table, tokens[1]) as ben:
            ben.until(lambda state: state["table"]["seats"][1]["away"] is False)
        with server.join(table) as watcher:
            assert watcher.ask(type="replace", seat=1)["code"] == "not-yours"
        assert anna.ask(type="replace", seat=0)["type"] == "done"  # one's own
        assert anna.move(0, "draw")["code"] == "bot-plays"
        assert anna.ask(type="back", seat=0)["type"] == "done"
        assert anna.ask(type="back", seat=0)["code"] == "not-away"


def test_a_clock_counts_down_in_a_turn_and_gets_its_increment_after_it(server: Server) -> None:
    began = time.monotonic()
    _, _, client = started(server, "me here", clock={"minutes": 1, "increment": 5})
    with client:
        clock, seat = client.state["clock"], client.state["toMove"]
        assert clock["running"] == seat and clock["left"][1 - seat] == 60_000
        client.move(seat, "draw")
        within = client.state["clock"]["left"][seat]  # the turn is not over
        client.move(seat, "draw")
        after = client.state["clock"]["left"]
        used = 1000 * (time.monotonic() - began)
        assert 60_000 - used <= within <= clock["left"][seat] <= 60_000
        assert 65_000 - used <= after[seat] <= within + 5_000 and client.state["clock"]["running"] == 1 - seat


def test_chat_is_kept_apart_from_the_game(server: Server) -> None:
    table, tokens = server.table("me here")
    with server.join(table, tokens[0]) as anna, server.join(table) as watcher:
        number = anna.state["number"]
        assert anna.ask(type="chat", seat=0, text="  <b>hello</b> ")["type"] == "done"
        line = watcher.hear("chat")
        assert (line["seat"], line["name"], line["text"]) == (0, "Player 0", "<b>hello</b>")
        assert anna.ask(type="chat", seat=1, text="not me")["code"] == "not-yours"
        for text in ("", " ", "x" * 501, "a\x00b", "a\u202eb"):
            assert anna.ask(type="chat", seat=0, text=text)["code"] == "bad-text"
        assert anna.state["number"] == number
    with server.join(table) as late:
        assert [line["text"] for line in late.state["chat"]] == ["<b>hello</b>"]


def test_sync_tells_what_was_missed(server: Server) -> None:
    _, _, client = started(server, "me here")
    with client:
        story = client.ask(type="sync", after=0)["story"]
        assert [entry["number"] for entry in story] == list(range(1, client.state["number"] + 1))
        assert client.ask(type="sync", after=client.state["number"])["story"] == []
        assert client.ask(type="sync", after=1)["story"] == story[1:]


def test_a_replay_shows_to_each_what_they_may_see(server: Server) -> None:
    table, tokens, client = started(server, "me here", "europe")
    with client:
        for _ in range(6):
            client.move(client.state["toMove"], "draw")
        path = f"/api/tables/{table}/replay"
        watch = server.request(path)[1]
        mine = server.request(path + "?eyes=0", Authorization=f"Bearer {tokens[0]}")[1]
        assert server.request(path + "?eyes=1", Authorization=f"Bearer {tokens[0]}")[1]["code"] == "not-over"
        assert server.request(path + "?eyes=all", Authorization=f"Bearer {tokens[0]}")[1]["code"] == "not-over"
        assert server.request(path + "?eyes=0")[1]["code"] == "not-over"
        assert server.request(path + "?eyes=nobody")[1]["code"] == "bad-message"
        assert mine["steps"][-1]["view"] == client.state["views"]["0"]
        assert all("hand" not in step["view"] for step in watch["steps"])
        blind = [event for step in watch["steps"] for event in step["events"] if event["e"] == "blind"]
        assert len(blind) == 6 and all("card" not in event for event in blind)
        play_out(client, [0, 1], random.Random(7))
        end = client.state["entry"]["events"][-1]
    everything = server.request(path + "?eyes=all")[1]
    small = server.request(path + "?eyes=all", Accept_Encoding="gzip")[
        1
    ]  # told once, kept, and sent as it is asked for
    assert json.loads(gzip.decompress(small)) == everything
    assert everything["over"] and len(everything["steps"][-1]["all"]) == 2
    assert everything["chart"][-1] == [score["total"] for score in end["scores"]]
    assert everything["steps"][0]["events"][0]["e"] == "deal" and "cards" in everything["steps"][0]["events"][0]
