"""What happened, in words: for the terminal and for `railhead replay`. The sentences are the page's; what a board would show is added."""

from collections.abc import Sequence

from railhead import words
from railhead.boards import Setting
from railhead.game.events import seat_of
from railhead.text.facts import cards_text, ends_text, kinds_text, place_name, row_text, tickets_text
from railhead.text.messages import Language
from railhead.words import Ended, Event, Kind, Score


def tell(spoken: Language, setting: Setting, names: list[str], event: Event, me: int | None = None) -> str:
    """One event as a sentence or two, empty where nobody needs to hear of it; what is hidden from a reader was taken out before
    (see `events.seen_by`). The reader is spoken to at the seat `me`."""
    seat = seat_of(event)
    who = "" if seat is None else names[seat]

    def did(**values: object) -> str:
        key = f"story.{event.__struct_config__.tag}"
        return spoken.say(f"{key}.me" if seat is not None and seat == me else key, who=who, **values)

    def route(name: str) -> str:
        found = setting.routes[setting.route_numbers[name]]
        return ends_text(spoken, setting, found.a, found.b)

    match event:
        case words.Deal():
            return "" if event.cards is None else _dealt(spoken, who, event.cards, seat == me)
        case words.RowFilled():
            return row_text(spoken, event.cards)
        case words.Reset():
            return f"{did()} {row_text(spoken, event.cards)}"
        case words.Offered() | words.Kept() if event.tickets is None:
            return did(n=event.count)
        case words.Offered() | words.Kept():
            tickets = tickets_text(spoken, setting, event.tickets or ())
            return f"{did(n=len(event.tickets or ()))} {spoken.say('tell.tickets', tickets=tickets)}"
        case words.First() | words.Passed() | words.LastRound() | words.Reshuffled():
            return did()
        case words.Taken():
            card = spoken.say(f"card.{event.refill}") if event.refill else ""
            refill = spoken.say("tell.refill" if card else "tell.gap", n=event.slot + 1, card=card)
            return f"{did(card=spoken.say(f'card.{event.card}'))} {refill}"
        case words.Drawn():
            card = spoken.say(f"card.{event.card}") if event.card else ""
            told = did(card=card)
            return f"{told} {spoken.say('tell.card', card=card)}" if card and seat != me else told
        case words.Claimed():
            return did(route=route(event.route), cards=cards_text(spoken, event.cards), n=event.points)
        case words.Tunnelled():
            turned = kinds_text(spoken, event.turned) or spoken.say("story.nothing")
            return did(route=route(event.route), turned=turned, extra=spoken.say("story.extra", n=event.extra))
        case words.Declined():
            return did(route=route(event.route))
        case words.StationBuilt():
            paid = spoken.say("tell.paid", cards=cards_text(spoken, event.cards))
            return f"{did(city=place_name(spoken, setting, event.city))} {paid}"
        case words.Built():
            return did(route=route(event.route), colour=spoken.say(f"colour.{event.colour}"))
        case Ended():
            return _tell_end(spoken, names, event)


def _dealt(spoken: Language, who: str, cards: Sequence[Kind], mine: bool) -> str:
    shown = cards_text(spoken, {kind: cards.count(kind) for kind in cards})
    return spoken.say("see.hand", cards=shown) if mine else spoken.say("see.cards", name=who, cards=shown)


def _tell_end(spoken: Language, names: list[str], event: Ended) -> str:
    lines = [spoken.say("story.end", n=0)]
    for name, score in zip(names, event.scores, strict=True):
        lines.append(f"{name}: {spoken.say('points', n=score.total)}. {', '.join(_parts(spoken, score))}.")
    winners = [names[seat] for seat in event.winners]
    lines.append(spoken.say("story.end", n=len(winners), names=spoken.listed(winners)))
    return "\n".join(lines)


def _parts(spoken: Language, score: Score) -> list[str]:
    """`Routes: 45`, and so on, as the table at the end has them."""
    done, kept = len(score.completed), len(score.completed) + len(score.failed)
    parts = [
        ("end.routes", score.routes, ""),
        ("tickets", score.tickets, spoken.say("end.done", n=done, all=kept)),
        ("end.stations", score.stations, ""),
        ("end.longest", score.longest_bonus, spoken.say("end.length", n=score.longest)),
        ("end.most", score.most_tickets_bonus, ""),
    ]
    shown = [(f"{spoken.say(key)}: {spoken.number(points)}", more) for key, points, more in parts if points or more]
    return [f"{fact} {more}".rstrip() for fact, more in shown]
