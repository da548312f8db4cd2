"""Passkeys, on both stores and two workers: what is signed counts once, soon, here and for whom it was asked; who is let in can be put out again."""

import hashlib
import json
import secrets
from typing import Any

import cbor2
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from test_clubs import SWISS, joined, made, shown
from test_days import Time
from test_profiles import read, somebody, with_workers

from railhead.server import passkeys, profiles, store
from railhead.server.passkeys import coded
from railhead.server.refusals import Refusal
from railhead.server.tokens import new_token
from railhead.server.worker import Worker
from railhead.words import AskPasskey, Card, NewPasskey, PasskeyEntry

ORIGIN = "https://trains.example"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


class Authenticator:
    """Makes a passkey and signs with it, as a phone does (WebAuthn, ES256, no attestation)."""

    def __init__(self) -> None:
        self.private, self.id, self.count = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(32), 0

    def data(self, host: str, flags: int) -> bytes:
        self.count += 1
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    @staticmethod
    def client(kind: str, challenge: str, origin: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False}).encode()

    def made(self, offer: dict[str, Any], name: str = "phone", origin: str = ORIGIN) -> NewPasskey:
        numbers = self.private.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)})
        held = bytes(16) + len(self.id).to_bytes(2) + self.id + public
        data = self.data(offer["host"], 0b01000101) + held
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self.client("webauthn.create", offer["challenge"], origin)
        return NewPasskey(name, coded(self.id), coded(client), coded(attestation))

    def signed(self, offer: dict[str, Any], origin: str = ORIGIN) -> PasskeyEntry:
        client, data = self.client("webauthn.get", offer["challenge"], origin), self.data(offer["host"], 0b00000101)
        signature = self.private.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return PasskeyEntry(coded(self.id), coded(client), coded(data), coded(signature))


async def to_bind(worker: Worker, key: str) -> dict[str, Any]:
    found: dict[str, Any] = read(await passkeys.challenge(worker, key, AskPasskey("bind"), ORIGIN))
    return found


async def to_enter(worker: Worker) -> dict[str, Any]:
    found: dict[str, Any] = read(await passkeys.challenge(worker, None, AskPasskey("enter"), ORIGIN))
    return found


async def bound(worker: Worker, key: str) -> Authenticator:
    phone = Authenticator()
    await passkeys.bind(worker, key, phone.made(await to_bind(worker, key)), ORIGIN)
    return phone


def test_another_browser_comes_in_by_a_passkey_with_a_key_of_its_own(store_url: str, clock: Time) -> None:
    async def scene(one: Worker, other: Worker) -> None:
        key, fresh = await somebody(one), new_token()
        phone = await bound(one, key)
        back = read(await passkeys.enter(other, fresh, phone.signed(await to_enter(one)), ORIGIN))
        assert back["card"]["name"] == "Anna" and [found["name"] for found in back["passkeys"]] == ["phone"]
        assert await profiles.player(one, fresh) == await profiles.player(one, key) != ""
        await profiles.introduce(one, fresh, Card("Anna Maria"))  # it is she, not somebody new
        assert read(await profiles.me(other, key))["card"]["name"] == "Anna Maria"
        await passkeys.change(one, key, back["passkeys"][0]["id"], "an old phone")
        assert read(await profiles.everything(other, fresh))["passkeys"][0]["name"] == "an old phone"
        for name in ("", "\x07"):
            with pytest.raises(Refusal, match="bad-name"):
                await passkeys.change(one, key, back["passkeys"][0]["id"], name)
        await passkeys.change(one, key, back["passkeys"][0]["id"], None)
        with pytest.raises(Refusal, match="no-profile"):
            await profiles.me(one, fresh)  # out again
        with pytest.raises(Refusal, match="unknown-passkey"):
            await passkeys.enter(one, new_token(), phone.signed(await to_enter(one)), ORIGIN)
        assert read(await profiles.me(one, key))["passkeys"] == []

    with_workers(store_url, scene, 2)


def test_what_was_signed_counts_once_soon_here_and_for_whom_it_was_asked(store_url: str, clock: Time) -> None:
    async def scene(one: Worker, other: Worker) -> None:
        key, stranger = await somebody(one), await somebody(one, "Ben")
        phone = await bound(one, key)

        async def refused(entry: PasskeyEntry, with_key: str = "", origin: str = ORIGIN) -> None:
            with pytest.raises(Refusal, match="bad-passkey"):
                await passkeys.enter(other, with_key or new_token(), entry, origin)

        entry = phone.signed(await to_enter(one))
        await passkeys.enter(one, new_token(), entry, ORIGIN)
        await refused(entry)  # a second time
        late = phone.signed(await to_enter(one))
        clock.now += passkeys.LASTS + 1
        await refused(late)
        await refused(phone.signed(await to_enter(one), "https://evil.example"))
        await refused(phone.signed(await to_enter(one)), origin="https://evil.example")
        await refused(phone.signed(await to_bind(one, key)))  # asked for something else
        await refused(phone.signed({"challenge": coded(bytes(32)), "host": "trains.example"}))  # never asked
        good = phone.signed(await to_enter(one))
        await refused(msgspec.structs.replace(good, signature=coded(bytes(70))))
        for nonsense in ("AAAA", "e30", coded(b"\xff\xfe{")):
            await refused(msgspec.structs.replace(good, client_data=nonsense))
        await refused(phone.signed(await to_enter(one)), stranger)  # a key that is somebody's stays theirs
        assert read(await profiles.me(one, stranger))["card"]["name"] == "Ben"
        phone.count = 0  # a copy of it, made before it was last used
        await refused(phone.signed(await to_enter(one)))
        for wrong in (Authenticator().made(await to_bind(one, stranger)), Authenticator().made(await to_enter(one))):
            with pytest.raises(Refusal, match="bad-passkey"):
                await passkeys.bind(one, key, wrong, ORIGIN)  # what others asked for
        with pytest.raises(Refusal, match="unknown-passkey"):
            mine = read(await profiles.me(one, key))["passkeys"][0]["id"]
            await passkeys.change(one, stranger, mine, None)

    with_workers(store_url, scene, 2)


