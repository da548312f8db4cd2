"""Positions: any lawful state of a game in one call, for tests, puzzles and studies.

`Game.position(game, players, …)` takes, all optional:

| part | what | where it is not given |
| --- | --- | --- |
| `routes` | `{seat: [route ids]}` claimed | none |
| `stations` | `{seat: [city ids]}` | none |
| `tickets` | `{seat: [ticket ids]}` kept | none |
| `hands` | `{seat: {"red": 3}}` | empty hands; while first tickets are chosen, the first cards by lot |
| `known` | `{seat: {"red": 2}}`: the part of a hand that everybody has seen go there (C7) | nothing |
| `row` | five cards, None for a gap | five cards from the deck |
| `deck`, `discards` | cards by kind | the deck is all that is left, the discards are empty |
| `built` | `{bed: colour}` pieces laid and not yet claimed (F3) | none |
| `trains` | `{seat: number}` left | the game's number less those on routes |
| `offer` | `{seat: [ticket ids]}`: the seat is choosing among tickets it drew | nobody is |
| `first_tickets` | `{seat: [ticket ids]}`: the first choice of tickets (C5), with what the seats are offered | the game has begun; where some seats are named, the others are offered theirs by lot |
| `chosen` | `{seat: [ticket ids]}` what seats before `to_move` have chosen of them | all they were offered |
| `to_move` | the seat whose turn it is | 0 |
| `starter` | while first tickets are chosen: the seat that will begin | the lot (C6) |
| `second_card` | True: its second card is to be drawn | False |
| `turns_left` | turns of the last round, the one to move included | before the last round |
| `seed` | of the generator | 0 |
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from railhead.boards import Setting
from railhead.kernel import cards, random, turns
from railhead.kernel.bits import add, has
from railhead.kernel.records import (
    BED,
    FIRST_TICKETS,
    KEEP_TICKETS,
    LOCOMOTIVE,
    NONE,
    OFFER,
    ROW,
    SECOND_CARD,
    TURN,
    GameRecord,
)
from railhead.kernel.routes import colour_now, lay_piece, occupy, place_station, set_table
from railhead.kernel.trace import NO_TRACE
from railhead.words import COLOURS, KINDS


class PositionError(ValueError):
    """A position that no game could reach, and why."""


def _seats(what: str, players: int, given: Mapping[int, Any] | None) -> Iterable[tuple[int, Any]]:
    if given is None:
        return []
    if not isinstance(given, Mapping):
        raise PositionError(f"{what} must be given by seat, such as {{0: …}}")
    for seat in given:
        if isinstance(seat, bool) or not isinstance(seat, int) or seat not in range(players):
            raise PositionError(f"{what}: there is no seat {seat!r}; seats are 0 to {players - 1}")
    return sorted(given.items())


def _list(what: str, names: Any) -> list[Any]:
    if isinstance(names, str | Mapping) or not isinstance(names, Iterable):
        raise PositionError(f"{what} must be a list, not {names!r}")
    return list(names)


def number_of(what: str, names: Mapping[str, int], name: Any) -> int:
    """The number of a route, city or ticket by its name."""
    if not isinstance(name, str) or name not in names:
        raise PositionError(f"there is no {what} {name!r} in this game")
    return names[name]


def claim_route(setting: Setting, game: GameRecord, seat: int, name: str) -> None:
    """Put a seat's trains on a route, if no rule forbids it."""
    number = number_of("route", setting.route_numbers, name)
    route = setting.routes[number]
    for other in range(int(game.players)):
        if has(game.owned[other], number):
            raise PositionError(f"{name} would belong to seat {other} and to seat {seat} (C15)")
    if has(game.barred[seat], number):
        raise PositionError(f"seat {seat} would own two parallel routes with {name} (C17)")
    if not has(game.open, number):
        raise PositionError(f"{name} is closed by a route that is claimed or built (C18, F5)")
    if colour_now(setting.record, game, number) != setting.record.colour[number]:
        raise PositionError(f"{name} is claimed, so its piece has gone back to the supply: leave it out of built (F4)")
    if game.trains[seat] < route.length:
        raise PositionError(
            f"seat {seat} has too few trains for {name}: {int(game.trains[seat])} left of {int(setting.record.trains)} (C15)"
        )
    occupy(setting.record, game, seat, number)


