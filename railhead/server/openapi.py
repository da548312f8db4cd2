"""The OpenAPI document, made of the list of endpoints and of the types of their bodies."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from railhead.server.endpoints import Endpoint
from railhead.server.messages import PROTOCOL
from railhead.server.refusals import Refusal

REFUSAL = {
    "type": "object",
    "required": ["code", "values"],
    "properties": {"code": {"type": "string"}, "values": {"type": "object"}},
}
PARAMETERS = {
    "game": {"type": "string", "maxLength": 64},
    "table": {"type": "string", "maxLength": 32},
    "seat": {"type": "integer", "minimum": 0, "maximum": 4},
    "eyes": {"type": "string", "pattern": "^(all|watch|[0-4])$", "default": "watch"},
}


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    answers: dict[str, Any] = {
        str(endpoint.status): {
            "description": endpoint.about,
            "content": {endpoint.kind: {"schema": {} if endpoint.kind == "text/plain" else {"type": "object"}}},
        }
    }
    statuses: dict[int, list[str]] = {}
    for code in endpoint.refusals:
        statuses.setdefault(Refusal(code).status, []).append(code)
    for status, codes in statuses.items():
        answers[str(status)] = {
            "description": ", ".join(codes),
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}},
        }
    operation: dict[str, Any] = {
        "summary": endpoint.about,
        "operationId": re.sub(r"\W+", "-", f"{endpoint.method} {endpoint.path}").strip("-").lower(),
        "responses": answers,
    }
    inside = [(name, "path") for name in re.findall(r"{(\w+)}", endpoint.path)] + [
        (name, "query") for name in endpoint.query
    ]
    if inside:
        operation["parameters"] = [
            {"name": name, "in": where, "required": where == "path", "schema": PARAMETERS[name]}
            for name, where in inside
        ]
    if endpoint.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{endpoint.body.__name__}"}}},
        }
    if endpoint.secured:
        operation["security"] = [{"seat": []}] if endpoint.method == "POST" else [{}, {"seat": []}]
    return operation


def document(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """The whole document."""
    return _document(tuple(endpoints))


@lru_cache(1)
def _document(endpoints: tuple[Endpoint, ...]) -> dict[str, Any]:
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    bodies = [endpoint.body for endpoint in endpoints if endpoint.body is not None]
    _, schemas = msgspec.json.schema_components(bodies, ref_template="#/components/schemas/{name}")
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Railhead",
            "version": str(PROTOCOL),
            "description": "See docs/protocol.md for the socket and for what the fields mean.",
        },
        "paths": paths,
        "components": {
            "schemas": {**schemas, "Refusal": REFUSAL},
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }
