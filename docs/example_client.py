"""A whole game against bots, in one short client: the protocol of docs/protocol.md in use.

python docs/example_client.py http://localhost:8000 europe
"""

import json
import random
import sys
import time
import urllib.request
from collections.abc import Iterator

from websockets.sync.client import connect


def post(server: str, path: str, body: object) -> dict:
    """An HTTP request with a JSON body."""
    data = json.dumps(body).encode()
    request = urllib.request.Request(server + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def every_move(choices: dict) -> Iterator[tuple[str, list[int]]]:
    """All moves that are possible now: the word of each, and the decisions that make it."""
    for word in ("draw", "tickets", "decline"):
        if word in choices:
            yield word, [choices[word]]
    for word in ("take", "keep", "pay"):
        for one in choices.get(word, []):
            yield word, [one["decision"]]
    for claim in choices.get("claim", {}).values():
        for payment in claim["payments"]:
            yield "claim", [claim["decision"], payment["decision"]]
    for bed in choices.get("build", {}).values():
        for piece in bed["pieces"]:
            yield "build", [bed["decision"], piece["decision"]]
    for city in choices.get("station", {}).get("cities", {}).values():
        for payment in choices["station"]["payments"]:
            yield "station", [city, payment["decision"]]


def choose(choices: dict) -> list[int]:
    """Any legal move, claims first: put your own bot here."""
    moves = list(every_move(choices))
    for words in (("claim",), ("draw", "take", "keep", "pay", "build", "decline")):
        if wanted := [decisions for word, decisions in moves if word in words]:
            break
    else:
        wanted = [decisions for _, decisions in moves]
    return [decision for decision in random.choice(wanted) if decision is not None]  # null: nothing is left to decide


def play(server: str, game: str, level: str | None = None) -> dict:
    """Play one game to its end; returns the `end` event."""
    if level is None:
        with urllib.request.urlopen(server + "/api/games") as answer:
            level = json.load(answer)["levels"][0]
    seats = [{"kind": "me", "name": "Example"}, {"kind": "bot", "level": level}]
    table = post(server, "/api/tables", {"game": game, "seats": seats})
    seat, token = table["seats"][0]["seat"], table["seats"][0]["token"]
    with connect(server.replace("http", "ws", 1) + "/api/socket") as socket:
        hello = {"type": "hello", "protocol": 2, "table": table["table"], "tokens": [token], "after": 0}
        socket.send(json.dumps(hello))
        seen, asked = 0, ""  # the last number seen; the move that waits for its answer
        while True:
            message = json.loads(socket.recv())
            if message["type"] == "refused":
                if message["code"] != "too-fast":
                    raise RuntimeError(message)
                time.sleep(message["values"]["wait"] / 1000)
                socket.send(asked)
            elif message["type"] == "done":
                asked = ""
            elif message["type"] == "update" and message["number"] > seen + 1:
                socket.send(json.dumps({"type": "sync", "after": seen}))  # one was missed: ask for all of it
            elif message["type"] in ("state", "update"):
                latest, seen = message, message["number"]
                for entry in message.get("story") or [message.get("entry", {})]:
                    for event in entry.get("events", []):
                        if event["e"] == "end":
                            return event
            if seen and not asked and (choices := latest["choices"].get(str(seat))):
                move = {"type": "move", "seat": seat, "at": latest["position"], "decisions": choose(choices)}
                asked = json.dumps(move)
                socket.send(asked)


if __name__ == "__main__":
    end = play(
        sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8000", sys.argv[2] if len(sys.argv) > 2 else "europe"
    )
    print("totals", [score["total"] for score in end["scores"]], "winners", end["winners"])