def build_station(setting: Setting, game: GameRecord, seat: int, city: Any) -> None:
    """Put a seat's station into a city, if no rule forbids it."""
    number = number_of("city", setting.city_numbers, city)
    if has(game.station_cities, number):
        raise PositionError(f"{city} would have two stations (E7)")
    if game.stations_left[seat] == 0:
        raise PositionError(
            f"seat {seat} has {int(setting.record.stations)} stations in this game, and more are placed (E7)"
        )
    place_station(setting.record, game, seat, number)


def build_bed(setting: Setting, game: GameRecord, name: str, colour: Any) -> None:
    number = number_of("route", setting.route_numbers, name)
    if setting.record.colour[number] != BED:
        raise PositionError(f"{name} is no bed (F2)")
    if not has(game.free_beds, number):
        raise PositionError(f"{name} cannot be built: it is claimed, built, or closed by another (F5, F6)")
    if colour not in COLOURS or game.pieces[COLOURS.index(colour), setting.routes[number].length] == 0:
        raise PositionError(f"there is no {colour} piece left for {name} (F4)")
    lay_piece(setting.record, game, number, COLOURS.index(colour))


def _count(what: str, handful: Mapping[str, int], left: Any, holder: str = "the game", rule: str = "C1") -> list[int]:
    """Cards by kind as numbers, taken out of those that are left."""
    counts = [0] * len(KINDS)
    if not isinstance(handful, Mapping):
        raise PositionError(f"{what} must be cards by colour, such as {{'red': 3}}")
    for kind, count in handful.items():
        if not isinstance(kind, str) or kind not in KINDS:
            raise PositionError(f"{what}: there is no card {kind!r}; cards are {', '.join(KINDS)}")
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise PositionError(f"{what}: {count!r} is no number of cards")
        number = KINDS.index(kind)
        if count > left[number]:
            raise PositionError(f"{what}: too many {kind} cards in all; {holder} has {int(left[number])} more ({rule})")
        counts[number] = count
        left[number] -= count
    return counts


def _place_cards(
    setting: Setting,
    game: GameRecord,
    hands: Mapping[int, Mapping[str, int]] | None,
    known: Mapping[int, Mapping[str, int]] | None,
    row: "Iterable[str | None] | None",
    deck: Mapping[str, int] | None,
    discards: Mapping[str, int] | None,
) -> None:
    left = setting.record.cards.astype(np.int64)
    for seat, hand in _seats("hands", int(game.players), hands):
        game.hands[seat, : len(KINDS)] = _count(f"the hand of seat {seat}", hand, left)
        game.hand_count[seat] = sum(game.hands[seat].tolist())
    for seat, seen in _seats("known", int(game.players), known):
        game.known[seat] = _count(
            f"the known cards of seat {seat}", seen, game.hands[seat, : len(KINDS)].copy(), "its hand", "C7"
        )
    if row is not None:
        shown = _list("the row", row)
        if len(shown) != ROW:
            raise PositionError(f"the row has {ROW} places, None for a gap; {len(shown)} were given")
        for slot, card in enumerate(shown):
            if card is not None:
                game.row[slot] = int(np.argmax(_count("the row", {str(card): 1}, left)))
    if discards is not None:
        game.discards[:] = _count("the discards", discards, left)
    if deck is not None:
        game.deck[:] = _count("the deck", deck, left)
        if discards is None:
            game.discards[:] = left
        elif left.sum():
            missing = ", ".join(f"{int(count)} {kind}" for kind, count in zip(KINDS, left, strict=True) if count)
            raise PositionError(
                f"these cards would be nowhere: {missing}. Leave out deck or discards, or put them in a hand (C1)"
            )
    else:
        game.deck[:] = left
    game.deck_count, game.discard_count = int(game.deck.sum()), int(game.discards.sum())
    if row is None:
        cards.fill_row(game, NO_TRACE)
        return
    if None in shown and cards.unseen_left(game) > 0:
        raise PositionError("the row has a gap though there are cards to fill it: put them into hands (C13)")
    if cards.must_reset(game):
        raise PositionError("the row shows three locomotives, which would be swept away at once (C4)")


def _deal_first_cards(setting: Setting, game: GameRecord, hands: Mapping[int, Any] | None) -> None:
    """While first tickets are chosen every seat has its first cards (C3): those that are not given come from the deck."""
    for seat in range(int(game.players)):
        if seat in (hands or {}):
            continue
        for _ in range(int(setting.record.first_cards)):
            if cards.unseen_left(game):
                cards.to_hand(game, seat, cards.draw_unseen(game, NO_TRACE))


