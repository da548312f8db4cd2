"""What happened, in English sentences: for the terminal and for `railhead replay`. The browser has its own message files."""

from railhead.board import Setting
from railhead.events import Event
from railhead.words import cards_text, place_name, ticket_text


def _listed(cards: "list[str | None]") -> str:
    return ", ".join(card or "a gap" for card in cards)


def tell(setting: Setting, names: list[str], event: Event) -> str:
    """One event as a sentence; hidden parts are told as far as the event holds them (see `events.seen_by`)."""
    who = names[event["p"]] if "p" in event else ""
    kind = event["e"]
    if kind == "deal":
        return (
            f"{who} is dealt {_listed(event['cards'])}."
            if "cards" in event
            else f"{who} is dealt {event['count']} cards."
        )
    if kind == "row":
        return f"Face up lie {_listed(event['cards'])}."
    if kind == "reset":
        return f"Three locomotives: the row is replaced by {_listed(event['cards'])}."
    if kind in ("offer", "keep"):
        verb = "may choose among" if kind == "offer" else "keeps"
        if "tickets" not in event:
            return f"{who} {verb} {event['count']} tickets."
        return f"{who} {verb} {'; '.join(ticket_text(setting, ticket) for ticket in event['tickets']) or 'no ticket'}."
    if kind == "first":
        return f"{who} begins."
    if kind == "take":
        refill = f"{event['refill']} takes its place" if event["refill"] else "nothing can take its place"
        return f"{who} takes {event['card']} from place {event['slot'] + 1}; {refill}."
    if kind == "blind":
        return f"{who} draws {event['card']} from the deck." if "card" in event else f"{who} draws from the deck."
    if kind == "reshuffle":
        return f"The {sum(event['cards'].values())} discards are shuffled into a new deck."
    if kind == "claim":
        return f"{who} claims {_route(setting, event['route'])} with {cards_text(event['cards'])}, {event['points']} points."
    if kind == "tunnel":
        turned = _listed(event["turned"]) or "nothing"
        return f"{who} tries the tunnel {_route(setting, event['route'])} with {cards_text(event['cards'])}; {turned} turned up: {event['extra']} more."
    if kind == "decline":
        return f"{who} does not pay for the tunnel {_route(setting, event['route'])}."
    if kind == "station":
        return f"{who} builds a station in {place_name(setting, event['city'])} with {cards_text(event['cards'])}."
    if kind == "build":
        return f"{who} lays {event['colour']} track on {_route(setting, event['route'])}."
    if kind == "pass":
        return f"{who} can do nothing and passes."
    if kind == "last":
        return f"{who} is nearly out of trains: everyone has one more turn."
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
        lines.append(f"{name}: {score['total']} points: {', '.join(parts)}.")
    winners = " and ".join(names[seat] for seat in event["winners"])
    lines.append(f"{winners} {'win' if len(event['winners']) > 1 else 'wins'}.")
    return "\n".join(lines)
