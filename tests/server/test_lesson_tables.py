"""The tables of lessons: made by name, judged by the server, with rivals that play as the lesson says, and soon forgotten."""

from typing import Any

import pytest
from server_running import Client, Server, every_move, refused

from railhead.lessons import LESSONS
from railhead.server import moment, store
from railhead.server.course import LESSONS_FOR
from railhead.server.store import Head, Holder
from railhead.server.table import start_entry
from railhead.words import Options, SeatPlan


def begun(server: Server, name: str) -> tuple[str, str]:
    """The table of a lesson, and the learner's token."""
    status, made = server.request(f"/api/lessons/{name}", {"name": "Ada"})
    assert status == 201 and [seat["seat"] for seat in made["seats"]] == [0]
    return made["table"], made["seats"][0]["token"]


def lesson_in(client: Client) -> dict[str, Any]:
    found: dict[str, Any] = client.state["lesson"]
    return found


def do_what_is_asked(client: Client) -> None:
    """Of what may be done, in the words that are asked for, the first thing that the lesson lets happen."""
    before = lesson_in(client)["step"]
    asked = {move["word"] for move in lesson_in(client)["ask"]}
    for word, decisions in every_move(client.state["choices"]["0"]):
        if word in asked and client.move(0, decisions)["type"] == "done":
            break
    assert lesson_in(client)["step"] > before


def my_turn(client: Client) -> None:
    client.until(lambda state: state["phase"] == "over" or "0" in state["choices"])


@pytest.mark.parametrize("name", LESSONS)
def test_whoever_does_what_is_asked_finishes(server: Server, name: str) -> None:
    table, token = begun(server, name)
    with server.join(table, token) as client:
        steps = lesson_in(client)["steps"]
        for step in range(steps):
            my_turn(client)
            assert lesson_in(client)["step"] == step
            do_what_is_asked(client)
        assert lesson_in(client)["done"] == (name != "first")


def test_another_move_is_refused_with_its_word_and_changes_nothing(server: Server) -> None:
    table, token = begun(server, "cards")
    with server.join(table, token) as client:
        before = client.state["number"]
        answer = client.move(0, "take locomotive")
        assert (answer["code"], answer["values"]) == ("lesson", {"say": "lesson.cards.first.locomotive"})
        assert client.move(0, "claim atlanta-miami")["code"] == "cards"  # the rules have their say as ever
        assert client.state["number"] == before
        assert client.move(0, "take red")["type"] == "done"


def test_only_the_learner_is_told(server: Server) -> None:
    table, token = begun(server, "cards")
    with server.join(table) as watcher, server.join(table, token) as client:
        assert watcher.state["lesson"] is None and lesson_in(client)["name"] == "cards"
    info = server.request(f"/api/tables/{table}")[1]
    assert info["lesson"] == "cards" and info["phase"] == "playing"


def test_taking_a_move_back_takes_the_step_back(server: Server) -> None:
    table, token = begun(server, "count")
    with server.join(table, token) as client:
        assert client.move(0, "claim little-rock-new-orleans with 3 green")["type"] == "done"
        if client.ask(type="undo", seat=0, at=client.state["position"])["type"] == "done":  # the rival was slower
            assert lesson_in(client)["step"] == 0


def test_a_lesson_has_no_record_no_replay_from_the_middle_and_is_not_listed(server: Server) -> None:
    table, token = begun(server, "count")
    with server.join(table, token) as client:
        for _ in range(2):
            my_turn(client)
            do_what_is_asked(client)
        assert client.state["phase"] == "over" and lesson_in(client)["say"] == ["lesson.count.end"]
    assert server.request(f"/api/tables/{table}/replay") == (409, refused("lesson"))
    assert server.request(f"/api/tables/{table}/record") == (409, refused("lesson"))
    assert all(one["table"] != table for one in server.request("/api/tables")[1]["tables"])
    with server.join(table, token) as client:
        assert client.ask(type="again", sameDeal=True)["code"] == "lesson"
        assert client.ask(type="again")["type"] == "done"
        follower = client.until(lambda state: state["table"]["rematch"])["table"]["rematch"]
    assert server.request(f"/api/tables/{follower}")[1]["lesson"] is None


def test_lessons_that_are_not_there_and_names_that_are_none(server: Server) -> None:
    assert server.request("/api/lessons/nothing", {"name": "Ada"}) == (404, refused("unknown-path"))
    assert server.request("/api/lessons/..%2Fcards", {"name": "Ada"})[0] == 404
    assert server.request("/api/lessons/cards", {"name": ""})[1]["code"] == "bad-name"
    assert server.request("/api/lessons/cards", {})[1]["code"] == "bad-message"


def test_games_name_their_lessons(server: Server) -> None:
    told = server.request("/api/games")[1]
    assert [lesson["name"] for lesson in told["lessons"]] == list(LESSONS)
    assert {lesson["game"] for lesson in told["lessons"]} <= {game["id"] for game in told["games"]}


def test_old_lessons_are_forgotten_and_nothing_else(store_url: str) -> None:
    engine = store.open_store(store_url)
    now = moment.now()

    def made(name: str, created: int, lesson: str) -> None:
        head = Head(name, created, "usa", "1", False, (SeatPlan("me", "Ada"),) * 2, Options(), lesson=lesson)
        with store.transaction(engine) as connection:
            store.create(connection, head, [start_entry(1, ["a", "b"], created)], [Holder(0, "x", True)], "playing")

    made("old", now - LESSONS_FOR - 1, "cards")
    made("new", now, "cards")
    made("game", now - LESSONS_FOR - 1, "")
    with store.transaction(engine) as connection:
        store.forget_lessons(connection, now - LESSONS_FOR)
    assert store.read_head(engine, "old") is None and store.read_entries(engine, "old") == []
    kept = store.read_head(engine, "new")
    assert kept is not None and kept.lesson == "cards"
    assert store.read_head(engine, "game") is not None and len(store.read_entries(engine, "game")) == 1
