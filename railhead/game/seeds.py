"""Seeds: a number for experiments, or a long secret whose game nobody can predict.

A number seeds the generator once. A secret (32 or more hexadecimal digits) re-keys it at every decision from a keyed hash of the
secret and the decision's number, so that no run of seen cards tells anything about the next. Both replay.
"""

import hashlib
import re
import secrets
from typing import Any

import numpy as np

from railhead.kernel import random

SECRET = re.compile("[0-9a-f]{32,128}")
NUMBER = re.compile("[0-9]{1,20}")


def new_secret() -> str:
    """A seed of 128 random bits."""
    return secrets.token_hex(16)


def read(seed: "int | str | None") -> "int | str":
    """A seed as it is kept: a number, or a secret's hexadecimal digits; None makes a new secret."""
    if seed is None:
        return new_secret()
    if isinstance(seed, str) and SECRET.fullmatch(seed):
        return seed
    if isinstance(seed, str) and NUMBER.fullmatch(seed):
        seed = int(seed)
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 2**64:
        raise ValueError(
            f"{str(seed)[:40]!r} is no seed: use a whole number from 0 to 2^64 - 1, or 32 or more hexadecimal digits"
        )
    return int(seed)


def commitment(seed: "int | str") -> str:
    """The SHA-256 of the seed's text: published when a game starts, so that the seed cannot be changed later."""
    return hashlib.sha256(str(seed).encode()).hexdigest()


def set_generator(generator: Any, seed: "int | str", number: int) -> None:
    """Make the generator ready for the decision of this number; the set-up is number 0."""
    if isinstance(seed, str):
        digest = hashlib.blake2b(
            str(number).encode(), key=bytes.fromhex(seed[: len(seed) & ~1]), digest_size=16
        ).digest()
        random.set_key(generator, np.uint64(int.from_bytes(digest[:8])), np.uint64(int.from_bytes(digest[8:])))
    elif number == 0:
        random.seed(generator, np.uint64(seed))
