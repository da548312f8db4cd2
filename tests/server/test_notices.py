"""Notices, on both stores: one for each turn and way, whatever fails meanwhile; to nobody who has not asked, nowhere into the server's own
network, and with nothing in them that not all may know.
"""

import asyncio
import base64
import json
import socket
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

import http_ece
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from receiving import Post, Taker, serving
from test_days import ANNA_AND_BEN, DAYS, Time, act, forget
from test_late_news import Screen, new_table

from railhead.server import (
    course,
    minding,
    notices,
    people,
    presence,
    profiles,
    reaching,
    rooms,
    shapes,
    store,
    table,
    wishes,
)
from railhead.server.limits import Buckets
from railhead.server.people import KeptWay, Letter
from railhead.server.reaching import NotThere
from railhead.server.refusals import Refusal
from railhead.server.settings import Limits, Mail, Settings
from railhead.server.table import DAY, MINUTE
from railhead.server.tokens import new_token
from railhead.server.worker import Worker
from railhead.words import Card, HookWay, KeptSeat, MailWay, NewWay, PushWay, Quiet, SeatPlan, Turn

HERE = ("127.0.0.0/8",)
ORIGIN = "https://trains.example"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


@pytest.fixture
def taker() -> Iterator[Taker]:
    with serving(Taker()) as found:
        yield found


def with_workers(url: str, scene: Callable[..., Awaitable[None]], count: int = 1, mail: int = 0) -> None:
    """Workers that do nothing by themselves."""
    settings = Settings(
        store=url,
        workers=2,
        bot_pause=0,
        bot_processes=1,
        reach=HERE,
        limits=Limits(notices_at_once=10**6),
        mail=Mail("127.0.0.1", mail, sender="trains@trains.example", encryption="none") if mail else Mail(),
    )

    async def run() -> None:
        made = [course.new_worker(store.open_store(url), settings) for _ in range(count)]
        for worker in made:
            worker.ready = True
        try:
            await scene(*made)
        finally:
            for worker in made:
                await course.stop(worker)

    asyncio.run(run())


async def told_by(worker: Worker, way: people.Way, card: Card | None = None) -> str:
    """Somebody who wants to be told that way, and has proved it; their key."""
    key = new_token()
    await profiles.introduce(worker, key, card or Card("Anna"))
    await profiles.add_way(worker, key, way, ORIGIN)
    (kept,) = await worker.read(people.read_ways, [profiles.hash_in(key)])
    if kept.code:
        await worker.write(people.drop_way, kept.id)
        await worker.write(people.add_way, KeptWay(kept.id, kept.person, kept.origin, kept.way), 0)
    return key


async def sit_down(worker: Worker, key: str, seat: int, plans: tuple[SeatPlan, ...] = ANNA_AND_BEN) -> str:
    """A table over days at which one of the seats is somebody's."""
    name, tokens = await new_table(worker, plans, DAYS)
    await profiles.own(worker, key, [KeptSeat(name, tokens[seat])])
    return name


async def go_round(worker: Worker) -> None:
    """What the server does by itself every second."""
    await minding.look_around(worker)
    await send_all(worker)


async def send_all(worker: Worker) -> None:
    """Until nothing is due any more, and nothing under way."""
    await notices.take_out(worker)
    while worker.sending:
        await asyncio.gather(*worker.sending)
        await notices.take_out(worker)


