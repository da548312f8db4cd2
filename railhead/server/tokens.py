"""Seat tokens and table names: unguessable; the store keeps only a token's hash, and hashes are compared in constant time."""

import hashlib
import hmac
import secrets

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without what looks alike


def new_token() -> str:
    """256 random bits, 43 characters."""
    return secrets.token_urlsafe(32)


def new_table_id() -> str:
    """12 characters, about 59 random bits: a table's name is also the invitation to it."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def mark_of(address: str, secret: str) -> str:
    """What the store keeps of whoever made a table: the same for the same address, and nothing else can be told from it."""
    return hmac.digest(secret.encode(), address.encode(), "sha256").hex()[:16]


def hash_of(token: str) -> str:
    """What the store keeps of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def seat_of(token: str, hashes: "dict[int, str]", spares: "dict[int, tuple[str, ...]]") -> int | None:
    """The seat that a token holds; all seats are compared, whichever fits."""
    mine, found = hash_of(token), None
    for seat, kept in hashes.items():
        for one in (kept, *spares.get(seat, ())):
            if hmac.compare_digest(mine, one):
                found = seat
    return found
