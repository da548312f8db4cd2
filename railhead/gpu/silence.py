"""A trace that is always switched off, as the compiler can see: so all telling of events disappears from what a GPU runs."""

from typing import Any

from railhead.gpu.device import COMPILES
from railhead.kernel.trace import NO_TRACE

if not COMPILES:

    def silence() -> Any:
        """A trace that nothing is written to."""
        return NO_TRACE

else:
    from numba.core import types
    from numba.cuda.datamodel.models import OpaqueModel
    from numba.cuda.extending import intrinsic
    from numba.cuda.models import register_model

    from railhead.gpu.kinds import give_fields

    FIELDS = {"on": types.int32, "used": types.int32, "numbers": types.Array(types.int16, 1, "C")}  # as in layout.TRACE

    class Silence(types.Type):
        """The type of a trace without any bytes."""

        def __init__(self) -> None:
            super().__init__(name="Silence")

    def _read(context: Any, _builder: Any, _kind: Any, _value: Any, name: str) -> Any:
        """Off, empty, nowhere."""
        return context.get_constant_null(FIELDS[name])

    def _write(context: Any, _builder: Any, _signature: Any, _arguments: Any, _name: str) -> Any:
        """Nothing is kept."""
        return context.get_dummy_value()

    register_model(Silence)(OpaqueModel)
    give_fields(Silence, lambda _kind, name: FIELDS[name], _read, _write)

    @intrinsic  # type: ignore[untyped-decorator]
    def silence(_context: Any) -> Any:
        """A trace that nothing is written to."""

        def generate(context: Any, _builder: Any, _signature: Any, _arguments: Any) -> Any:
            return context.get_dummy_value()

        return Silence()(), generate
