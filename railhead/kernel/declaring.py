"""How a record is declared: a class whose fields have a type for the checker, and a kind of number and a shape for NumPy.

    class PlayerRecord(Record):
        generator: Row[Word] = field("u8", 2)

    PLAYER = packed(PlayerRecord)

The class is never made: records are NumPy's outside and Numba's inside compiled code. It says what their fields are, so that a name
that is not there is found before anything runs.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar, overload

import numpy as np

Word: TypeAlias = np.uint64
Number = TypeVar("Number")
Some = TypeVar("Some")

if TYPE_CHECKING:

    class Record:
        """A record, whose fields have names, and its bytes."""

        def __getitem__(self, name: str) -> Any: ...
        def __setitem__(self, name: str, value: Any) -> None: ...
        def tobytes(self) -> bytes: ...
        def copy(self) -> Self: ...

    class Row(np.ndarray[Any, Any], Generic[Number]):
        """A field with one number for each place."""

        @overload  # type: ignore[override]
        def __getitem__(self, place: int) -> Number: ...
        @overload
        def __getitem__(self, place: slice) -> "Row[Number]": ...
        def __getitem__(self, place: Any) -> Any: ...
        def __setitem__(self, place: Any, number: Any) -> None: ...
        def __iter__(self) -> Iterator[Number]: ...  # type: ignore[override]

    class Table(np.ndarray[Any, Any], Generic[Number]):
        """A field with a row for each seat, colour, …"""

        @overload  # type: ignore[override]
        def __getitem__(self, place: int) -> Row[Number]: ...
        @overload
        def __getitem__(self, place: tuple[int, int]) -> Number: ...
        @overload
        def __getitem__(self, place: slice | tuple[slice, Any] | tuple[int, slice]) -> np.ndarray[Any, Any]: ...
        def __getitem__(self, place: Any) -> Any: ...
        def __setitem__(self, place: Any, number: Any) -> None: ...

    class Cube(np.ndarray[Any, Any], Generic[Number]):
        """A field with a table for each colour."""

        @overload  # type: ignore[override]
        def __getitem__(self, place: tuple[int, int]) -> Row[Number]: ...
        @overload
        def __getitem__(self, place: tuple[int, int, int]) -> Number: ...
        def __getitem__(self, place: Any) -> Any: ...

else:

    class Record: ...

    class Row(Generic[Number]): ...

    class Table(Generic[Number]): ...

    class Cube(Generic[Number]): ...


class Numbers(Protocol):
    """Whole numbers that a function is given: a field's, or an array's."""

    @overload
    def __getitem__(self, place: int, /) -> int: ...
    @overload
    def __getitem__(self, place: slice, /) -> "Numbers": ...
    def __setitem__(self, place: int | slice, number: int, /) -> None: ...
    def __len__(self) -> int: ...


class Words(Protocol):
    """Words that a function is given: a set of small numbers, or a generator."""

    def __getitem__(self, place: int, /) -> Word: ...
    def __setitem__(self, place: int, word: Word, /) -> None: ...
    def __len__(self) -> int: ...


class Array(Protocol[Some]):
    """Records side by side that a function is given; writing to a place copies a whole record there."""

    def __getitem__(self, place: int, /) -> Some: ...
    def __setitem__(self, place: int, record: Some, /) -> None: ...
    def __len__(self) -> int: ...


class Field(NamedTuple):
    """A field's kind of number (or record) and its shape."""

    kind: str | np.dtype[Any]
    shape: tuple[int, ...]


def field(kind: str | np.dtype[Any], *shape: int) -> Any:
    """Declare a field: `i2` for a whole number of two bytes, `u8` for a word, …, or another record; then its shape."""
    return Field(kind, shape)


def fields_of(declared: type) -> list[Any]:
    """The fields of a declaration as NumPy takes them, in order."""
    found = [(name, value) for name, value in vars(declared).items() if isinstance(value, Field)]
    return [(name, value.kind, value.shape) if value.shape else (name, value.kind) for name, value in found]


def packed(declared: type) -> np.dtype[Any]:
    """A record type whose fields are reached as attributes.

    The widest fields come first and nothing lies between them: every field stands where a GPU can read it, and equal
    records are equal bytes.
    """
    return in_lines(sorted(fields_of(declared), key=lambda item: -np.dtype(item[1]).itemsize), 8)


def in_lines(fields: list[Any], line: int) -> np.dtype[Any]:
    """A record type with its fields in this order, nothing between them, filled up to whole lines of so many bytes."""
    used = np.dtype(fields).itemsize
    if used % line:
        fields = [*fields, ("spare", "i1", (line - used % line,))]
    kind = np.dtype(fields, align=True)
    if kind.itemsize != np.dtype(fields).itemsize:
        raise TypeError("a field of this record does not stand where it can be read: change their order")
    return np.dtype((np.record, kind))
