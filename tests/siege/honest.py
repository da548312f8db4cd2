"""Honest people: they click, come back when the line breaks, and notice if anything they were told is gone."""

import random
import threading
import time

from server_running import Client, Server, any_move
from websockets.exceptions import WebSocketException

BROKEN = (OSError, WebSocketException, TimeoutError)
LATER = ("unavailable", "preparing", "stale")  # what is answered while a server, a worker or the database comes back
PAUSE = 0.12  # seconds: nobody clicks more often


class Player(threading.Thread):
    """Plays game after game, both seats, from an address of its own, until told to stop."""

    def __init__(self, server: Server, number: int, stop: threading.Event, rough: threading.Event) -> None:
        """`rough`: servers are being killed, so lines may break; before that none may."""
        super().__init__(daemon=True)
        self.server, self.stop, self.rough = server, stop, rough
        self.lot, self.address = random.Random(number), f"203.0.113.{10 + number}"
        self.times: list[float] = []  # how long clicks took, in seconds
        self.finished: list[str] = []  # tables
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.stop.is_set():
                self.play()
        except BaseException as error:
            self.failure = error

    def play(self) -> None:
        """A game, however often the line breaks."""
        name, tokens = self.sit_down()
        seen, over = 0, False
        while name and not over and not self.stop.is_set():
            try:
                with self.server.join(name, *tokens, after=seen, address=self.address) as client:
                    if client.state:
                        assert client.state["number"] >= seen, "an answered move is gone"
                        seen, over = self.click_on(client, seen)
                    else:
                        self.excuse(client.heard[-1]["code"])
            except BROKEN as error:
                self.excuse(error)
        if over:
            self.finished.append(name)

    def sit_down(self) -> tuple[str, list[str]]:
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "here", "name": "Ben"}]
        try:
            status, made = self.server.request(
                "/api/tables", {"game": "usa", "seats": seats}, X_Forwarded_For=self.address
            )
        except BROKEN as error:
            self.excuse(error)
            return "", []
        if status == 201:
            return made["table"], [seat["token"] for seat in made["seats"]]
        self.excuse(made["code"])
        return "", []

    def click_on(self, client: Client, seen: int) -> tuple[int, bool]:
        """Make moves; returns the last number that was answered, and whether the game is over."""
        while not self.stop.is_set():
            client.until(lambda state: state["phase"] == "over" or state["waiting"])
            if client.state["phase"] == "over":
                return seen, True
            seat = client.state["waiting"][0]
            began = time.perf_counter()
            answer = client.move(seat, any_move(client.state["choices"][str(seat)], self.lot))
            if answer["type"] != "done":
                self.excuse(answer["code"])
                return seen, False
            self.times.append(time.perf_counter() - began)
            seen = answer["number"]
            del client.heard[:-10], client.raw[:-10]
            time.sleep(PAUSE)
        return seen, False

    def excuse(self, trouble: "BaseException | str") -> None:
        """Try again soon, if there is a reason for trouble."""
        if not self.rough.is_set() or (isinstance(trouble, str) and trouble not in LATER):
            raise AssertionError(f"an honest player was turned away: {trouble!r}")
        time.sleep(0.2)