def _offer_first(
    setting: Setting,
    game: GameRecord,
    given: Mapping[int, list[int]],
    chosen: Mapping[int, Iterable[str]] | None,
) -> None:
    """The first choice of tickets (C5, E1): offers that are not given are dealt by lot, and whoever has chosen has chosen lawfully."""
    board, players = setting.record, int(game.players)
    taken = {ticket for some in given.values() for ticket in some}
    sizes = (
        (0, int(board.long_tickets), int(board.first_long)),
        (int(board.long_tickets), len(setting.tickets), int(board.first_regular)),
    )
    for seat in range(players):
        offered = list(given.get(seat, ()))
        for low, high, count in sizes if seat not in given else ():
            for _ in range(count):
                free = [ticket for ticket in range(low, high) if ticket not in taken]
                if free:
                    offered.append(free[random.below(game.generator, len(free))])
                    taken.add(offered[-1])
        lengths = [sum(low <= ticket < high for ticket in offered) for low, high, _ in sizes]
        if seat in given and lengths != [count for _, _, count in sizes]:
            raise PositionError(
                f"seat {seat} is offered {sizes[0][2]} long and {sizes[1][2]} other tickets at first, not {lengths[0]} and {lengths[1]} (C5, E1)"
            )
        game.offer[seat, : len(offered)], game.offer_count[seat] = offered, len(offered)
    for seat, names in _seats("chosen", players, chosen):
        if seat >= game.seat:
            raise PositionError(
                f"seat {seat} has not chosen yet: seats choose in order, and seat {int(game.seat)} is to move (C5)"
            )
        wanted = {number_of("ticket", setting.ticket_numbers, name) for name in _list("chosen", names)}
        offered = game.offer[seat, : game.offer_count[seat]].tolist()
        if not wanted <= set(offered) or len(wanted) < board.first_keep:
            raise PositionError(
                f"seat {seat} chooses at least {int(board.first_keep)} of the tickets that it is offered (C5)"
            )
        game.chosen[seat] = sum(1 << place for place, ticket in enumerate(offered) if ticket in wanted)
    for seat in range(int(game.seat)):
        game.chosen[seat] = game.chosen[seat] or (1 << int(game.offer_count[seat])) - 1
    game.phase = FIRST_TICKETS


def _place_tickets(
    setting: Setting,
    game: GameRecord,
    kept: Mapping[int, Iterable[str]] | None,
    offer: Mapping[int, Iterable[str]] | None,
    first: Mapping[int, Iterable[str]] | None,
    chosen: Mapping[int, Iterable[str]] | None,
) -> None:
    used: dict[int, int] = {}

    def numbers(seat: int, names: Iterable[str]) -> list[int]:
        found = [number_of("ticket", setting.ticket_numbers, name) for name in _list("tickets", names)]
        for ticket in found:
            if ticket in used:
                raise PositionError(
                    f"the ticket {setting.tickets[ticket].id} is held twice, by seats {used[ticket]} and {seat}"
                )
            used[ticket] = seat
        return found

    for seat, names in _seats("tickets", int(game.players), kept):
        for ticket in numbers(seat, names):
            add(game.tickets[seat], ticket)
            game.ticket_count[seat] += 1
    for seat, names in _seats("offer", int(game.players), offer):
        if seat != game.seat:
            raise PositionError(f"seat {seat} is offered tickets, but seat {int(game.seat)} is to move (C20)")
        drawn = numbers(seat, names)
        if not 1 <= len(drawn) <= OFFER:
            raise PositionError(f"an offer has 1 to {OFFER} tickets")
        if any(setting.tickets[ticket].long for ticket in drawn):
            raise PositionError("long tickets are only offered before the first turn (E1)")
        game.offer[seat, : len(drawn)] = drawn
        game.offer_count[seat] = len(drawn)
        game.phase = KEEP_TICKETS
    if first is not None:
        given = {seat: numbers(seat, names) for seat, names in _seats("first_tickets", int(game.players), first)}
        _offer_first(setting, game, given, chosen)
        used |= {
            ticket: seat for seat in range(int(game.players)) for ticket in game.offer[seat].tolist() if ticket != NONE
        }
    regular = [number for number in range(int(setting.record.long_tickets), len(setting.tickets)) if number not in used]
    game.ticket_deck[: len(regular)] = regular
    game.deck_tickets = game.unseen_tickets = len(regular)


