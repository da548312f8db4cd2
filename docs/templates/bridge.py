#!/usr/bin/env python3
"""A bridge to another engine's bot, whose code stays as it is. It needs nothing but Python.

railhead arena --bot "theirs=cmd:python3 bridge.py FILE.py:BOT" --bot path --deals 20

Many engines have bots of this kind: `BOT(state)` reads `state.current_player`, asks `state.get_legal_actions()` for tuples, and `choose_action()` returns
one of them. The state is made anew from every question, so nothing has to be kept in step. Where an action of theirs is two moves here (two cards,
tickets and which to keep), the second is remembered. For another engine change the words below. `bridge.py FILE.py:BOT 1` speaks version 1 of the protocol.
"""

import heapq
import importlib
import json
import sys
from pathlib import Path
from types import SimpleNamespace as Thing

COLOURS = {
    "purple": "PINK", "white": "WHITE", "blue": "BLUE", "yellow": "YELLOW", "orange": "ORANGE", "black": "BLACK",
    "red": "RED", "green": "GREEN", "locomotive": "WILD", "grey": "GRAY",
}  # fmt: skip
POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 8: 21}


class State:
    """A question in the engine's words."""

    def __init__(self, colour, hello, question, turn):
        self.colour, self.view, self.legal = colour, question["view"], question["legal"]
        self.routes = {route["id"]: route for route in hello["board"]["routes"]}
        self.owner = {one: seat["name"] for seat in self.view["seats"] for one in seat["routes"]}
        mine = self.view["seats"][self.view["seat"]]
        points = {ticket["id"]: ticket for ticket in hello["tickets"]}
        self.current_player = Thing(
            name=mine["name"],
            train_cards={colour(kind): self.view["hand"].get(kind, 0) for kind in COLOURS},
            destinations=[Thing(city1=t["a"], city2=t["b"], points=t["points"]) for t in map(points.get, self.view["tickets"])],
            claimed_connections=[(self.routes[one]["a"], self.routes[one]["b"], colour(self.routes[one]["colour"])) for one in mine["routes"]],
            remaining_trains=mine["trains"],
            points=mine["points"],
            turn=turn,
            uf=Thing(is_connected=lambda a, b: self._way(a, b, dict.fromkeys(mine["routes"], 0)) is not None),
        )  # fmt: skip
        self.fw = Thing(get_path=self._path)

    def get_legal_actions(self):
        return [action for action, _ in self.actions()]

    def get_routes_between_cities(self, a, b):
        return [
            Thing(length=route["length"], colour=self.colour(route["colour"]), claimed_by=self.owner.get(route["id"]))
            for route in self.routes.values()
            if {a, b} == {route["a"], route["b"]}
        ]

    def get_route_length(self, a, b):
        return self.get_routes_between_cities(a, b)[0].length

    def calc_route_points(self, length):
        return POINTS.get(length, 0)

    def check_all_destinations(self, player):
        return [(one, player.uf.is_connected(one.city1, one.city2)) for one in player.destinations]

    def actions(self):
        """Every action of theirs, and the moves that it is here: the second is an answer to the next question."""
        found = []
        for move in self.legal:
            word, *rest = move.split()
            if word == "claim":
                route, cards = self.routes[rest[0]], rest[2:]
                kinds = {kind: int(count) for count, kind in zip(cards[::2], cards[1::2], strict=True)}
                wild = kinds.pop("locomotive", 0)
                paid = self.colour(next(iter(kinds), "locomotive"))
                found.append(
                    (("claim_route", route["a"], route["b"], paid, wild, None, self.current_player.name), [move])
                )
            elif word == "take":
                kind = self.view["row"][int(rest[0]) - 1]
                more = ("nodraw", None) if kind == "locomotive" else ("deck", None)
                found.append((("draw_two_train_cards", int(rest[0]) - 1, self.colour(kind), *more), [move, "draw"]))
            elif word == "draw":
                found.append((("draw_two_train_cards", "deck", None, "deck", None), [move, "draw"]))
            elif word == "tickets":
                found += [
                    (("draw_destination_tickets", *_flags(keep)), [move, keep])
                    for keep in ("keep 1", "keep 1 2", "keep 1 2 3")
                ]
            elif word == "keep":
                found.append((("draw_destination_tickets", *_flags(move)), [move]))
        return found or [(("other", move), [move]) for move in self.legal]  # tunnels, stations, beds: not in their game

    def _path(self, a, b):
        """The cities of the shortest way that is still open, own routes for nothing."""
        free = {one: route["length"] for one, route in self.routes.items() if one not in self.owner}
        mine = {one: 0 for one, name in self.owner.items() if name == self.current_player.name}
        return self._way(a, b, free | mine) or [a, b]

    def _way(self, a, b, costs):
        heap, done = [(0, [a])], set()
        while heap:
            cost, way = heapq.heappop(heap)
            if way[-1] == b:
                return way
            if way[-1] in done:
                continue
            done.add(way[-1])
            for one, price in costs.items():
                ends = [self.routes[one]["a"], self.routes[one]["b"]]
                if way[-1] in ends:
                    ends.remove(way[-1])
                    heapq.heappush(heap, (cost + price, [*way, ends[0]]))
        return None


def _flags(keep):
    return tuple(int(str(place) in keep.split()) for place in (1, 2, 3))


def main():
    if len(sys.argv) < 2:
        sys.exit("which bot? bridge.py FILE.py:BOT")
    module, _, name = sys.argv[1].rpartition(":")
    version = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    file = Path(module).with_suffix("")
    sys.path.insert(0, str(file.parent))
    engine = importlib.import_module(file.name)
    out, sys.stdout = sys.stdout, sys.stderr  # what the bot prints is no answer
    hello, second, turn, bot = {}, "", 0, None
    for line in sys.stdin:
        message = json.loads(line)
        if message["t"] == "hello":
            hello = message
            if version == 2:
                print(json.dumps({"t": "ready", "protocol": 2}), file=out, flush=True)
        elif message["t"] == "move":
            turn += message["view"]["phase"] == "turn"
            move, second = second, ""
            if move not in message["legal"]:
                state = State(lambda kind: engine.Colour[COLOURS[kind]], hello, message, turn)
                bot = bot or getattr(engine, name)(state)
                bot.game_state = state
                chosen = bot.choose_action()
                move, second = next(([*moves, ""][:2] for action, moves in state.actions() if action == chosen))
            answer = {"move": move} if version == 1 else {"move": move, "number": message["number"]}
            print(json.dumps(answer), file=out, flush=True)
        elif message["t"] == "bye":
            return


if __name__ == "__main__":
    main()
