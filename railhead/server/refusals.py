"""Refusals: a code and values, never a sentence. Clients have the texts."""

from typing import Any

STATUS = {
    "bad-json": 400, "bad-message": 422, "bad-name": 422, "bad-text": 422, "bad-seats": 422, "unknown-game": 422,
    "unknown-level": 422, "unknown-table": 404, "unknown-seat": 404, "unknown-path": 404, "wrong-method": 405, "wrong-type": 415,
    "wrong-origin": 403, "too-large": 413, "too-fast": 429, "too-many-tables": 429, "too-many-sockets": 429, "seat-taken": 409,
    "wrong-token": 403, "not-over": 409, "not-started": 409, "preparing": 503, "unavailable": 503, "failed": 500,
}  # fmt: skip


class Refusal(Exception):  # noqa: N818  (the protocol's word)
    """Something asked for that is not done; nothing has changed."""

    def __init__(self, code: str, rule: str = "", **values: Any) -> None:
        super().__init__(code)
        self.code, self.rule, self.values = code, rule, values

    @property
    def status(self) -> int:
        """The HTTP status that goes with the code."""
        return STATUS.get(self.code, 409)
