"""What commands say where a store cannot be opened: a sentence, as with all that is wrong."""

from collections.abc import Iterator
from contextlib import contextmanager

from railhead.shell import plain_errors, refuse


def reason(error: BaseException) -> str:
    """The first line of what is wrong."""
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0]


@contextmanager
def store_errors(*others: type[Exception]) -> Iterator[None]:
    """No traceback for an address that is none, a server that does not answer, a store of a later release, and the like of others."""
    from sqlalchemy.exc import SQLAlchemyError

    from railhead.server.migrations import StoreTooNewError

    wrong: tuple[type[Exception], ...] = (SQLAlchemyError, StoreTooNewError, *others)
    with plain_errors():
        try:
            yield
        except wrong as error:
            refuse(f"the store cannot be opened: {reason(error)}")