def test_there_is_one_notice_for_each_turn_and_nothing_hidden_in_it(store_url: str, clock: Time, taker: Taker) -> None:
    async def scene(worker: Worker) -> None:
        key = await told_by(worker, HookWay(taker.url))
        name = await sit_down(worker, key, 1)
        await go_round(worker)
        url = f"{ORIGIN}/t/{name}"
        begins = {"title": "Your turn: USA", "text": "The game begins: choose your tickets.", "url": url}
        assert taker.taken == [begins]
        turns = {1}
        for _ in range(12):
            clock.passes(0.1)
            room = await rooms.open_room(worker, name)
            seat = table.waiting(room.live)[0]
            await act(worker, name, seat)
            await forget(worker)
            for _ in range(2):
                await go_round(worker)
            live = (await rooms.open_room(worker, name)).live
            turns |= {table.turn_of(live, 1)} if 1 in table.waiting(live) else set()
            assert len(taker.taken) == len(turns)
        moved = {"title": "Your turn: USA", "text": "Anna has moved.", "url": url}
        assert len(turns) > 3 and taker.taken[-1] == moved and len(set(taker.keys)) == len(turns)

    with_workers(store_url, scene)


def test_a_move_taken_back_and_made_again_is_no_other_turn(store_url: str, clock: Time, taker: Taker) -> None:
    async def scene(worker: Worker) -> None:
        key = await told_by(worker, HookWay(taker.url))
        name = await sit_down(worker, key, 1)
        room = await rooms.open_room(worker, name)
        told = 0
        for _ in range(60):
            seat = table.waiting(room.live)[0]
            game = table.asked(room.live, seat)
            decision = max(game.legal()) if seat == 0 else game.legal()[0]  # Anna claims what she can
            decisions = game.spelled(decision)[0][1]
            await rooms.act(worker, room, wishes.move(seat, None, decisions, "", False))
            await go_round(worker)
            if table.undo_seat(room.live) == 0 and table.waiting(room.live) == [1]:
                told = len(taker.taken)
                await rooms.act(worker, room, wishes.undo(0, room.live.position))
                await go_round(worker)
                await rooms.act(worker, room, wishes.move(0, None, decisions, "", False))
                await go_round(worker)
                break
        assert told and len(taker.taken) == told

    with_workers(store_url, scene)


def test_what_is_not_taken_is_tried_again_after_growing_pauses(store_url: str, clock: Time, taker: Taker) -> None:
    async def scene(worker: Worker) -> None:
        key = await told_by(worker, HookWay(taker.url))
        await sit_down(worker, key, 1)
        taker.answers = [500, 302, 429, 503]  # nobody goes where a redirect leads
        await go_round(worker)
        for tries, pause in enumerate(notices.PAUSES[:4], 1):
            await go_round(worker)
            assert taker.asked == tries and taker.taken == []
            clock.now += pause * 1000
        await go_round(worker)
        assert len(taker.taken) == 1
        clock.passes(2)
        await go_round(worker)
        assert len(taker.taken) == 1

    with_workers(store_url, scene)


def test_an_address_that_is_gone_is_dropped(store_url: str, clock: Time, taker: Taker) -> None:
    async def scene(worker: Worker) -> None:
        key = await told_by(worker, HookWay(taker.url))
        await sit_down(worker, key, 1)
        taker.answers = [410]
        await go_round(worker)
        assert await worker.read(people.read_ways, [profiles.hash_in(key)]) == []
        clock.passes(1)
        await go_round(worker)
        assert taker.asked == 1

    with_workers(store_url, scene)


def test_several_workers_send_nothing_twice(store_url: str, clock: Time, taker: Taker) -> None:
    async def scene(one: Worker, other: Worker) -> None:
        key = await told_by(one, HookWay(taker.url))
        for _ in range(12):
            await sit_down(one, key, 1)
        await asyncio.gather(*(minding.look_around(worker) for worker in (one, other)))
        await asyncio.gather(*(send_all(worker) for worker in (one, other)))
        assert len(taker.taken) == 12 == len(set(taker.keys))

    with_workers(store_url, scene, 2)


def test_what_a_dying_worker_had_taken_out_is_sent_by_another(store_url: str, clock: Time, taker: Taker) -> None:
    async def scene(worker: Worker) -> None:
        key = await told_by(worker, HookWay(taker.url))
        await sit_down(worker, key, 1)
        await minding.look_around(worker)
        taken: list[Letter] = []
        await worker.write(people.claim_letters, clock.now, clock.now + notices.LEASE, 8, taken)
        await go_round(worker)
        assert len(taken) == 1 and taker.taken == []
        clock.now += notices.LEASE
        await go_round(worker)
        assert len(taker.taken) == 1

    with_workers(store_url, scene)


