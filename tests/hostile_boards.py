"""Board files that nobody means well with: mutations of a good one, and texts that are no boards at all."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

VALUES: tuple[Any, ...] = (
    None, True, False, -1, 0, 1e308, -1e308, 10**9, 10**30, 0.5, "", " ", "\0", "a\0b", "\u202enotlob", "\u200b", "\ud800", "\udfff x",
    "x" * 5000, "<script>alert(1)</script>", '"><svg onload=alert(1)>', "&amp;&#0;", "../../etc/passwd", "'; DROP TABLE maps; --",
    "Раris", "\n\n", "${jndi:ldap://x}", "{name}", [], {}, [[]], [{}], {"id": []}, [None] * 2000, {"": ""}, "NaN", "1e9", "🚂" * 70,
)  # fmt: skip
KEYS = (
    "id",
    "a",
    "b",
    "length",
    "colour",
    "name",
    "lat",
    "lon",
    "ferry",
    "tunnel",
    "points",
    "trains",
    "cards",
    "nudge",
    "__proto__",
)
TEXTS: tuple[bytes, ...] = (
    b"", b"null", b"[]", b"{", b"{}", b'"board"', b"1e999", b"[" * 5000, b'{"a":' * 5000, b"[" * 5000 + b"]" * 5000,
    b'{"cities":' + b"[" * 3000 + b"]" * 3000 + b"}", b'{"id":"x","id":"y"}', b"\xff\xfe", b'{"id": "\xff"}', b"\xef\xbb\xbf{}", b"NaN",
    b'{"cities": NaN, "routes": Infinity}', b"9" * 5000, b'{"cities":[],"routes":[]}', b'{"board":"usa"', b'{"board":"../../../etc/passwd"}',
    b'{"board":"/dev/zero.json"}', b'{"board":{"board":{"board":{}}}}', b"\0", b'{"game":1,"cities":[],"routes":[]}',
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON value."""
    if path:
        yield path
    for key, inside in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        yield from places(inside, (*path, key))


def put(board: Any, path: tuple[Any, ...], value: Any) -> None:
    """Put something at a place, or take out what is there (`put` of Ellipsis)."""
    for key in path[:-1]:
        board = board[key]
    if value is ...:
        del board[path[-1]]
    else:
        board[path[-1]] = value


def mutated(good: dict[str, Any], count: int, seed: int = 1) -> Iterator[bytes]:
    """Files that are wrong in one to three places; some may be right by chance."""
    rng = random.Random(seed)
    every = list(places(good))
    for _ in range(count):
        board = copy.deepcopy(good)
        for _ in range(rng.randint(1, 3)):
            path = rng.choice(every)
            try:
                how = rng.randrange(4)
                if how == 0:
                    put(board, path, ...)
                elif how == 1:
                    put(board, (*path[:-1], rng.choice(KEYS)), rng.choice(VALUES))
                else:
                    put(board, path, copy.deepcopy(rng.choice(VALUES)))
            except (KeyError, IndexError, TypeError):
                continue
        yield json.dumps(board).encode()


def absurd(good: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Whole files that are wrong as a whole."""

    def changed(**parts: Any) -> dict[str, Any]:
        return {**copy.deepcopy(good), **parts}

    cities, routes = good["cities"], good["routes"]
    many = [{"id": f"c{n}", "name": f"C {n}", "lat": n % 80, "lon": n % 170} for n in range(900)]
    return {
        "cities twice": changed(cities=cities + cities),
        "routes twice": changed(routes=routes + routes),
        "no routes": changed(routes=[]),
        "two halves": changed(routes=routes[: len(routes) // 3]),
        "too many cities": changed(cities=many),
        "routes to nowhere": changed(cities=many, routes=[{**routes[0], "id": f"r{n}", "a": f"x{n}", "b": f"y{n}"} for n in range(900)]),
        "endless routes": changed(routes=[{**route, "length": 10**9} for route in routes]),
        "no length": changed(routes=[{**route, "length": 0} for route in routes]),
        "tickets that cannot be": changed(ticketSets={"regular": [{"a": cities[0]["id"], "b": cities[0]["id"], "points": 9}]}),
        "no trains": changed(game={"trains": 0}),
        "look-alikes": changed(cities=[{**city, "id": "раris"} for city in cities]),
        "beyond the poles": changed(cities=[{**city, "lat": 1e9} for city in cities]),
        "unknown keys": changed(**{f"key{n}": n for n in range(2000)}),
        "a name of markup and control": changed(name="<b>\0</b>"),
        "a board in a board": {"board": changed(), "cards": {"red": 10**9}},
    }  # fmt: skip
