"""The game's own generator: PCG32 (M. E. O'Neill, 2014), kept in the record, so that a game's future is part of its bytes.

A generator is an array of two words, state and stream: `game.generator`, or a player's own.
"""

import numpy as np

from railhead.kernel.compiled import INTERPRETED, compiled
from railhead.kernel.declaring import Word, Words

MULTIPLIER = np.uint64(6364136223846793005)
LOW_32 = np.uint64(0xFFFFFFFF)
TWO_TO_32 = np.uint64(1 << 32)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
ONE, U18, U27, U31, U32, U59 = (np.uint64(n) for n in (1, 18, 27, 31, 32, 59))
MIX_1, MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
U30 = np.uint64(30)

if INTERPRETED:
    np.seterr(over="ignore")  # the generator's arithmetic is meant to wrap around at 64 bits, as machines do


@compiled
def next_bits(generator: Words) -> Word:
    """The next 32 random bits."""
    state = generator[0]
    generator[0] = state * MULTIPLIER + generator[1]
    word = (((state >> U18) ^ state) >> U27) & LOW_32
    turn = state >> U59
    return ((word >> turn) | (word << ((U32 - turn) & U31))) & LOW_32


@compiled
def below(generator: Words, bound: int) -> int:
    """A number from 0 to bound - 1, each exactly as likely as the others (D. Lemire, 2019)."""
    limit = np.uint64(bound)
    product = next_bits(generator) * limit
    if (product & LOW_32) < limit:
        threshold = (TWO_TO_32 - limit) % limit
        while (product & LOW_32) < threshold:
            product = next_bits(generator) * limit
    return np.int64(product >> U32)  # type: ignore[return-value]


@compiled
def set_key(generator: Words, key: Word, stream: Word) -> None:
    """Start the generator afresh from 128 bits of key."""
    generator[1] = (np.uint64(stream) << ONE) | ONE
    generator[0] = generator[1] + np.uint64(key)
    next_bits(generator)


@compiled
def _mixed(number: Word) -> Word:
    """One number spread over all 64 bits (the finisher of SplitMix64)."""
    number = (number ^ (number >> U30)) * MIX_1
    number = (number ^ (number >> U27)) * MIX_2
    return number ^ (number >> U31)


@compiled
def seed(generator: Words, number: "Word | int") -> None:
    """Start the generator from one number; neighbouring numbers give unrelated games."""
    first = np.uint64(number) + GOLDEN
    set_key(generator, _mixed(first), _mixed(first + GOLDEN))
