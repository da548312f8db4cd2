"""How a Numba type of our own gets its fields in CUDA code. Only to be imported where numba-cuda is (device.COMPILES)."""

from collections.abc import Callable
from typing import Any

from numba.cuda.cudadecl import registry as typing_registry
from numba.cuda.cudaimpl import registry as lowering_registry
from numba.cuda.typing.templates import AttributeTemplate


def give_fields(
    kind: type,
    type_of: Callable[[Any, str], Any],
    read: Callable[[Any, Any, Any, Any, str], Any],
    write: Callable[[Any, Any, Any, Any, str], Any],
) -> None:
    """Let values of a type have fields: of which type each is, and what code reads and writes it."""
    resolve = {"key": kind, "generic_resolve": lambda _self, one, name: type_of(one, name)}
    typing_registry.register_attr(type(f"{kind.__name__}Fields", (AttributeTemplate,), resolve))
    lowering_registry.lower_getattr_generic(kind)(read)
    lowering_registry.lower_setattr_generic(kind)(write)