def test_quiet_hours_are_waited_for_and_one_switch_stops_all(store_url: str, clock: Time, taker: Taker) -> None:
    async def scene(worker: Worker) -> None:
        hour = clock.now // 3_600_000 % 24
        quiet = Quiet((hour - 1) % 24, (hour + 8) % 24, "Etc/UTC")
        key = await told_by(worker, HookWay(taker.url), Card("Anna", quiet=quiet))
        await sit_down(worker, key, 1)
        await go_round(worker)
        assert taker.taken == []
        clock.passes(8 / 24)
        await go_round(worker)
        assert len(taker.taken) == 1
        await profiles.introduce(worker, key, Card("Anna", notices=False))
        await sit_down(worker, key, 1)
        await go_round(worker)
        assert taker.asked == 1

    with_workers(store_url, scene)


def test_who_has_moved_before_the_quiet_hours_end_is_not_told_of_that_turn(
    store_url: str, clock: Time, taker: Taker
) -> None:
    async def scene(worker: Worker) -> None:
        hour = clock.now // 3_600_000 % 24
        quiet = Quiet((hour - 1) % 24, (hour + 8) % 24, "Etc/UTC")
        key = await told_by(worker, HookWay(taker.url), Card("Anna", quiet=quiet))
        room = await rooms.open_room(worker, await sit_down(worker, key, 1))
        await go_round(worker)
        game = table.asked(room.live, 1)
        await rooms.act(worker, room, wishes.move(1, None, game.spelled(game.legal()[0])[0][1], "", False))
        clock.passes(8 / 24)
        await go_round(worker)
        assert taker.asked == 0

    with_workers(store_url, scene)


def test_a_server_that_has_just_started_forgets_nobody_who_was_not_to_be_woken(
    store_url: str, clock: Time, taker: Taker
) -> None:
    async def scene(worker: Worker) -> None:
        hour = clock.now // 3_600_000 % 24
        quiet = Quiet((hour - 1) % 24, (hour + 8) % 24, "Etc/UTC")
        await sit_down(worker, await told_by(worker, HookWay(taker.url), Card("Anna", quiet=quiet)), 1)
        await go_round(worker)
        await forget(worker)
        worker.ready = False  # its rules are not
        clock.passes(8 / 24)
        await send_all(worker)
        assert len(taker.taken) == 1

    with_workers(store_url, scene)


def test_what_could_not_be_sent_is_not_tried_again_in_quiet_hours(store_url: str, clock: Time, taker: Taker) -> None:
    async def scene(worker: Worker) -> None:
        clock.now = clock.now // DAY * DAY + 22 * 3_600_000 - 3_000  # three seconds to ten
        key = await told_by(worker, HookWay(taker.url), Card("Anna", quiet=Quiet(22, 8, "Etc/UTC")))
        await sit_down(worker, key, 1)
        taker.answers = [503]
        await go_round(worker)
        await sit_down(worker, key, 1)
        await minding.look_around(worker)  # put into the outbox, and then nobody runs the server
        for _ in range(9):
            clock.passes(1 / 24)
            await go_round(worker)
        assert taker.asked == 1
        clock.passes(1.1 / 24)
        await go_round(worker)
        assert taker.asked == 3 and len(taker.taken) == 2

    with_workers(store_url, scene)


def test_whoever_has_not_chosen_first_tickets_is_not_told_anew_with_each_who_has(
    store_url: str, clock: Time, taker: Taker
) -> None:
    async def scene(worker: Worker) -> None:
        key = await told_by(worker, HookWay(taker.url))
        name = await sit_down(worker, key, 1)
        await go_round(worker)
        await act(worker, name, 0)
        await go_round(worker)
        assert len(taker.taken) == 1
        await act(worker, name, 1)
        await go_round(worker)
        player = table.waiting((await rooms.open_room(worker, name)).live)
        assert len(taker.taken) == (2 if player == [1] else 1)  # the first turn is another one

    with_workers(store_url, scene)


