"""The OpenAPI document, made of the list of endpoints and of the types of their bodies and answers."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeAlias

import msgspec

from railhead.server.endpoints import Endpoint
from railhead.server.refusals import MEANINGS
from railhead.words import PROTOCOL, Refused

Json: TypeAlias = "Mapping[str, Json] | list[Json] | str | int | bool | None"
PARAMETERS: dict[str, Json] = {
    "game": {"type": "string", "maxLength": 64},
    "table": {"type": "string", "maxLength": 32},
    "club": {"type": "string", "maxLength": 32},
    "map": {"type": "string", "pattern": "^map-[0-9a-f]{20}$"},
    "lesson": {"type": "string", "maxLength": 32},
    "puzzle": {"type": "string", "maxLength": 32},
    "seat": {"type": "integer", "minimum": 0, "maximum": 4},
    "position": {"type": "string", "maxLength": 20000},
    "of": {"type": "string", "maxLength": 2000},
    "way": {"type": "string", "maxLength": 32},
    "passkey": {"type": "string", "maxLength": 32},
    "day": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
    "look": {"type": "string", "maxLength": 32, "default": "classic"},
    "eyes": {"type": "string", "pattern": "^(all|watch|[0-4])$", "default": "watch"},
}


def _content(kind: str, schema: Json) -> Json:
    return {kind: {"schema": schema}}


def _of(struct: type[msgspec.Struct]) -> Json:
    return {"$ref": f"#/components/schemas/{struct.__name__}"}


def _answers(endpoint: Endpoint) -> Json:
    """What an endpoint may answer, by status."""
    answer = _of(endpoint.answer) if endpoint.answer else {}
    found: dict[str, Json] = {
        str(endpoint.status): {"description": endpoint.about, "content": _content(endpoint.kind, answer)}
    }
    for status in dict.fromkeys(MEANINGS[code].status for code in endpoint.refusals):
        codes = [code for code in endpoint.refusals if MEANINGS[code].status == status]
        found[str(status)] = {"description": ", ".join(codes), "content": _content("application/json", _of(Refused))}
    return found


def _operation(endpoint: Endpoint) -> Json:
    parameters: list[Json] = [
        {"name": name, "in": where, "required": where == "path", "schema": PARAMETERS[name]}
        for where, names in (("path", re.findall(r"{(\w+)}", endpoint.path)), ("query", endpoint.query))
        for name in names
    ]
    operation: dict[str, Json] = {
        "summary": endpoint.about,
        "operationId": re.sub(r"\W+", "-", f"{endpoint.method} {endpoint.path}").strip("-").lower(),
        "responses": _answers(endpoint),
    }
    if parameters:
        operation["parameters"] = parameters
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": _content("application/json", _of(endpoint.body))}
    if endpoint.secured:
        operation["security"] = [{"seat": []}] if endpoint.method == "POST" else [{}, {"seat": []}]
    return operation


def document(endpoints: Iterable[Endpoint]) -> Json:
    """The whole document."""
    return _document(tuple(endpoints))


@lru_cache(1)
def _document(endpoints: tuple[Endpoint, ...]) -> Json:
    paths: dict[str, dict[str, Json]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    named = [kind for endpoint in endpoints for kind in (endpoint.body, endpoint.answer) if kind is not None]
    _, schemas = msgspec.json.schema_components([Refused, *named], ref_template="#/components/schemas/{name}")
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Railhead",
            "version": str(PROTOCOL),
            "description": "See docs/protocol.md for the socket and for what the fields mean.",
        },
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}}},
    }
