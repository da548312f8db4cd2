"""Sets of small numbers (routes, cities, tickets) as 64-bit words: the reason that legal moves cost nanoseconds."""

from typing import Any

import numpy as np

from railhead.kernel.compiled import INTERPRETED, compiled
from railhead.kernel.declaring import Row, Word, Words

NO_BITS = np.uint64(0)
ONE = np.uint64(1)
BYTE = np.uint64(0xFF)
EACH_BYTE = np.uint64(0x0101010101010101)
EACH_HIGH = np.uint64(0x8080808080808080)

if INTERPRETED:

    def popcount(word: Word) -> int:
        """How many bits are set."""
        return int(word).bit_count()

    def lowest(word: Word) -> int:
        """The number of the lowest set bit."""
        return (int(word) & -int(word)).bit_length() - 1

    def eight(counts: Row[int]) -> Word:
        """The first eight bytes of an array as one word, where they stand in a record."""
        return np.uint64(int.from_bytes(counts[:8].tobytes(), "little"))

else:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def popcount(_context: Any, _word: Any) -> Any:
        """How many bits are set."""

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest(_context: Any, _word: Any) -> Any:
        """The number of the lowest set bit."""

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.uint64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def eight(_context: Any, _counts: Any) -> Any:
        """The first eight bytes of an array as one word, where they stand in a record."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            counts = context.make_array(signature.args[0])(context, builder, arguments[0])
            return builder.load(builder.bitcast(counts.data, ir.IntType(64).as_pointer()))

        return types.uint64(_counts), generate


@compiled
def bit(number: int) -> Word:
    """The word with this one bit set."""
    return ONE << np.uint64(number & 63)


@compiled
def byte(word: Word, place: int) -> int:
    """One of the eight bytes of a word."""
    return np.int64((word >> np.uint64(8 * place)) & BYTE)  # type: ignore[return-value]


@compiled
def bytes_up_to(word: Word, number: int) -> int:
    """How many of the eight bytes of a word are at most this number; all are below 128."""
    return popcount(((EACH_BYTE * np.uint64(number) | EACH_HIGH) - word) & EACH_HIGH)


@compiled
def nth(word: Word, place: int) -> int:
    """The number of the set bit that has `place` set bits below it."""
    for _ in range(place):
        word &= word - ONE
    return lowest(word)


@compiled
def has(words: Words, number: int) -> bool:
    """Is the number in the set?"""
    return bool((words[number >> 6] & bit(number)) != NO_BITS)


@compiled
def add(words: Words, number: int) -> None:
    """Put the number into the set."""
    words[number >> 6] |= bit(number)


@compiled
def remove(words: Words, number: int) -> None:
    """Take the number out of the set."""
    words[number >> 6] &= ~bit(number)


@compiled
def size(words: Words) -> int:
    """How many numbers are in the set."""
    total = 0
    for place in range(len(words)):
        total += popcount(words[place])
    return total
