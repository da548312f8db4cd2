"""The words of the game, written down for others: the page's types and the tables of the protocol's description.

`python -m railhead.server.contract` writes both anew from railhead/words.py; a test demands that they are what it writes.
"""

import ast
import inspect
import json
import re
import types
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Raw, Struct, structs

from railhead import words
from railhead.server.endpoints import ENDPOINTS
from railhead.server.refusals import MEANINGS
from railhead.text.messages import language

ROOT = Path(__file__).parent.parent.parent
WIDTH = 120  # of a line, as the page's formatter wants it
# What is called otherwise in TypeScript, which has these already.
NAMES = {"Event": "GameEvent", "Record": "GameRecord"}
MOVE_VALUES: dict[words.MoveCode, str] = {  # what comes with the code of a move that cannot be made
    "unknown-word": "word", "too-many-words": "word rest", "which": "word", "with": "word", "not-cards": "word",
    "ambiguous": "move ways", "illegal-decision": "decision", "not-now": "word phase", "not-in-row": "colour", "gap": "slot",
    "not-offered": "offered", "keep-more": "minimum offered", "no-route": "route near", "claimed": "route owner",
    "own-parallel": "route", "closed": "route", "crossed": "route", "not-built": "route", "trains": "route length trains",
    "ferry": "route ferry locomotives", "cards": "route length colour cards locomotives", "payment": "route length colour",
    "due": "due", "no-city": "city near", "station-taken": "city", "station-price": "price", "not-a-bed": "route",
    "built": "route", "other-bed": "route", "no-piece": "route length colour",
}  # fmt: skip
PLAIN = {
    Raw: "unknown",
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    Any: "unknown",
}
STRUCTS: tuple[type[Struct], ...] = tuple(
    kind
    for name, kind in vars(words).items()
    if isinstance(kind, type) and issubclass(kind, Struct) and kind is not Struct and not name.startswith("_")
)
ALIASES = {
    name: kind
    for name, kind in vars(words).items()
    if get_origin(kind) not in (None, Annotated) and not name.startswith("_")
}


# ---- what stands in words.py


def own_fields(kind: type[Struct]) -> list[structs.FieldInfo]:
    """The fields of a struct that the one it extends does not have."""
    above = extended(kind)
    known = above.__struct_fields__ if above else ()
    return [field for field in structs.fields(kind) if field.name not in known]


def extended(kind: type[Struct]) -> type[Struct] | None:
    """The struct that another one extends, if it has a name of its own."""
    return next((above for above in kind.__mro__[1:] if above in STRUCTS), None)


@cache
def remarks() -> dict[str, str]:
    """What is said behind the names in words.py, on their lines: of `Colour`, of `TableState.position`."""
    source = inspect.getsource(words)
    lines = source.splitlines()
    found: dict[str, str] = {}
    for top in ast.parse(source).body:
        owner = f"{top.name}." if isinstance(top, ast.ClassDef) else ""
        for node in top.body if isinstance(top, ast.ClassDef) else [top]:
            target = node.target if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [None])[0]
            _, mark, said = lines[(node.end_lineno or 1) - 1].partition("  # ")
            if isinstance(target, ast.Name) and mark and not said.startswith("fmt"):
                found[owner + target.id] = said
    return found


def remark(kind: type[Struct], field: str) -> str:
    """What is said of a field."""
    return next((remarks()[name] for one in kind.__mro__ if (name := f"{one.__name__}.{field}") in remarks()), "")


def tag_of(kind: type[Struct]) -> tuple[str, str] | None:
    """The field that tells a struct from others, and what it says."""
    config = kind.__struct_config__
    return (config.tag_field, str(config.tag)) if config.tag_field else None


def mentioned(hint: object) -> Iterator[type[Struct]]:
    """The structs that a type speaks of."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        yield hint
    for part in get_args(hint):
        yield from mentioned(part)


def _asked() -> set[type[Struct]]:
    """The structs that only clients send: what has a default may be left out of them."""
    asked: set[type[Struct]] = {kind for kind in STRUCTS if issubclass(kind, words._Asked | words._Body)}
    told = [kind for kind in STRUCTS if kind not in asked]
    for kind in told:
        for part in [part for hint in get_type_hints(kind).values() for part in mentioned(hint)]:
            if part in asked:
                asked.discard(part)
                told.append(part)
    return asked


ASKED = _asked()


def optional(kind: type[Struct], field: structs.FieldInfo) -> bool:
    """May a field be left out?"""
    return not field.required and (kind.__struct_config__.omit_defaults or kind in ASKED)


# ---- types, as TypeScript writes them


def named(kind: type[Struct]) -> str:
    """What a struct is called."""
    return NAMES.get(kind.__name__, kind.__name__)


def typed(hint: Any) -> str:
    """A type's name, or what it is made of."""
    if hint in PLAIN:
        return PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, Struct):
        # Where a plain struct is told, one that extends it may stand.
        more = [kind for kind in STRUCTS if extended(kind) is hint and not tag_of(kind)]
        return " | ".join(named(kind) for kind in (hint, *more))
    if get_origin(hint) is Annotated:
        return typed(get_args(hint)[0])
    for name, known in ALIASES.items():
        if hint == known:
            return NAMES.get(name, name)
    return made_of(hint)


