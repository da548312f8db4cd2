"""A record in two places: the fields most asked for near the GPU's processors, in shared memory, the others where the whole record lies.

The rules see one record: `split(near, far)` reads and writes a field in `near` where that has it, otherwise in `far`. `copy_fields` brings
the near fields, and takes them back.
"""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from railhead.gpu.device import COMPILES

if not COMPILES:

    class SplitRecord:
        """What the simulator, which runs Python, takes for a record."""

        def __init__(self, near: Any, far: Any) -> None:
            self.__dict__.update(_near=near, _far=far, _names=near.dtype.names)

        def __getattr__(self, name: str) -> Any:
            return getattr(self._near if name in self._names else self._far, name)

        def __setattr__(self, name: str, value: Any) -> None:
            setattr(self._near if name in self._names else self._far, name, value)

    def split(near: Any, far: Any) -> Any:
        """One record to whoever reads and writes it."""
        return SplitRecord(near, far)

    def copy_fields(target: Any, source: Any) -> None:
        """All fields that both have, as far as both have room."""
        for name in target.dtype.names:
            if name != "spare" and name in source.dtype.names:
                room = zip(target.dtype[name].shape, source.dtype[name].shape, strict=True)
                part = tuple(slice(min(sizes)) for sizes in room)
                if part:
                    target[name][part] = source[name][part]
                else:
                    target[name] = source[name]

else:
    from llvmlite import ir
    from numba.core import types
    from numba.cuda import cgutils
    from numba.cuda.datamodel.models import StructModel
    from numba.cuda.extending import intrinsic
    from numba.cuda.models import register_model

    from railhead.gpu.kinds import give_fields

    class Split(types.Type):
        """The type of a split record: two addresses."""

        def __init__(self, near: Any, far: Any) -> None:
            self.near, self.far = near, far
            super().__init__(name=f"Split({near.name}, {far.name})")

        def part(self, name: str) -> tuple[str, Any]:
            """Where a field lies, and in a record of which type."""
            return ("near", self.near) if name in self.near.fields else ("far", self.far)

    def _part(context: Any, builder: Any, kind: Any, value: Any, name: str) -> tuple[Any, Any]:
        place, record = kind.part(name)
        return record, getattr(cgutils.create_struct_proxy(kind)(context, builder, value=value), place)

    def _read(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
        record, address = _part(context, builder, kind, value, name)
        return context.get_getattr(record, name)(context, builder, record, address, name)

    def _write(context: Any, builder: Any, signature: Any, arguments: Any, name: str) -> Any:
        kind, value = signature.args
        record, address = _part(context, builder, kind, arguments[0], name)
        return context.get_setattr(name, signature.replace(args=(record, value)))(builder, (address, arguments[1]))

    register_model(Split)(lambda manager, kind: StructModel(manager, kind, [("near", kind.near), ("far", kind.far)]))
    give_fields(Split, lambda kind, name: kind.part(name)[1].typeof(name), _read, _write)

    @intrinsic  # type: ignore[untyped-decorator]
    def split(_context: Any, near: Any, far: Any) -> Any:
        """One record to whoever reads and writes it."""
        kind = Split(near, far)

        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            value = cgutils.create_struct_proxy(kind)(context, builder)
            value.near, value.far = arguments
            return value._getvalue()

        return kind(near, far), generate

    def _rows(target: Any, source: Any) -> Iterator[tuple[int, int, int]]:
        """What to copy: from where, to where, how many bytes."""
        for name in target.fields.keys() & source.fields.keys() - {"spare"}:
            here, there = source.fields[name], target.fields[name]
            if isinstance(there.type, types.NestedArray):
                *shape, last = map(min, here.type.shape, there.type.shape)
                for row in np.ndindex(*shape):
                    begins = (field.offset + int(np.dot(field.type.strides[:-1], row)) for field in (here, there))
                    yield (*begins, last * there.type.dtype.bitwidth // 8)
            else:
                yield here.offset, there.offset, there.type.bitwidth // 8

    def _words(target: Any, source: Any) -> Iterator[tuple[int, int, int]]:
        """The same in the longest words that may be read and written there."""
        for here, there, length in sorted(_rows(target, source)):
            done = 0
            while done < length:
                width = math.gcd(here + done, there + done, 8)
                while width > length - done:
                    width //= 2
                yield here + done, there + done, width
                done += width

    @intrinsic  # type: ignore[untyped-decorator]
    def copy_fields(_context: Any, target: Any, source: Any) -> Any:
        """All fields that both have, as far as both have room."""

        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            def address(record: Any, place: int, width: int) -> Any:
                start = builder.bitcast(record, ir.IntType(8).as_pointer())
                return builder.bitcast(
                    builder.gep(start, [ir.Constant(ir.IntType(64), place)]), ir.IntType(8 * width).as_pointer()
                )

            for here, there, width in _words(target, source):
                word = builder.load(address(arguments[1], here, width))
                builder.store(word, address(arguments[0], there, width))
            return context.get_dummy_value()

        return types.void(target, source), generate
