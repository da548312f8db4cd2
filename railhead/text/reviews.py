"""A review in words."""

from collections.abc import Iterator, Sequence

from railhead.game import Game
from railhead.text.facts import cards_text, ends_text, place_name, tickets_text
from railhead.text.messages import Language
from railhead.words import Costly, Figures, Move, Review

BARS = "▁▂▃▄▅▆▇█"
WIDTH, NARROWEST = 60, 8  # bars of a line: as many as there are columns for


def percent(spoken: Language, share: float) -> str:
    """`61 %`."""
    return spoken.say("review.percent", n=round(100 * share))


def curves(game: Game, review: Review, columns: int | None = None) -> Iterator[str]:
    """Each seat's chance over the game, a line of bars."""
    width = max(map(len, game.names))
    bars_shown = WIDTH if columns is None else max(NARROWEST, min(WIDTH, columns - width - 2))
    moments = [moment for moment in review.moments if moment.kind == "chance"]
    shown = [moments[place * (len(moments) - 1) // (bars_shown - 1)] for place in range(bars_shown)]
    for seat, name in enumerate(game.names):
        bars = "".join(BARS[min(int(moment.chances[seat] * len(BARS)), len(BARS) - 1)] for moment in shown)
        yield f"{name:{width}}  {bars}"


def told(spoken: Language, game: Game, review: Review, figures: Figures) -> Iterator[str]:
    """What decided the game, line by line."""
    yield from _seats(spoken, game, review, figures)
    if figures.costliest:
        yield ""
        yield spoken.say("review.costliest")
        for number, costly in enumerate(figures.costliest, 1):
            yield f"{number}. {_costly(spoken, game, review, costly)}"
    if figures.turning:
        yield ""
        yield spoken.say("review.turning")
        for place in figures.turning:
            now, then = review.moments[place], review.moments[place - 1]
            seat = max(range(game.players), key=lambda one: abs(now.chances[one] - then.chances[one]))
            yield spoken.say(
                "review.turn", n=now.move, who=game.names[seat],
                before=percent(spoken, then.chances[seat]), after=percent(spoken, now.chances[seat]),
            )  # fmt: skip
    if figures.tickets:
        yield ""
        yield spoken.say("review.tickets")
        for choice in figures.tickets:
            moment = review.moments[choice.moment]
            who = game.names[moment.seat or 0]
            kept = tickets_text(spoken, game.setting, choice.kept)
            verdict = spoken.say("review.tickets.good") if choice.good else spoken.say("review.tickets.better", tickets=tickets_text(spoken, game.setting, choice.best))  # fmt: skip
            yield f"{spoken.say('review.tickets.kept', n=moment.move, who=who, tickets=kept)} {verdict}"
    yield ""
    yield spoken.say("review.sure")


def _seats(spoken: Language, game: Game, review: Review, figures: Figures) -> Iterator[str]:
    for seat, name in enumerate(game.names):
        one = figures.seats[seat]
        yield spoken.say(
            "review.seat", who=name, given=percent(spoken, one.given), luck=_signed(spoken, one.luck),
            result=percent(spoken, review.seats[seat].result), adjusted=percent(spoken, one.adjusted), sure=percent(spoken, one.sure),
        )  # fmt: skip


def _signed(spoken: Language, share: float) -> str:
    number = round(100 * share)
    return ("+" if number > 0 else "") + percent(spoken, share)


def _costly(spoken: Language, game: Game, review: Review, costly: Costly) -> str:
    """What was played and what was better, in a sentence; and who took the route that was left."""
    moment = review.moments[costly.moment]
    played, best = moment.played, moment.best[0]
    assert played is not None and moment.seat is not None
    before = _before(game, moment.move)
    lost = {} if costly.taker is None else {"taker": game.names[costly.taker], "taken": costly.taken, "route": _route(spoken, game, best.move.place)}  # fmt: skip
    return spoken.say(
        "review.lost" if lost else "review.costly", n=moment.move, who=game.names[moment.seat], **lost,
        played=_doing(spoken, before, played.move), chance=percent(spoken, played.chance),
        best=_doing(spoken, before, best.move), better=percent(spoken, best.chance), sure=percent(spoken, moment.sure),
    )  # fmt: skip


def _before(game: Game, move: int) -> Game:
    """The game before a move."""
    from railhead.game.record import steps

    for number, (replay, _, _) in enumerate(steps(game)):
        if number == move - 1:
            return replay.clone()
    raise ValueError(f"there is no move {move}")


def _route(spoken: Language, game: Game, name: str) -> str:
    route = game.setting.routes[game.setting.route_numbers[name]]
    return ends_text(spoken, game.setting, route.a, route.b)


HEADINGS = {"claim": "move.claim.any", "station": "move.station.any", "pay": "review.pay"}  # without how it is paid


def move_text(spoken: Language, game: Game, move: Move) -> str:
    """A move in the position before it, as a heading: `Claim Paris to Dijon`."""
    return spoken.say(HEADINGS.get(move.word, f"move.{move.word}"), **_parts(spoken, game, move))


def _doing(spoken: Language, game: Game, move: Move) -> str:
    """The same as a part of a sentence: `claiming Paris to Dijon`; tickets are a list, without their points."""
    parts = _parts(spoken, game, move)
    if move.word == "keep":
        tickets = (game.setting.tickets[game.setting.ticket_numbers[name]] for name in _kept(game, move.kept))
        found = [ends_text(spoken, game.setting, ticket.a, ticket.b) for ticket in tickets]
        parts["tickets"] = spoken.listed(found) or spoken.say("see.none")
    return spoken.say(f"review.did.{move.word}", **parts)


def _parts(spoken: Language, game: Game, move: Move) -> dict[str, object]:
    """What a text about a move names."""
    match move.word:
        case "take":
            card = game.view(None).row[move.slot - 1] if move.slot else None
            return {"card": spoken.say(f"card.{card}")}
        case "keep":
            return {"n": len(move.kept), "tickets": tickets_text(spoken, game.setting, _kept(game, move.kept))}
        case "claim":
            return {"route": _route(spoken, game, move.place)}
        case "station":
            return {"city": place_name(spoken, game.setting, move.place)}
        case "pay":
            return {"cards": cards_text(spoken, move.cards)}
        case "build":
            return {"colour": spoken.say(f"colour.{move.colour}"), "route": _route(spoken, game, move.place)}
        case _:
            return {}


def _kept(game: Game, kept: Sequence[int]) -> list[str]:
    seat = game.to_move
    offer = [] if seat is None else game.view(seat).offer
    return [offer[number - 1] for number in kept]