def test_what_happens_meanwhile_lets_nobody_in(store_url: str, clock: Time) -> None:
    """A passkey that is removed, a copy that signs, a profile that is forgotten, between what is read and what is written."""

    async def scene(one: Worker, other: Worker) -> None:
        key, stranger, fresh = await somebody(one), await somebody(one, "Ben"), new_token()
        phone = await bound(one, key)
        found = passkeys.read(one.engine, coded(phone.id))
        assert found is not None
        await one.write(passkeys.let_in, found, profiles.hash_in(new_token()), found.signed + 1, clock.now)
        await other.write(passkeys.let_in, found, profiles.hash_in(fresh), found.signed + 1, clock.now)
        assert await profiles.player(one, fresh) == ""  # it had signed elsewhere
        await passkeys.change(one, key, found.id, None)
        again = passkeys.Bound(found.id, found.person, found.public_key, found.signed + 1)
        await other.write(passkeys.let_in, again, profiles.hash_in(fresh), again.signed + 1, clock.now)
        assert await profiles.player(one, fresh) == ""
        phone = await bound(one, key)
        with pytest.raises(Refusal, match="bad-passkey"):  # the same one, for somebody else
            await passkeys.bind(other, stranger, phone.made(await to_bind(other, stranger)), ORIGIN)
        assert read(await profiles.me(one, stranger))["passkeys"] == []
        await profiles.forget(one, stranger)
        done: list[bool] = []
        late = passkeys.Bound("ab" * 8, profiles.hash_in(stranger), "AA", 0)
        await other.write(passkeys.add, late, "phone", "AA", clock.now, done)
        assert done == []

    with_workers(store_url, scene, 2)


def test_whoever_came_in_by_a_passkey_is_the_same_in_clubs_and_where_profiles_are_wanted(
    store_url: str, clock: Time
) -> None:
    async def scene(worker: Worker) -> None:
        key, fresh = await somebody(worker), new_token()
        phone = await bound(worker, key)
        await passkeys.enter(worker, fresh, phone.signed(await to_enter(worker)), ORIGIN)
        club, host = await made(worker, SWISS, key)
        await joined(worker, club, "Anna", key, token=host)
        told = await shown(worker, club, fresh)
        assert told["you"] == 0 and told["host"]
        assert (await shown(worker, club, new_token()))["you"] is None
        with pytest.raises(Refusal, match="answered"):
            await joined(worker, club, "Anna", fresh)

    with_workers(store_url, scene, policy="required")


def test_where_the_host_wants_no_profiles_there_are_no_passkeys(store_url: str, clock: Time) -> None:
    async def scene(worker: Worker) -> None:
        for asked in ("bind", "enter"):
            with pytest.raises(Refusal, match="no-profile"):
                await passkeys.challenge(worker, new_token(), AskPasskey(asked), ORIGIN)
        offer = {"challenge": coded(bytes(32)), "host": "trains.example"}
        with pytest.raises(Refusal, match="no-profile"):
            await passkeys.enter(worker, new_token(), Authenticator().signed(offer), ORIGIN)
        with pytest.raises(Refusal, match="no-profile"):
            await passkeys.bind(worker, new_token(), Authenticator().made(offer), ORIGIN)

    with_workers(store_url, scene, policy="forbidden")


def test_a_profile_has_so_many_passkeys_and_they_go_with_it(store_url: str, clock: Time) -> None:
    async def scene(worker: Worker) -> None:
        key = await somebody(worker)
        phones = [await bound(worker, key) for _ in range(passkeys.MOST)]
        with pytest.raises(Refusal, match="too-many-passkeys"):
            await to_bind(worker, key)
        keys = [new_token() for _ in range(passkeys.KEYS_MOST + 2)]
        for fresh in keys:
            clock.now += 1
            await passkeys.enter(worker, fresh, phones[0].signed(await to_enter(worker)), ORIGIN)
        assert [bool(await profiles.player(worker, fresh)) for fresh in keys] == [False] * 2 + [
            True
        ] * passkeys.KEYS_MOST
        await profiles.forget(worker, keys[-1])
        with store.transaction(worker.engine) as connection:
            for rows in ("passkeys", "more_keys", "persons"):
                assert connection.exec_driver_sql(f"SELECT count(*) FROM {rows}").scalar() == 0

    with_workers(store_url, scene)


def test_without_a_page_nothing_is_asked(store_url: str, clock: Time) -> None:
    async def scene(worker: Worker) -> None:
        with pytest.raises(Refusal, match="wrong-origin"):
            await passkeys.challenge(worker, None, AskPasskey("enter"), "")

    with_workers(store_url, scene)
