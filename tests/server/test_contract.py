"""One module says what travels; everything that is written of it elsewhere is what the command writes."""

from typing import get_args

import pytest

from railhead import words
from railhead.server import contract
from railhead.server.endpoints import ENDPOINTS
from railhead.server.openapi import document
from railhead.server.refusals import MEANINGS


@pytest.mark.parametrize("name", ["web/src/lib/types.ts", "docs/protocol.md"])
def test_the_files_are_what_the_command_writes(name: str) -> None:
    file = contract.ROOT / name
    assert file.read_text(encoding="utf-8") == contract.written()[file], "run: python -m railhead.server.contract"


def test_every_answer_has_a_type() -> None:
    ours = [endpoint for endpoint in ENDPOINTS if endpoint.kind == "application/json"]
    assert [endpoint.path for endpoint in ours if endpoint.answer is None] == ["/api/maps/{map}", "/api/openapi.json"]
    found: object = document(ENDPOINTS)
    assert isinstance(found, dict)
    schemas = found["components"]["schemas"]
    assert {endpoint.answer.__name__ for endpoint in ENDPOINTS if endpoint.answer} <= set(schemas)
    assert schemas["Refused"]["required"] == ["type", "code", "rule", "values"]


def test_every_refusal_has_a_meaning() -> None:
    assert set(MEANINGS) == set(get_args(words.ServiceCode))
    for endpoint in ENDPOINTS:
        assert all(MEANINGS[code].status for code in endpoint.refusals), endpoint.path


def test_every_word_of_the_protocol_is_described() -> None:
    """Whatever a client may read or send stands in docs/protocol.md."""
    described = (contract.ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    spoken = {*get_args(words.ServerMessage), *get_args(words.ClientMessage)}
    spoken |= {kind for endpoint in ENDPOINTS for kind in (endpoint.answer, endpoint.body) if kind}
    for kind in spoken:
        name, tag = contract.named(kind), kind.__struct_config__.tag
        assert f"| `{name}` |" in described or f"| `{tag}` |" in described, kind
