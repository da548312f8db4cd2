"""Tables in the middle of a game, played over a socket: quicker than by clicking."""

import json
import time
import urllib.request
from collections.abc import Callable
from typing import Any

from websockets.sync.client import ClientConnection, connect

from railhead.words import PROTOCOL


def best(choices: dict[str, Any]) -> list[int]:
    """The longest claim there is, else a card, else whatever can be done."""
    if claims := choices.get("claim"):
        claim = max(claims.values(), key=lambda one: sum(one["payments"][0]["cards"].values()))
        return told(claim["decision"], claim["payments"][0]["decision"])
    if "keep" in choices:
        return told(
            next(
                one["decision"]
                for one in choices["keep"]
                if len(one["kept"]) == min(3, len(choices["keep"][-1]["kept"]))
            )
        )
    if builds := choices.get("build"):
        bed = next(iter(builds.values()))
        return told(bed["decision"], bed["pieces"][0]["decision"])
    if "pay" in choices:
        return told(choices["pay"][0]["decision"])
    for word in ("draw", "decline", "tickets"):
        if word in choices:
            return told(choices[word])
    return told(choices["take"][0]["decision"])


def told(*decisions: int | None) -> list[int]:
    """A decision that is None is already made."""
    return [decision for decision in decisions if decision is not None]


def play_until(socket: ClientConnection, pick: Callable[[dict[str, Any]], list[int] | None]) -> bool:
    """Play the first seat: what `pick` says of each state in which it is asked, until that is nothing; whether the game goes on."""
    sent = False
    while True:
        message = json.loads(socket.recv(120))
        if message["type"] == "refused":
            assert message["code"] == "too-fast", message
            time.sleep(message["values"]["wait"] / 1000)
        if message["type"] in ("done", "refused"):
            sent = False
        if message["type"] in ("state", "update"):
            state = message
        if state["phase"] == "over":
            return False
        if sent or state["phase"] == "preparing" or 0 not in state["waiting"]:
            continue
        decisions = pick(state)
        if decisions is None:
            return True
        sent = True
        move = {"type": "move", "id": state["position"], "seat": 0, "at": state["position"]}
        socket.send(json.dumps({**move, "decisions": decisions}))


def new_table(address: str, game: str, players: int = 5) -> tuple[str, str]:
    """A table of a person and easy bots: its name, and the token of the first seat."""
    seats = [{"kind": "me", "name": "Maximilian"}, *({"kind": "bot", "level": "easy"} for _ in range(players - 1))]
    body = json.dumps({"game": game, "seats": seats, "options": {}}).encode()
    asked = urllib.request.Request(f"{address}/api/tables", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked, timeout=120) as answer:
        made = json.loads(answer.read())
    return made["table"], made["seats"][0]["token"]


def played(
    address: str, game: str, players: int, pick: Callable[[dict[str, Any]], list[int] | None], over: bool = False
) -> tuple[str, str]:
    """A new table, played so far; another one where rivals ended the game before, unless it is meant to be over."""
    while True:
        table, token = new_table(address, game, players)
        if play_at(address, table, token, pick) or over:
            return table, token


def play_at(address: str, table: str, token: str, pick: Callable[[dict[str, Any]], list[int] | None]) -> bool:
    """Play the first seat of a table so far; whether the game goes on."""
    hello = {"type": "hello", "protocol": PROTOCOL, "table": table, "tokens": [token], "after": 0}
    with connect(f"{address.replace('http', 'ws')}/api/socket", max_size=None) as socket:
        socket.send(json.dumps(hello))
        return play_until(socket, pick)


def middle_of_a_game(address: str, game: str, players: int = 5, trains: int = 24) -> tuple[str, str]:
    """A table where the first seat, of a person, has so few trains left, has drawn more tickets, and is to move: its name, and the token of the seat."""
    more = 1

    def pick(state: dict[str, Any]) -> list[int] | None:
        nonlocal more
        choices = state["choices"]["0"]
        if state["phase"] == "turn" and state["views"]["0"]["seats"][0]["trains"] <= trains:
            if more == 0:
                return None
            more -= 1
            choices = {"tickets": choices["tickets"]} if "tickets" in choices else choices
        return best(choices)

    return played(address, game, players, pick, over=trains < 0)


def full_hand(address: str, game: str, cards: int = 16) -> tuple[str, str]:
    """A table where the first seat has only drawn, so many cards, and is to move."""

    def pick(state: dict[str, Any]) -> list[int] | None:
        choices = state["choices"]["0"]
        if state["phase"] == "turn" and sum(state["views"]["0"]["hand"].values()) >= cards:
            return None
        return told(choices["draw"]) if "draw" in choices else best(choices)

    return played(address, game, 2, pick)


def finished_game(address: str, game: str) -> str:
    """A table at which a person and a bot have played to the end."""
    return middle_of_a_game(address, game, players=2, trains=-1)[0]


def keep_seat(page: Any, table: str, token: str) -> None:
    """The seat is in this browser's keeping."""
    kept = [{"table": table, "game": "", "created": 0, "names": [], "tokens": {"0": token}, "phase": "playing"}]
    page.add_init_script(f"localStorage.setItem('railhead.tables', {json.dumps(json.dumps(kept))})")
