"""What happened, in English sentences: for the terminal and for `railhead replay`. The browser has its own message files."""

from collections.abc import Sequence
from dataclasses import dataclass

from railhead import words
from railhead.boards import Setting
from railhead.game.events import seat_of
from railhead.text.english import cards_text, place_name, ticket_text
from railhead.words import Ended, Event

YOU = "you"  # the name of the one person at a terminal, who is spoken to
SPOKEN = {"is": "are", "does": "do", "tries": "try", "passes": "pass", "may": "may", "can": "can"}


def _listed(cards: Sequence[str | None]) -> str:
    return ", ".join(card or "a gap" for card in cards)


def _did(who: str, verb: str) -> str:
    """`Ada takes`, `You take`."""
    return f"{who} {verb}" if who != YOU else f"You {SPOKEN.get(verb, verb[:-1])}"


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


@dataclass(frozen=True)
class Told:
    """Where something happened, and to whom."""

    setting: Setting
    who: str

    def did(self, verb: str) -> str:
        """`Ada takes`, `You take`."""
        return _did(self.who, verb)

    def route(self, name: str) -> str:
        """`Paris to Dijon`."""
        route = self.setting.routes[self.setting.route_numbers[name]]
        return f"{place_name(self.setting, route.a)} to {place_name(self.setting, route.b)}"


def _dealt(told: Told, event: words.Deal) -> str:
    cards = _listed(event.cards) if event.cards is not None else f"{event.count} cards"
    return f"{told.did('is')} dealt {cards}."


def _tickets(told: Told, event: words.Offered | words.Kept) -> str:
    verb = told.did("keeps") if isinstance(event, words.Kept) else f"{told.did('may')} choose among"
    if event.tickets is None:
        return f"{verb} {event.count} tickets."
    return f"{verb} {'; '.join(ticket_text(told.setting, ticket) for ticket in event.tickets) or 'no ticket'}."


def _taken(told: Told, event: words.Taken) -> str:
    refill = f"{event.refill} takes its place" if event.refill else "nothing can take its place"
    return f"{told.did('takes')} {event.card} from place {event.slot + 1}; {refill}."


def _tunnelled(told: Told, event: words.Tunnelled) -> str:
    tried = f"{told.did('tries')} the tunnel {told.route(event.route)} with {cards_text(event.cards)}"
    return f"{tried}; {_listed(event.turned) or 'nothing'} turned up: {event.extra} more."


def tell(setting: Setting, names: list[str], event: Event) -> str:
    """One event as a sentence; hidden parts are told as far as the event holds them (see `events.seen_by`)."""
    seat = seat_of(event)
    told = Told(setting, "" if seat is None else names[seat])
    match event:
        case words.Deal():
            return _dealt(told, event)
        case words.RowFilled():
            return f"Face up lie {_listed(event.cards)}."
        case words.Reset():
            return f"Three locomotives: the row is replaced by {_listed(event.cards)}."
        case words.Offered() | words.Kept():
            return _tickets(told, event)
        case words.First():
            return f"{told.did('begins')}."
        case words.Taken():
            return _taken(told, event)
        case words.Drawn():
            return f"{told.did('draws')} {event.card + ' ' if event.card else ''}from the deck."
        case words.Reshuffled():
            return f"The {sum(event.cards.values())} discards are shuffled into a new deck."
        case words.Claimed():
            paid = f"with {cards_text(event.cards)}, {_points(event.points)}"
            return f"{told.did('claims')} {told.route(event.route)} {paid}."
        case words.Tunnelled():
            return _tunnelled(told, event)
        case words.Declined():
            return f"{told.did('does')} not pay for the tunnel {told.route(event.route)}."
        case words.StationBuilt():
            place = place_name(setting, event.city)
            return f"{told.did('builds')} a station in {place} with {cards_text(event.cards)}."
        case words.Built():
            return f"{told.did('lays')} {event.colour} track on {told.route(event.route)}."
        case words.Passed():
            return f"{told.did('can')} do nothing and {'pass' if told.who == YOU else 'passes'}."
        case words.LastRound():
            return f"{told.did('is')} nearly out of trains: everyone has one more turn."
        case Ended():
            return _tell_end(names, event)


def _tell_end(names: list[str], event: Ended) -> str:
    lines = ["The game is over."]
    for name, score in zip(names, event.scores, strict=True):
        parts = [
            f"routes {score.routes}",
            f"tickets {score.tickets} ({len(score.completed)} done, {len(score.failed)} not)",
        ]
        parts += [f"stations {score.stations}"] if score.stations else []
        parts += [f"longest path {score.longest}" + (f", {score.longest_bonus} points" if score.longest_bonus else "")]
        parts += [f"most tickets {score.most_tickets_bonus}"] if score.most_tickets_bonus else []
        lines.append(f"{'You' if name == YOU else name}: {_points(score.total)}: {', '.join(parts)}.")
    if len(event.winners) == 1:
        lines.append(f"{_did(names[event.winners[0]], 'wins')}.")
    else:
        lines.append(f"{' and '.join(names[seat] for seat in event.winners)} share the win.")
    return "\n".join(lines)
