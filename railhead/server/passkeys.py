"""Passkeys: a profile comes to another browser by what a phone, a computer or a password manager signs (WebAuthn, with py_webauthn). The server
never had the key of the profile: whoever comes in by a passkey brings a key of their browser's own, which is the profile's from then on.
"""

import base64
import secrets
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import Connection, Engine, text

from railhead.server import moment, people, profiles
from railhead.server.gate import Sealed, plain
from railhead.server.messages import person_name
from railhead.server.refusals import Refusal
from railhead.server.store import Reading, transaction
from railhead.server.worker import Worker
from railhead.words import AskPasskey, KnownPasskey, NewPasskey, PasskeyChallenge, PasskeyEntry

LASTS = 5 * 60_000  # ms in which a challenge has to be answered
MOST = 10  # of a person
KEYS_MOST = 20  # browsers that came in by passkeys, of a person; of more the oldest are forgotten


class Bound(NamedTuple):
    """A passkey as the store has it."""

    id: str
    person: str
    public_key: str
    signed: int  # how often, as far as it counts


class ClientData(msgspec.Struct):
    """Of what a browser says about what was signed, what leads to the challenge; the rest is judged with the signature."""

    challenge: str


def coded(data: bytes) -> str:
    """Bytes as WebAuthn writes them."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text_of: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text_of + "=" * (-len(text_of) % 4))
    except ValueError:
        raise Refusal("bad-passkey") from None


# ---- in the store


def of_person(engine: Reading, person: str) -> list[KnownPasskey]:
    """The passkeys of a person, the first one first."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text("SELECT id, name, made FROM passkeys WHERE person = :person ORDER BY made, id"), {"person": person}
        ).all()
    return [KnownPasskey(*row) for row in rows]


def credentials(engine: Engine, person: str) -> list[str]:
    """The same as browsers know them."""
    with transaction(engine) as connection:
        rows = connection.execute(text("SELECT credential FROM passkeys WHERE person = :person"), {"person": person})
        return [str(credential) for (credential,) in rows]


def read(engine: Engine, credential: str) -> Bound | None:
    """A passkey as browsers know it, if it is somebody's."""
    with transaction(engine) as connection:
        row = connection.execute(
            text("SELECT id, person, public_key, signed FROM passkeys WHERE credential = :credential"),
            {"credential": credential},
        ).first()
    return None if row is None else Bound(*row)


def put(connection: Connection, challenge: str, person: str, now: int) -> None:
    """Note a challenge; those that nobody has answered in time are forgotten."""
    connection.execute(text("DELETE FROM challenges WHERE until < :now"), {"now": now})
    connection.execute(
        text("INSERT INTO challenges (challenge, until, person) VALUES (:challenge, :until, :person)"),
        {"challenge": challenge, "until": now + LASTS, "person": person},
    )


def take(connection: Connection, challenge: str, person: str, now: int, found: list[str]) -> None:
    """Take a challenge out: it is answered once, whatever the answer is worth."""
    rows = connection.execute(
        text(
            "DELETE FROM challenges WHERE challenge = :challenge AND person = :person AND until >= :now RETURNING challenge"
        ),
        {"challenge": challenge, "person": person, "now": now},
    )
    found[:] = [row[0] for row in rows]


def add(connection: Connection, bound: Bound, name: str, credential: str, now: int, done: list[bool]) -> None:
    """Bind a passkey to a person; one that is bound stays whose it is, and who was forgotten meanwhile is bound to nothing."""
    held = connection.execute(text("SELECT count(*) FROM passkeys WHERE person = :person"), {"person": bound.person})
    if not people.is_known(connection, bound.person) or int(held.scalar() or 0) >= MOST:
        return
    added = connection.execute(
        text(
            "INSERT INTO passkeys (id, person, made, name, credential, public_key, signed)"
            " VALUES (:id, :person, :now, :name, :credential, :key, :signed) ON CONFLICT (credential) DO NOTHING"
        ),
        {
            "id": bound.id, "person": bound.person, "now": now, "name": name, "credential": credential,
            "key": bound.public_key, "signed": bound.signed,
        },
    )  # fmt: skip
    done.append(bool(added.rowcount))


def rename(connection: Connection, person: str, name: str, passkey: str) -> None:
    """Give a passkey another name."""
    connection.execute(
        text("UPDATE passkeys SET name = :name WHERE id = :id AND person = :person"),
        {"name": name, "id": passkey, "person": person},
    )


def remove(connection: Connection, person: str, passkey: str) -> None:
    """Nobody comes in by it any more, and whoever has is out again."""
    for rows, column in (("more_keys", "passkey"), ("passkeys", "id")):
        connection.execute(
            text(f"DELETE FROM {rows} WHERE {column} = :id AND person = :person"), {"id": passkey, "person": person}
        )


def let_in(connection: Connection, bound: Bound, key: str, signed: int, now: int) -> None:
    """A key is that of a passkey's person from now on; a key that is somebody's stays theirs, and a passkey that was removed meanwhile, or
    a copy of which has signed meanwhile, lets nobody in."""
    if people.is_known(connection, key):
        return
    used = connection.execute(
        text("UPDATE passkeys SET signed = :signed WHERE id = :id AND signed = :before"),
        {"signed": signed, "id": bound.id, "before": bound.signed},
    )
    if not used.rowcount:
        return
    connection.execute(
        text(
            "INSERT INTO more_keys (id, person, passkey, made) VALUES (:key, :person, :passkey, :now)"
            " ON CONFLICT (id) DO NOTHING"
        ),
        {"key": key, "person": bound.person, "passkey": bound.id, "now": now},
    )
    old = connection.execute(
        text("SELECT id FROM more_keys WHERE person = :person ORDER BY made DESC, id"), {"person": bound.person}
    ).all()[KEYS_MOST:]
    for (one,) in old:
        connection.execute(text("DELETE FROM more_keys WHERE id = :id"), {"id": one})


