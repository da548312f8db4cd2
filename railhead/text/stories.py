"""What happened, in English sentences: for the terminal and for `railhead replay`. The browser has its own message files."""

from railhead.boards import Setting
from railhead.game.events import Event
from railhead.text.english import cards_text, place_name, ticket_text


def _listed(cards: "list[str | None]") -> str:
    return ", ".join(card or "a gap" for card in cards)


YOU = "you"  # the name of the one person at a terminal, who is spoken to
SPOKEN = {"is": "are", "does": "do", "tries": "try", "passes": "pass", "may": "may", "can": "can"}


def _did(who: str, verb: str) -> str:
    """`Ada takes`, `You take`."""
    return f"{who} {verb}" if who != YOU else f"You {SPOKEN.get(verb, verb[:-1])}"


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def tell(setting: Setting, names: list[str], event: Event) -> str:
    """One event as a sentence; hidden parts are told as far as the event holds them (see `events.seen_by`)."""
    who = names[event["p"]] if "p" in event else ""
    kind = event["e"]
    if kind == "deal":
        return (
            f"{_did(who, 'is')} dealt {_listed(event['cards'])}."
            if "cards" in event
            else f"{_did(who, 'is')} dealt {event['count']} cards."
        )
    if kind == "row":
        return f"Face up lie {_listed(event['cards'])}."
    if kind == "reset":
        return f"Three locomotives: the row is replaced by {_listed(event['cards'])}."
    if kind in ("offer", "keep"):
        verb = f"{_did(who, 'may')} choose among" if kind == "offer" else _did(who, "keeps")
        if "tickets" not in event:
            return f"{verb} {event['count']} tickets."
        return f"{verb} {'; '.join(ticket_text(setting, ticket) for ticket in event['tickets']) or 'no ticket'}."
    if kind == "first":
        return f"{_did(who, 'begins')}."
    if kind == "take":
        refill = f"{event['refill']} takes its place" if event["refill"] else "nothing can take its place"
        return f"{_did(who, 'takes')} {event['card']} from place {event['slot'] + 1}; {refill}."
    if kind == "blind":
        return (
            f"{_did(who, 'draws')} {event['card']} from the deck."
            if "card" in event
            else f"{_did(who, 'draws')} from the deck."
        )
    if kind == "reshuffle":
        return f"The {sum(event['cards'].values())} discards are shuffled into a new deck."
    if kind == "claim":
        return f"{_did(who, 'claims')} {_route(setting, event['route'])} with {cards_text(event['cards'])}, {_points(event['points'])}."
    if kind == "tunnel":
        turned = _listed(event["turned"]) or "nothing"
        return f"{_did(who, 'tries')} the tunnel {_route(setting, event['route'])} with {cards_text(event['cards'])}; {turned} turned up: {event['extra']} more."
    if kind == "decline":
        return f"{_did(who, 'does')} not pay for the tunnel {_route(setting, event['route'])}."
    if kind == "station":
        return f"{_did(who, 'builds')} a station in {place_name(setting, event['city'])} with {cards_text(event['cards'])}."
    if kind == "build":
        return f"{_did(who, 'lays')} {event['colour']} track on {_route(setting, event['route'])}."
    if kind == "pass":
        return f"{_did(who, 'can')} do nothing and {'pass' if who == YOU else 'passes'}."
    if kind == "last":
        return f"{_did(who, 'is')} nearly out of trains: everyone has one more turn."
    return _tell_end(names, event)


def _route(setting: Setting, name: str) -> str:
    route = setting.routes[setting.route_numbers[name]]
    return f"{place_name(setting, route.a)} to {place_name(setting, route.b)}"


def _tell_end(names: list[str], event: Event) -> str:
    lines = ["The game is over."]
    for name, score in zip(names, event["scores"], strict=True):
        parts = [
            f"routes {score['routes']}",
            f"tickets {score['tickets']} ({len(score['completed'])} done, {len(score['failed'])} not)",
        ]
        parts += [f"stations {score['stations']}"] if score["stations"] else []
        parts += [
            f"longest path {score['longest']}" + (f", {score['longestBonus']} points" if score["longestBonus"] else "")
        ]
        parts += [f"most tickets {score['mostTicketsBonus']}"] if score["mostTicketsBonus"] else []
        lines.append(f"{'You' if name == YOU else name}: {_points(score['total'])}: {', '.join(parts)}.")
    if len(event["winners"]) == 1:
        lines.append(f"{_did(names[event['winners'][0]], 'wins')}.")
    else:
        lines.append(f"{' and '.join(names[seat] for seat in event['winners'])} share the win.")
    return "\n".join(lines)