def made_of(hint: Any) -> str:
    """A type spelled out."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(json.dumps(word) for word in parts)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(typed(part) for part in parts))
    if origin in (list, Sequence) or (origin is tuple and parts[1:] == (...,)):
        inside = typed(parts[0])
        bare = " | " not in inside or get_origin(parts[0]) is tuple  # a tuple holds its own alternatives together
        return f"{inside}[]" if bare else f"({inside})[]"
    if origin is tuple:
        return f"[{', '.join(typed(part) for part in parts)}]"
    if origin in (dict, Mapping):
        inside = f"Record<{typed(parts[0])}, {typed(parts[1])}>"
        return f"Partial<{inside}>" if get_origin(parts[0]) is Literal else inside
    raise TypeError(f"{hint} has no form in TypeScript")


def field_type(kind: type[Struct], field: structs.FieldInfo) -> str:
    """The type of a field; one that is left out is never null."""
    hint = get_type_hints(kind, include_extras=True)[field.name]
    if optional(kind, field) and field.default is None and kind not in ASKED:
        hint = Union[tuple(part for part in get_args(hint) if part is not type(None))]  # noqa: UP007
    return typed(hint)


# ---- types.ts


def typescript() -> str:
    """The page's types."""
    parts = [
        "/** What the server says and hears. Made by `python -m railhead.server.contract` from railhead/words.py: change it there. */"
    ]
    sets = {kind: name for name, kind in vars(words).items() if isinstance(kind, tuple)}
    parts += [f"export const {name} = {value};" for name, value in vars(words).items() if isinstance(value, int)]
    for name, kind in ALIASES.items():
        comment = f"/** {remarks()[name]} */\n" if name in remarks() else ""
        name = NAMES.get(name, name)
        if constant := sets.get(get_args(kind)):
            chosen = [json.dumps(word) for word in get_args(kind)]
            parts.append(comment + fitting(f"export const {constant} = [", chosen, ", ", "] as const;"))
            parts.append(f"export type {name} = (typeof {constant})[number];")
        else:
            parts.append(comment + fitting(f"export type {name} =", made_of(kind).split(" | "), " | ", ";"))
    parts += [interface(kind) for kind in STRUCTS]
    return "\n\n".join(parts) + "\n"


def fitting(start: str, parts: list[str], between: str, end: str) -> str:
    """A list on one line if it fits, else one a line, as the formatter has it."""
    space = "" if start.endswith("[") else " "
    line = start + space + between.join(parts) + end
    if len(line) <= WIDTH:
        return line
    if between == ", ":
        return "\n".join([start, *(f"  {part}," for part in parts), end])
    if len(line := "  " + between.join(parts) + end) <= WIDTH:
        return f"{start}\n{line}"
    return "\n".join([start, *(f"  | {part}" for part in parts)]) + end


def interface(kind: type[Struct]) -> str:
    """A struct."""
    above, tag = extended(kind), tag_of(kind)
    lines = [f"/** {inspect.getdoc(kind)} */"]
    lines.append(f"export interface {named(kind)} {f'extends {named(above)} ' if above else ''}{{")
    if tag:
        lines.append(f'  {tag[0]}: "{tag[1]}";')
    for field in own_fields(kind):
        if said := remark(kind, field.name):
            lines.append(f"  /** {said} */")
        lines.append(f"  {field.encode_name}{'?' if optional(kind, field) else ''}: {field_type(kind, field)};")
    return "\n".join([*lines, "}"])


# ---- the tables of docs/protocol.md


