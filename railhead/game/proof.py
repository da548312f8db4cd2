"""Records that prove: the server that dealt a game signs its record when it is over (Ed25519), over every word that stands in it.

Whoever changes a move, a name or a result, or takes something out, breaks the signature; whoever signs anew signs with another key. So a
record proves as much as is known about the key in it: compare it with the one that the server publishes at `/api/key`.
"""

from typing import Literal

import msgspec
from msgspec import structs

from railhead.words import Record, Signature

Proof = Literal["own", "signed", "changed", "unsigned"]
PROOFS: dict[Proof, str] = {
    "own": "the server's own: signed with that key",
    "signed": "signed and whole; compare the key in it with the server's own (--key)",
    "changed": "changed: the signature does not fit",
    "unsigned": "unsigned: nobody vouches for its moves and names",
}


def signed_words(record: Record) -> bytes:
    """What is signed: the record without its signature, in the one order and spelling that there is for it."""
    return msgspec.json.encode(msgspec.to_builtins(structs.replace(record, signature=None)), order="sorted")


def public_key(secret: str) -> str:
    """The key that all may know, of a secret of 64 hexadecimal digits."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret)).public_key().public_bytes_raw().hex()


def sign(record: Record, secret: str) -> Record:
    """The record with a signature."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    value = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret)).sign(signed_words(record))
    return structs.replace(record, signature=Signature(public_key(secret), value.hex()))


def proof_of(record: Record, key: str | None = None) -> Proof:
    """What a record's signature proves: `own` by the key that is asked for, `signed` by whichever stands in it."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if record.signature is None:
        return "unsigned"
    try:
        theirs = Ed25519PublicKey.from_public_bytes(bytes.fromhex(record.signature.key))
        theirs.verify(bytes.fromhex(record.signature.value), signed_words(record))
    except (InvalidSignature, ValueError):
        return "changed"
    return "own" if key is not None and key.strip().lower() == record.signature.key else "signed"