# ---- what people do


async def challenge(worker: Worker, key: str | None, asked: AskPasskey, origin: str) -> Sealed:
    """Something to sign."""
    profiles.allowed(worker)
    person, known = "", []
    if asked.purpose == "bind":
        person, _ = await profiles.known(worker, key)
        known = await worker.read(credentials, person)
        if len(known) >= MOST:
            raise Refusal("too-many-passkeys", most=MOST)
    made = coded(secrets.token_bytes(32))
    await worker.write(put, made, person, moment.now())
    # a browser that has a passkey for a handle makes no second one: another profile is another handle, and nobody learns more from it
    handle = coded(bytes.fromhex(person)) if person else ""
    return plain(PasskeyChallenge(made, host_of(origin), handle, known))


def host_of(origin: str) -> str:
    """The name for which passkeys are that a page makes."""
    host = urlsplit(origin).hostname
    if not host:
        raise Refusal("wrong-origin")
    return host


async def _taken(worker: Worker, client_data: str, person: str) -> bytes:
    """The challenge that was signed, which nobody answers a second time."""
    try:
        named = msgspec.json.decode(_bytes(client_data), type=ClientData).challenge
    except msgspec.DecodeError:
        raise Refusal("bad-passkey") from None
    found: list[str] = []
    await worker.write(take, named, person, moment.now(), found)
    if not found:
        raise Refusal("bad-passkey")
    return _bytes(found[0])


async def bind(worker: Worker, key: str | None, new: NewPasskey, origin: str) -> Sealed:
    """A passkey comes to belong to a profile."""
    person, _ = await profiles.known(worker, key)
    if len(await worker.read(credentials, person)) >= MOST:
        raise Refusal("too-many-passkeys", most=MOST)
    name = person_name(new.name)
    signed = await _taken(worker, new.client_data, person)
    bound, credential = await worker.in_thread(_registered, new, signed, origin, person)
    done: list[bool] = []
    await worker.write(add, bound, name, credential, moment.now(), done)
    if done != [True]:
        raise Refusal("bad-passkey")
    return await profiles.me(worker, key)


def _registered(new: NewPasskey, signed: bytes, origin: str, person: str) -> tuple[Bound, str]:
    from webauthn import verify_registration_response
    from webauthn.helpers.exceptions import WebAuthnException

    response = {"clientDataJSON": new.client_data, "attestationObject": new.attestation}
    try:
        found = verify_registration_response(
            credential={"id": new.id, "rawId": new.id, "type": "public-key", "response": response},
            expected_challenge=signed,
            expected_rp_id=host_of(origin),
            expected_origin=origin,
        )
    except (WebAuthnException, ValueError):
        raise Refusal("bad-passkey") from None
    bound = Bound(secrets.token_hex(8), person, coded(found.credential_public_key), found.sign_count)
    return bound, coded(found.credential_id)


async def change(worker: Worker, key: str | None, passkey: str, name: str | None) -> Sealed:
    """Another name for a passkey; none: the end of it."""
    person, _ = await profiles.known(worker, key)
    if passkey not in [one.id for one in await worker.read(of_person, person)]:
        raise Refusal("unknown-passkey")
    if name is None:
        await worker.write(remove, person, passkey)
        if await profiles.asker(worker, key) != person:  # the browser itself had come in by it
            raise Refusal("no-profile")
    else:
        await worker.write(rename, person, person_name(name), passkey)
    return await profiles.me(worker, key)


async def enter(worker: Worker, key: str | None, entry: PasskeyEntry, origin: str) -> Sealed:
    """Somebody comes in by a passkey: the key of their browser is the profile's from now on."""
    profiles.allowed(worker)
    new = profiles.hash_in(key)
    signed = await _taken(worker, entry.client_data, "")
    bound = await worker.read(read, entry.id)
    if bound is None:
        raise Refusal("unknown-passkey")
    count = await worker.in_thread(_signed, entry, signed, origin, bound)
    await worker.write(let_in, bound, new, count, moment.now())
    if await profiles.asker(worker, key) != bound.person:  # somebody else's key
        raise Refusal("bad-passkey")
    return await profiles.me(worker, key)


def _signed(entry: PasskeyEntry, signed: bytes, origin: str, bound: Bound) -> int:
    from webauthn import verify_authentication_response
    from webauthn.helpers.exceptions import WebAuthnException

    response = {
        "clientDataJSON": entry.client_data,
        "authenticatorData": entry.authenticator_data,
        "signature": entry.signature,
    }
    try:
        found = verify_authentication_response(
            credential={"id": entry.id, "rawId": entry.id, "type": "public-key", "response": response},
            expected_challenge=signed,
            expected_rp_id=host_of(origin),
            expected_origin=origin,
            credential_public_key=_bytes(bound.public_key),
            credential_current_sign_count=bound.signed,
        )
    except (WebAuthnException, ValueError):
        raise Refusal("bad-passkey") from None
    return found.new_sign_count