def row(*cells: str) -> str:
    """A row of a table; upright strokes inside a cell would end it."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def table(*rows: str) -> list[str]:
    """Rows with a head."""
    head, *others = rows
    return [head, re.sub(r"[^|]+", " --- ", head.replace("\\|", "")), *others]


def fields_of(kind: type[Struct], known: tuple[str, ...] = ()) -> str:
    """The fields of a struct with their types and what is said of them, but for those that are known already."""
    parts = []
    for field in structs.fields(kind):
        if field.name not in known:
            mark, said = "?" if optional(kind, field) else "", remark(kind, field.name)
            parts.append(f"`{field.encode_name}{mark}: {field_type(kind, field)}`" + (f" ({said})" if said else ""))
    return ", ".join(parts)


def fields_table(names: str) -> list[str]:
    """Structs by name."""
    rows = []
    for name in names.split():
        kind: type[Struct] = getattr(words, name)
        above = extended(kind)
        also = f"all of `{named(above)}`, " if above else ""
        fields = also + fields_of(kind, above.__struct_fields__ if above else ())
        rows.append(row(f"`{named(kind)}`", fields, str(inspect.getdoc(kind))))
    return table(row("type", "fields", "what"), *rows)


def kinds_table(name: str) -> list[str]:
    """The members of a union, by what tells them apart; what all of them have is told once, elsewhere."""
    members: tuple[type[Struct], ...] = get_args(ALIASES[name])
    common = {"Entry": words._Entry, "ServerMessage": words.TableState}.get(name)
    known = common.__struct_fields__ if common else ()
    rows = []
    for kind in members:
        whole = "all of `TableState`, " if issubclass(kind, words.TableState) else ""
        fields = whole + fields_of(kind, known if common and issubclass(kind, common) else ())
        rows.append(row(f"`{kind.__struct_config__.tag}`", fields, str(inspect.getdoc(kind))))
    return table(row(f"`{members[0].__struct_config__.tag_field}`", "fields", "what"), *rows)


def endpoints_table(_: str) -> list[str]:
    """The HTTP side."""
    rows = []
    for one in ENDPOINTS:
        query = "?" + "&".join(f"{name}=…" for name in one.query) if one.query else ""
        rows.append(
            row(
                f"`{one.method} {one.path}{query}`",
                f"`{one.body.__name__}`" if one.body else "",
                f"{one.status} `{named(one.answer)}`" if one.answer else f"{one.status} {one.kind}",
                one.about,
            )
        )
    return table(row("method and path", "body", "answer", "what"), *rows)


def codes_table(_: str) -> list[str]:
    """What the service refuses."""
    rows = [row(f"`{code}`", str(one.status or ""), one.values, one.when) for code, one in MEANINGS.items()]
    return table(row("code", "HTTP", "values", "when"), *rows)


def move_codes_table(_: str) -> list[str]:
    """What the rules forbid."""
    rows, texts = [], language().texts
    for code in get_args(words.MoveCode):
        text = texts[f"refused.{code}"]
        sentence = text if isinstance(text, str) else text["other"]
        values = MOVE_VALUES.get(code, "").split()
        rows.append(row(f"`{code}`", ", ".join(f"`{name}`" for name in values), sentence))
    return table(row("code", "values", "in English"), *rows)


def sets_table(names: str) -> list[str]:
    """Closed sets of words."""
    rows = [row(f"`{name}`", ", ".join(f"`{word}`" for word in get_args(ALIASES[name]))) for name in names.split()]
    return table(row("set", "words"), *rows)


TABLES = {
    "fields": fields_table, "kinds": kinds_table, "endpoints": endpoints_table, "codes": codes_table,
    "move-codes": move_codes_table, "sets": sets_table,
}  # fmt: skip


def protocol(text: str) -> str:
    """The description with its tables made anew: they stand between `<!-- fields: View Seat -->` and `<!-- end -->`."""

    def filled(found: "re.Match[str]") -> str:
        lines = TABLES[found[1]](found[2] or "")
        return "\n".join([f"<!-- {found[1]}{': ' + found[2] if found[2] else ''} -->", *lines, "<!-- end -->"])

    return re.sub(r"<!-- ([\w-]+)(?:: ([\w ]+))? -->\n.*?<!-- end -->", filled, text, flags=re.DOTALL)


def written() -> dict[Path, str]:
    """Every file that is made of the words, as it should be."""
    described = ROOT / "docs" / "protocol.md"
    return {
        ROOT / "web" / "src" / "lib" / "types.ts": typescript(),
        described: protocol(described.read_text(encoding="utf-8")),
    }


def main() -> None:
    """Write them."""
    for file, text in written().items():
        if file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            print(f"wrote {file.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