def test_whoever_is_told_much_at_once_is_told_the_rest_later(store_url: str, clock: Time, taker: Taker) -> None:
    async def scene(worker: Worker) -> None:
        worker.telling = Buckets(1000, 1)
        key = await told_by(worker, HookWay(taker.url))
        for _ in range(4):
            await sit_down(worker, key, 1)
        for _ in range(8):
            await go_round(worker)
            clock.now += MINUTE
            await asyncio.sleep(0.002)
        assert len(taker.taken) == 4

    with_workers(store_url, scene)


def test_a_worker_that_comes_too_late_has_nothing_sent_twice(store_url: str, clock: Time, taker: Taker) -> None:
    async def scene(worker: Worker) -> None:
        key = await told_by(worker, HookWay(taker.url))
        await sit_down(worker, key, 1)
        await minding.look_around(worker)
        slow: list[Letter] = []
        await worker.write(people.claim_letters, clock.now, clock.now + notices.LEASE, 8, slow)
        clock.now += notices.LEASE
        await go_round(worker)
        await worker.write(people.sent, slow[0], clock.now)  # it failed, says the one who had it first
        await go_round(worker)
        assert len(taker.taken) == 1

    with_workers(store_url, scene)


def test_a_service_that_takes_its_time_holds_up_nobody_elses_letters(store_url: str, clock: Time, taker: Taker) -> None:
    async def scene(worker: Worker) -> None:
        with serving(Taker()) as slow:
            slow.hangs = True
            for where in (slow, taker):
                await sit_down(worker, await told_by(worker, HookWay(where.url)), 1)
                await minding.look_around(worker)
                await notices.take_out(worker)
            while not taker.taken:
                await asyncio.sleep(0.01)
            assert slow.asked == 1 and worker.sending  # it is still under way
            slow.hangs = False
            await asyncio.gather(*worker.sending)

    with_workers(store_url, scene)


