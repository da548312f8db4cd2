"""A whole game against bots, in one short client: the protocol of docs/protocol.md in use.

python docs/example_client.py http://localhost:8000 europe
"""

import json
import random
import sys
import time
import urllib.request

from websockets.sync.client import connect


def post(server: str, path: str, body: object) -> dict:
    """An HTTP request with a JSON body."""
    data = json.dumps(body).encode()
    request = urllib.request.Request(server + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def choose(moves: dict) -> str:
    """Any legal move, claims first: put your own bot here."""
    if "claim" in moves:
        route = random.choice(list(moves["claim"]))
        return f"claim {route} with {random.choice(moves['claim'][route])}"
    word = random.choice([word for word in moves if word not in ("station", "tickets")] or list(moves))
    if word in ("draw", "tickets", "decline"):
        return word
    if word == "build":
        bed = random.choice(list(moves["build"]))
        return f"build {bed} {random.choice(moves['build'][bed])}"
    if word == "station":
        return f"station {random.choice(moves['station']['cities'])} with {random.choice(moves['station']['with'])}"
    return f"{word} {random.choice(moves[word])}"


def play(server: str, game: str, level: str | None = None) -> dict:
    """Play one game to its end; returns the `end` event."""
    if level is None:
        with urllib.request.urlopen(server + "/api/games") as answer:
            level = json.load(answer)["levels"][0]
    seats = [{"kind": "me", "name": "Example"}, {"kind": "bot", "level": level}]
    table = post(server, "/api/tables", {"game": game, "seats": seats})
    seat, token = table["seats"][0]["seat"], table["seats"][0]["token"]
    with connect(server.replace("http", "ws", 1) + "/api/socket") as socket:
        hello = {"type": "hello", "protocol": 1, "table": table["table"], "tokens": [token], "after": 0}
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
            if seen and not asked and (moves := latest["moves"].get(str(seat))):
                asked = json.dumps({"type": "move", "seat": seat, "at": latest["position"], "move": choose(moves)})
                socket.send(asked)


if __name__ == "__main__":
    end = play(
        sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8000", sys.argv[2] if len(sys.argv) > 2 else "europe"
    )
    print("totals", [score["total"] for score in end["scores"]], "winners", end["winners"])
