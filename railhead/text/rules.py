"""All rules in one document: `python -m railhead.text.rules` writes docs/rules.md from the English texts of the rules and the boards."""

import re
from pathlib import Path

from railhead.boards import Setting, known_ids, load
from railhead.text.messages import Language, language

TARGET = Path(__file__).parents[2] / "docs" / "rules.md"
PARTS = {
    "table": ("C", 1, 7),
    "cards": ("C", 8, 13),
    "claiming": ("C", 14, 19),
    "tickets": ("C", 20, 22),
    "end": ("C", 23, 25),
    "europe": ("E", 1, 11),
    "france": ("F", 1, 9),
}
HEAD = """# The rules

<!-- Written by `python -m railhead.text.rules` from railhead/text/rulebook/en.json: change the texts there. -->

What Railhead plays, rule by rule, in the words of the page's own rules, where they stand for each game in every language. Every rule
has a number; errors, code and tests cite it, and `#c18` at the end of this page's address leads to rule C18. Rules that begin with C
hold on all boards, E on Europe, F on France; where an E or F rule says something else than a C rule, it wins on its board. What a
printed rulebook leaves open is settled here *in detail*.

| game | board | trains | first cards | first tickets | later tickets | bonuses |
| --- | --- | --- | --- | --- | --- | --- |
"""


def rules() -> list[str]:
    """The numbers of all rules, in order."""
    return [f"{letter}{number}" for letter, first, last in PARTS.values() for number in range(first, last + 1)]


def document() -> str:
    """The document."""
    book = language("en", "rulebook")
    parts = [HEAD + "\n".join(map(_row, map(load, known_ids())))]
    for part, (letter, first, last) in PARTS.items():
        parts.append(f"## {book.say(f'rules.part.{part}')}")
        parts += [_rule(book, f"{letter}{number}") for number in range(first, last + 1)]
    return "\n\n".join(parts) + "\n"


def _row(setting: Setting) -> str:
    """A game in the table of games."""
    numbers, long = setting.numbers, sum(ticket.long for ticket in setting.tickets)
    stations = f", and {numbers['stations']} stations" if numbers["stations"] else ""
    dealt = f"{numbers['firstTickets']} of {len(setting.tickets) - long}"
    first = f"{numbers['firstLong']} of {long} long and {dealt} regular" if long else dealt
    bonuses = {
        "longest path": numbers["longestBonus"],
        "most tickets": numbers["mostTicketsBonus"],
        "each unused station": numbers["stationPoints"] if numbers["stations"] else 0,
    }
    cells = [
        f"`{setting.id}`",
        str(setting.board["id"]),
        f"{numbers['trains']}{stations}",
        str(numbers["firstCards"]),
        f"{first}, keep at least {numbers['firstKeep']}",
        f"{numbers['laterTickets']}, keep at least {numbers['laterKeep']}",
        ", ".join(f"{name} {points}" for name, points in bonuses.items() if points) or "none",
    ]
    return f"| {' | '.join(cells)} |"


def _rule(book: Language, rule: str) -> str:
    parts = [f"### {rule}", f"**{book.say(f'rules.{rule}.title')}.** {_linked(book.say(f'rules.{rule}'))}"]
    ruling = book.maybe(f"rules.{rule}.ruling", "")
    if ruling:
        parts.append(f"*In detail:* {_linked(ruling)}")
    return f"{parts[0]}\n" + "\n\n".join(parts[1:])


def _linked(text: str) -> str:
    """A text in which the rules that it names are links."""
    return re.sub(r"\b([CEF]\d{1,2})\b", lambda found: f"[{found[1]}](#{found[1].lower()})", text)


if __name__ == "__main__":
    TARGET.write_text(document(), encoding="utf-8")
    print(f"wrote {TARGET}")