def test_many_services_that_take_their_time_hold_up_nobody_elses_letters(
    store_url: str, clock: Time, taker: Taker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody makes profiles with chats of their own that never answer: as many as there are hands."""
    for name, value in (("TOGETHER", 4), ("FEW", 1), ("LONG", 0.2)):
        monkeypatch.setattr(notices, name, value)
    monkeypatch.setattr(reaching, "SECONDS", 0.3)

    async def scene(worker: Worker) -> None:
        with serving(Taker()) as slow:
            slow.hangs = True
            for number in range(6):
                await sit_down(worker, await told_by(worker, HookWay(f"{slow.url}/{number}")), 1)
            await go_round(worker)  # from here on it is known that they do
            monkeypatch.setattr(reaching, "SECONDS", 20)
            clock.now += notices.PAUSES[0] * 1000
            await notices.take_out(worker)
            assert len(worker.sluggish) == 6 and len(worker.sending) == 1
            await sit_down(worker, await told_by(worker, HookWay(taker.url)), 1)
            await minding.look_around(worker)
            await notices.take_out(worker)
            while not taker.taken:
                await asyncio.sleep(0.01)
            slow.hangs = False
            await asyncio.gather(*worker.sending)
            for _ in range(6):
                clock.now += notices.PAUSES[1] * 1000
                await send_all(worker)
            assert len(slow.taken) == 6 == len(set(slow.keys))  # nobody is forgotten

    with_workers(store_url, scene)


def test_names_that_nobody_answers_for_hold_up_nobody_who_asks_the_store(
    tmp_path: Any, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever gives the server a name decides how long it takes to find out where it leads."""
    answered = threading.Event()

    def asked(*_: Any, **__: Any) -> Any:
        answered.wait(60)
        raise OSError

    async def scene(worker: Worker) -> None:
        key = new_token()
        await profiles.introduce(worker, key, Card("Eve"))
        monkeypatch.setattr(socket, "getaddrinfo", asked)
        slow = HookWay("https://slow.example/hook")
        asking = [asyncio.create_task(profiles.add_way(worker, key, slow, ORIGIN)) for _ in range(8)]
        try:
            await asyncio.sleep(0.2)  # all of them have come as far as the name
            me = await asyncio.wait_for(profiles.me(worker, key), 30)
            assert json.loads(me)["card"]["name"] == "Eve"
            monkeypatch.setattr(profiles, "NAMING", 0.1)
            with pytest.raises(Refusal, match="bad-address"):
                await profiles.add_way(worker, key, slow, ORIGIN)
        finally:
            answered.set()
        refused = await asyncio.gather(*asking, return_exceptions=True)
        assert [str(one) for one in refused] == ["bad-address"] * 8

    with_workers(f"sqlite:///{tmp_path / 'tables.sqlite'}", scene)


def test_nobodys_letter_box_is_filled_with_codes(tmp_path: Any, clock: Time) -> None:
    with serving(Post()) as post:

        async def scene(worker: Worker) -> None:
            got = Counter[str]()
            for number in range(30):  # each time somebody else asks, and writes the address in another way
                key = new_token()
                address = f"victim+{number}@mail.example" if number % 2 else "Victim@mail.example"
                await profiles.introduce(worker, key, Card("Eve"))
                try:
                    await profiles.add_way(worker, key, MailWay(address), ORIGIN)
                    got["sent"] += 1
                except Refusal as refusal:
                    got[refusal.code] += 1
            await send_all(worker)
            most = worker.settings.limits.codes_at_once
            assert got == {"sent": most, "too-fast": 30 - most} and len(post.letters) == most

        with_workers(f"sqlite:///{tmp_path / 'tables.sqlite'}", scene, mail=post.port)


def test_what_was_taken_is_not_sent_again_whatever_is_said_after_that(
    store_url: str, clock: Time, taker: Taker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reaching, "SECONDS", 0.5)
    with serving(Post()) as post:
        taker.mute, post.farewell = True, "421 too busy to say goodbye"

        async def scene(worker: Worker) -> None:
            for way in (HookWay(taker.url), MailWay("anna@mail.example")):
                await sit_down(worker, await told_by(worker, way), 1)
            post.letters.clear()
            taker.taken.clear()
            await go_round(worker)
            clock.passes(1)
            await go_round(worker)
            assert (len(post.letters), len(taker.taken)) == (1, 1)
            taker.mute = False

        with_workers(store_url, scene, mail=post.port)


def test_an_answer_that_comes_drop_by_drop_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reaching, "WHOLE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}/"

        def drip() -> None:
            with listening.accept()[0] as one, suppress(OSError):
                for letter in b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 200:
                    time.sleep(0.1)
                    one.sendall(bytes([letter]))

        threading.Thread(target=drip, daemon=True).start()
        with pytest.raises(OSError):
            reaching.post(url, {}, b"", HERE)


def test_a_server_that_ends_waits_for_the_letters_that_are_under_way(store_url: str, clock: Time, taker: Taker) -> None:
    async def scene(one: Worker, other: Worker) -> None:
        await sit_down(one, await told_by(one, HookWay(taker.url)), 1)
        await minding.look_around(one)
        taker.slow = True
        await notices.take_out(one)
        while not taker.taken:
            await asyncio.sleep(0.01)
        ending = asyncio.create_task(course.stop(one))
        await asyncio.sleep(0.1)
        taker.slow = False  # the answer comes while the server ends
        await ending
        clock.now += notices.LEASE
        await go_round(other)
        assert len(taker.taken) == 1

    with_workers(store_url, scene, 2)


def test_waiting_for_the_morning_is_no_try(store_url: str, clock: Time, taker: Taker) -> None:
    async def scene(worker: Worker) -> None:
        clock.now = clock.now // DAY * DAY + 12 * 3_600_000
        key = await told_by(worker, HookWay(taker.url))
        await sit_down(worker, key, 1)
        await minding.look_around(worker)  # put into the outbox, and then nobody runs the server
        await profiles.introduce(worker, key, Card("Anna", quiet=Quiet(22, 8, "Etc/UTC")))
        clock.passes(0.5)
        for _ in range(len(notices.PAUSES) + 1):  # it is night whenever it runs
            await send_all(worker)
            clock.passes(1)
        clock.passes(0.5)
        taker.answers = [503]
        await send_all(worker)
        clock.now += notices.PAUSES[0] * 1000
        await send_all(worker)
        assert len(taker.taken) == 1

    with_workers(store_url, scene)


def test_what_was_taken_is_noted_though_another_has_it_out_by_then(store_url: str, clock: Time, taker: Taker) -> None:
    async def scene(worker: Worker) -> None:
        await sit_down(worker, await told_by(worker, HookWay(taker.url)), 1)
        await minding.look_around(worker)
        slow: list[Letter] = []
        other: list[Letter] = []
        for taken in (slow, other):
            await worker.write(people.claim_letters, clock.now, clock.now + notices.LEASE, 8, taken)
            clock.now += notices.LEASE
        await worker.write(people.sent, slow[0], None)
        await go_round(worker)
        assert len(slow) == len(other) == 1 and taker.taken == []

    with_workers(store_url, scene)


def test_who_looks_at_the_table_needs_no_notice_but_who_only_has_it_open_does(
    store_url: str, clock: Time, taker: Taker
) -> None:
    async def scene(worker: Worker) -> None:
        key = await told_by(worker, HookWay(taker.url))
        name = await sit_down(worker, key, 1)
        room, screen = await rooms.open_room(worker, name), Screen(1)
        await presence.enter(worker, room, screen, 0, None, lambda: True)
        await go_round(worker)
        assert taker.taken == []
        screen.looks = False
        clock.now += MINUTE
        await go_round(worker)
        assert len(taker.taken) == 1

    with_workers(store_url, scene)


def test_nothing_but_a_code_goes_to_an_address_that_nobody_has_proved(
    store_url: str, clock: Time, taker: Taker
) -> None:
    async def scene(worker: Worker) -> None:
        key = new_token()
        await profiles.introduce(worker, key, Card("Anna"))
        made = msgspec.json.decode(await profiles.add_way(worker, key, HookWay(taker.url), ORIGIN))
        (way,) = made["ways"]
        assert not way["proved"] and way["shown"].startswith("127.0.0.1")
        await sit_down(worker, key, 1)
        await go_round(worker)
        (letter,) = taker.taken
        code = letter["text"].split(": ")[1][:6]
        with pytest.raises(Refusal, match="wrong-code"):
            await profiles.prove(worker, key, way["id"], "999999" if code != "999999" else "111111")
        with pytest.raises(Refusal, match="unknown-way"):
            stranger = new_token()
            await profiles.introduce(worker, stranger, Card())
            await profiles.prove(worker, stranger, way["id"], code)
        await profiles.prove(worker, key, way["id"], code)
        await sit_down(worker, key, 1)
        await go_round(worker)
        assert len(taker.taken) >= 2 and taker.taken[-1]["title"] == "Your turn: USA"

    with_workers(store_url, scene)


def test_codes_cannot_be_guessed_and_ways_are_few(store_url: str, clock: Time, taker: Taker) -> None:
    async def scene(worker: Worker) -> None:
        key = new_token()
        await profiles.introduce(worker, key, Card("Anna"))
        for number in range(worker.settings.limits.ways):
            made = msgspec.json.decode(await profiles.add_way(worker, key, HookWay(f"{taker.url}/{number}"), ORIGIN))
        with pytest.raises(Refusal, match="too-many-ways"):
            await profiles.add_way(worker, key, HookWay(taker.url), ORIGIN)
        for _ in range(profiles.CODE_TRIES):
            with pytest.raises(Refusal, match="wrong-code"):
                await profiles.prove(worker, key, made["ways"][0]["id"], "no")
        with pytest.raises(Refusal, match="unknown-way"):
            await profiles.prove(worker, key, made["ways"][0]["id"], "no")

    with_workers(store_url, scene)


def test_a_push_can_be_read_by_its_browser_alone_and_says_who_sent_it(
    store_url: str, clock: Time, taker: Taker
) -> None:
    browser = ec.generate_private_key(ec.SECP256R1())
    raw = browser.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    auth = b"sixteen bytes ok"

    def text(data: bytes) -> str:
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    async def scene(worker: Worker) -> None:
        key = await told_by(worker, PushWay(taker.url, text(raw), text(auth)))
        name = await sit_down(worker, key, 1)
        await go_round(worker)
        ((path, headers, body),) = taker.raw
        shown = json.loads(http_ece.decrypt(body, private_key=browser, auth_secret=auth))
        assert shown["url"] == f"{ORIGIN}/t/{name}" and shown["title"] == "Your turn: USA" and path == "/hook"
        assert headers["Content-Encoding"] == "aes128gcm" and int(headers["TTL"]) > 0
        assert Vapid02.verify(headers["Authorization"])
        assert headers["Authorization"].endswith(f"k={shapes.push_key(worker.pushing)}")
        again = course.new_worker(worker.engine, worker.settings)  # the key is the store's, and stays the same
        assert again.pushing == worker.pushing
        again.pool.close()

    with_workers(store_url, scene)


def test_a_notice_comes_by_mail_where_the_host_has_a_mail_server(store_url: str, clock: Time) -> None:
    with serving(Post()) as post:

        async def scene(worker: Worker) -> None:
            key = await told_by(worker, MailWay("anna@mail.example"), Card("Anna", language="de"))
            await sit_down(worker, key, 1)
            await go_round(worker)
            letter = post.letters[-1]
            assert "Subject: Du bist dran: USA" in letter and "To: anna@mail.example" in letter and ORIGIN in letter
            post.refuse = 451
            await sit_down(worker, key, 1)
            await go_round(worker)
            assert len(await worker.read(people.read_ways, [profiles.hash_in(key)])) == 1
            post.refuse = 550
            clock.passes(1)
            await go_round(worker)
            assert await worker.read(people.read_ways, [profiles.hash_in(key)]) == []

        with_workers(store_url, scene, mail=post.port)


@pytest.mark.parametrize("address", ["anna", "a@b", "a\r\nBcc: b@c.de", "a@b.de, c@d.de", "<a@b.de>"])
def test_what_is_no_address_gets_no_mail(tmp_path: Any, clock: Time, address: str) -> None:
    async def scene(worker: Worker) -> None:
        key = new_token()
        await profiles.introduce(worker, key, Card("Anna"))
        with pytest.raises(Refusal, match="bad-address"):
            await profiles.add_way(worker, key, MailWay(address), ORIGIN)

    with_workers(f"sqlite:///{tmp_path / 'tables.sqlite'}", scene, mail=1)


def test_a_word_that_is_no_address_is_called_so(clock: Time, tmp_path: Any) -> None:
    """It is understood, whatever its length: whoever typed it is not told that page and server do not understand each other."""

    async def scene(worker: Worker) -> None:
        key = new_token()
        await profiles.introduce(worker, key, Card("Anna"))
        for way in ('{"kind":"hook","url":"chat"}', '{"kind":"mail","address":"a"}'):
            asked = msgspec.json.decode(f'{{"way":{way}}}', type=NewWay)
            with pytest.raises(Refusal, match="bad-address"):
                await profiles.add_way(worker, key, asked.way, ORIGIN)

    with_workers(f"sqlite:///{tmp_path / 'tables.sqlite'}", scene, mail=1)


# ---- where nothing may be sent


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.9.9", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255",
     "::1", "::", "fe80::1", "fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001::1", "ff02::1"],
)  # fmt: skip
def test_no_address_of_the_servers_own_network_is_outside(address: str) -> None:
    assert not reaching.is_outside(ip_address(address))