def _number_seed(seed: Any) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 2**64:
        raise PositionError(f"the seed of a position is a whole number from 0 to 2^64 - 1, not {seed!r}")
    return int(seed)


def _check_first(players: int, choosing: bool, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """What belongs to the first choice of tickets stands with it, and what comes after it does not (C5)."""
    late, early = (
        [name for name, value in after.items() if value],
        [name for name in before if before[name] is not None],
    )
    if late and choosing:
        raise PositionError(f"while first tickets are chosen there can be no {', '.join(late)} (C5)")
    if early and not choosing:
        raise PositionError(f"{', '.join(early)} can only be given with first_tickets (C5)")
    starter = before["starter"]
    if starter is not None and (isinstance(starter, bool) or starter not in range(players)):
        raise PositionError(f"starter is {starter!r}; seats are 0 to {players - 1}")


def set_up(
    setting: Setting,
    game: GameRecord,
    players: int,
    *,
    routes: Mapping[int, Iterable[str]] | None = None,
    stations: Mapping[int, Iterable[str]] | None = None,
    tickets: Mapping[int, Iterable[str]] | None = None,
    hands: Mapping[int, Mapping[str, int]] | None = None,
    known: Mapping[int, Mapping[str, int]] | None = None,
    row: "Iterable[str | None] | None" = None,
    deck: Mapping[str, int] | None = None,
    discards: Mapping[str, int] | None = None,
    built: Mapping[str, str] | None = None,
    trains: Mapping[int, int] | None = None,
    offer: Mapping[int, Iterable[str]] | None = None,
    first_tickets: Mapping[int, Iterable[str]] | None = None,
    chosen: Mapping[int, Iterable[str]] | None = None,
    starter: int | None = None,
    to_move: int = 0,
    second_card: bool = False,
    turns_left: int = 0,
    seed: int = 0,
) -> None:
    """Write a position into a blank record, or say why no game could reach it."""
    if isinstance(to_move, bool) or to_move not in range(players):
        raise PositionError(f"to_move is {to_move!r}; seats are 0 to {players - 1}")
    if second_card and offer:
        raise PositionError("a seat draws its second card or chooses among tickets, not both (C6)")
    if isinstance(turns_left, bool) or turns_left not in range(players + 1):
        raise PositionError(f"turns_left is {turns_left!r}; the last round has at most {players} turns (C23)")
    _check_first(
        players,
        first_tickets is not None,
        {"chosen": chosen, "starter": starter},
        {"routes": routes, "stations": stations, "tickets": tickets, "built": built, "trains": trains, "offer": offer,
         "second_card": second_card, "turns_left": turns_left},
    )  # fmt: skip
    random.seed(game.generator, np.uint64(_number_seed(seed)))
    game.players, game.seat, game.turns_left = players, int(to_move), int(turns_left)
    game.starter = int(to_move) if first_tickets is None else NONE if starter is None else int(starter)
    game.route = game.city = NONE
    for field in (game.turned, game.row, game.offer):
        field[...] = NONE
    set_table(setting.record, game)
    game.stations[...] = NONE
    if built is not None and not isinstance(built, Mapping):
        raise PositionError("built must be given as {bed: colour}")
    for name, colour in (built or {}).items():
        build_bed(setting, game, name, colour)
    for seat, names in _seats("routes", players, routes):
        for name in _list("routes", names):
            claim_route(setting, game, seat, name)
    for seat, count in _seats("trains", players, trains):
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= game.trains[seat]:
            raise PositionError(
                f"seat {seat} can have 0 to {int(game.trains[seat])} trains left, not {count!r} (C2, C15)"
            )
        game.trains[seat] = count
    for seat, cities in _seats("stations", players, stations):
        for city in _list("stations", cities):
            build_station(setting, game, seat, city)
    _place_cards(setting, game, hands, known, row, deck, discards)
    if first_tickets is not None:
        _deal_first_cards(setting, game, hands)
    game.phase = SECOND_CARD if second_card else TURN
    _place_tickets(setting, game, tickets, offer, first_tickets, chosen)
    if game.phase == SECOND_CARD and not cards.unseen_left(game) and not cards.any_face_up(game, LOCOMOTIVE):
        raise PositionError("there is no second card to draw: the action would have ended after one (C13)")
    if game.phase == TURN:
        turns.begin_turn(setting.record, game, NO_TRACE)
