"""The rules to look up, in the page and in docs/rules.md: every rule that is cited anywhere is there, and every one is tested by name."""

import ast
import json
import re
from pathlib import Path

from railhead.boards import known_ids, load
from railhead.text import rules

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
RULES = rules.rules()
BOOK = json.loads((ROOT / "railhead" / "text" / "rulebook" / "en.json").read_text(encoding="utf-8"))
PICTURES = json.loads((ROOT / "web" / "src" / "rules" / "pictures.json").read_text(encoding="utf-8"))
CITED = re.compile(r"(?<![\w#.-])[CEF]\d{1,2}(?![\w.]|[ ,-]+\.?\d)")  # a curve in an SVG path (C10 20) is no citation


def citations(folder: Path, *suffixes: str) -> dict[str, Path]:
    """The numbers cited in a folder's files, each with one file that does so."""
    files = [file for suffix in suffixes for file in folder.rglob(f"*{suffix}")]
    return {rule: file for file in files for rule in CITED.findall(file.read_text(encoding="utf-8"))}


def named_in_tests() -> set[str]:
    """The numbers in the names and docstrings of tests."""
    found: set[str] = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                found.update(re.findall(r"(?<=_)[CEF]\d+(?=_)", node.name))
                found.update(CITED.findall(ast.get_docstring(node) or ""))
    return found


def test_the_rules_are_numbered_without_gaps() -> None:
    for letter, last in (("C", 25), ("E", 11), ("F", 9)):
        assert [rule for rule in RULES if rule[0] == letter] == [f"{letter}{number}" for number in range(1, last + 1)]


def test_the_document_is_written_from_the_texts_of_the_page() -> None:
    assert rules.document() == TEXT, "run `python -m railhead.text.rules`"
    assert re.findall(r"^### (\w+)$", TEXT, re.MULTILINE) == RULES


def test_every_rule_has_its_texts() -> None:
    numbered = {key for key in BOOK if re.match(r"rules\.[CEF]\d", key)}
    parts = {f"rules.{rule}{part}" for rule in RULES for part in ("", ".title", ".ruling", ".picture")}
    assert {f"rules.{rule}{part}" for rule in RULES for part in ("", ".title")} <= numbered <= parts


def test_the_page_has_the_anchor_of_every_rule() -> None:
    """rulebook.ts lists the rules by ranges; each stands on every game's page, so that no refusal leads nowhere."""
    source = (ROOT / "web" / "src" / "rules" / "rulebook.ts").read_text(encoding="utf-8")
    ranges = re.findall(r'numbered\("(\w)", (\d+), (\d+)\)', source)
    listed = [f"{letter}{number}" for letter, first, last in ranges for number in range(int(first), int(last) + 1)]
    assert sorted(listed + re.findall(r'\["(\w\d+)"\]', source)) == sorted(RULES)


def test_every_refusal_cites_a_rule_that_is_there() -> None:
    refusals = [ROOT / "railhead" / name for name in ("game/explain.py", "server/table.py", "server/wishes.py")]
    cited = {rule for file in refusals for rule in re.findall(r'"([CEF]\d+)"', file.read_text(encoding="utf-8"))}
    assert len(cited) > 10 and cited <= set(RULES)


def test_pictures_show_what_is_on_their_boards_and_have_their_words() -> None:
    for game, drawn in PICTURES.items():
        setting = load(game)
        for rule, picture in drawn.items():
            assert f"rules.{rule}.picture" in BOOK
            shown = {
                *picture["routes"],
                *picture.get("claimed", ()),
                *picture.get("built", ()),
                *picture.get("closed", ()),
            }
            assert shown == set(picture["routes"]) <= set(setting.route_numbers)
            assert set(picture.get("stations", ())) <= set(setting.city_numbers)
    assert {rule for drawn in PICTURES.values() for rule in drawn} == {
        key.split(".")[1] for key in BOOK if key.endswith(".picture")
    }


def test_every_cited_rule_can_be_looked_up() -> None:
    cited = citations(ROOT / "railhead", ".py") | citations(ROOT / "web" / "src", ".ts", ".svelte")
    assert len(cited) > 40
    assert {rule: str(file) for rule, file in cited.items() if rule not in RULES} == {}


def test_every_rule_is_tested_by_name() -> None:
    assert set(RULES) - named_in_tests() == set()


def test_links_between_rules_lead_to_rules() -> None:
    links = re.findall(r"\[(\w+)\]\(#(\w+)\)", TEXT)
    assert links
    for shown, anchor in links:
        assert shown in RULES and shown.lower() == anchor


def test_the_table_of_games_is_that_of_the_boards() -> None:
    rows = dict(re.findall(r"^\| `([\w-]+)` \|(.*)\|$", TEXT, re.MULTILINE))
    assert sorted(rows) == sorted(known_ids())
    for game, row in rows.items():
        setting = load(game)
        numbers = setting.numbers
        cells = [[int(number) for number in re.findall(r"\d+", cell)] for cell in row.split("|")[1:]]
        long = sum(ticket.long for ticket in setting.tickets)
        first = [numbers["firstLong"], long] * bool(long) + [numbers["firstTickets"], len(setting.tickets) - long]
        bonuses = [numbers[name] for name in ("longestBonus", "mostTicketsBonus", "stationPoints") if numbers[name]]
        assert cells == [
            [numbers["trains"]] + [numbers["stations"]] * bool(numbers["stations"]),
            [numbers["firstCards"]],
            [*first, numbers["firstKeep"]],
            [numbers["laterTickets"], numbers["laterKeep"]],
            bonuses,
        ], game