def test_the_open_network_is_outside_and_what_the_host_has_named() -> None:
    assert reaching.is_outside(ip_address("8.8.8.8")) and reaching.is_outside(ip_address("2606:4700::1111"))
    assert reaching.is_outside(ip_address("127.0.0.1"), HERE) and not reaching.is_outside(ip_address("10.0.0.1"), HERE)


@pytest.mark.parametrize(
    "url",
    ["http://hooks.example/x", "https://hooks.example:22/x", "https://a:b@hooks.example/", "ftp://hooks.example/", "https:///x",
     "https://hooks.example/a b", "https://hooks.example/\r\nX: y", "https://[::1", "https://hooks.example/#x", "javascript:alert(1)"],
)  # fmt: skip
def test_an_address_that_is_odd_is_none(url: str) -> None:
    with pytest.raises(NotThere):
        reaching.judged(url)


def test_a_name_that_leads_inside_is_refused_even_if_it_leads_outside_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(*addresses: str) -> Callable[..., Any]:
        return lambda *asked, **more: [(0, 0, 0, "", (one, 443)) for one in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", found("93.184.216.34", "10.0.0.1"))
    with pytest.raises(NotThere):
        reaching.found("hooks.example", 443)
    monkeypatch.setattr(socket, "getaddrinfo", found("93.184.216.34"))
    assert reaching.found("hooks.example", 443) == "93.184.216.34"


def test_a_name_that_changes_its_mind_leads_where_it_was_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """DNS rebinding: outside when it is judged, inside when it is used."""
    connected: list[Any] = []

    def connect(address: Any, timeout: float) -> Any:
        connected.append(address)
        raise ConnectionRefusedError

    answers = iter(["93.184.216.34", "127.0.0.1"])
    monkeypatch.setattr(socket, "getaddrinfo", lambda *asked, **more: [(0, 0, 0, "", (next(answers), 443))])
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(ConnectionRefusedError):
        reaching.post("https://hooks.example/x", {}, b"")
    assert connected == [("93.184.216.34", 443)]


# ---- names are names


@pytest.mark.parametrize("shape", list(shapes.SHAPES))
def test_a_name_is_no_mark_in_any_chat(shape: Any) -> None:
    rude = "@everyone **b** [x](https://evil.example) <!channel> <https://evil.example|x>"
    way = KeptWay("w", "p", ORIGIN, HookWay("https://hooks.example/x", shape))
    letter = Letter(way, "t", 0, 1, 0, msgspec.json.encode(Turn("t", "usa", rude)))
    body = json.loads(shapes.hooked(way.way, shapes.words_of(letter, "en")))  # type: ignore[arg-type]
    if shape == "discord":
        assert body["allowed_mentions"] == {"parse": []} and "@everyone" not in body["content"].replace("\\@", "")
        assert "](" not in body["content"] and "**" not in body["content"]
    if shape == "slack":
        assert "<!channel>" not in body["text"] and body["text"].count("<") == 1


def test_quiet_hours_go_by_the_persons_own_time() -> None:
    noon = 1_800_000_000_000 // DAY * DAY + 12 * 3_600_000  # by Greenwich
    assert notices.after_quiet(Quiet(22, 7, "Etc/UTC"), noon) == noon
    assert (
        notices.after_quiet(Quiet(22, 7, "Asia/Tokyo"), noon + 3_600_000) == noon + 10 * 3_600_000
    )  # ten in the evening there
    assert notices.after_quiet(Quiet(9, 17, "Etc/UTC"), noon) == noon + 5 * 3_600_000
    with pytest.raises(Refusal):
        notices.zone_of("../../etc/passwd")
