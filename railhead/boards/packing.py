"""From a setting to the kernel's BOARD record."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from railhead.boards.numbers import FIRST_RETURNS
from railhead.kernel.declaring import Array, Words
from railhead.kernel.records import BED, BOARD, CLAIM, GREY, LOCOMOTIVE, LONGEST, BoardRecord
from railhead.words import COLOURS, KINDS

if TYPE_CHECKING:
    from railhead.boards.setting import Setting


def _set_of(members: Iterable[int], words: Words) -> None:
    for member in members:
        words[member >> 6] |= np.uint64(1 << (member & 63))


def pack(setting: "Setting") -> Array[BoardRecord]:
    """Write a setting into a BOARD record, an array of one."""
    array = np.zeros(1, BOARD)
    record: BoardRecord = array[0]
    numbers = setting.numbers
    routes, tickets = setting.routes, setting.tickets
    node_number = {node: number for number, node in enumerate(setting.nodes)}
    record.cities, record.nodes = len(setting.cities), len(setting.nodes)
    record.routes, record.tickets = len(routes), len(tickets)
    record.words = (len(routes) + 63) >> 6
    record.long_tickets = sum(ticket.long for ticket in tickets)
    record.has_beds = any(route.colour == "bed" for route in routes)
    record.first_build = CLAIM + 64 * record.words
    record.first_station = record.first_build + (64 * record.words if record.has_beds else 0)
    if numbers["stations"]:
        record.decisions = record.first_station + record.cities
    else:
        record.decisions = (record.first_build if record.has_beds else CLAIM) + record.routes
    for key, name in (
        ("trains", "trains"), ("stations", "stations"), ("stationPoints", "station_points"), ("firstCards", "first_cards"),
        ("firstLong", "first_long"), ("firstTickets", "first_regular"), ("firstKeep", "first_keep"),
        ("laterTickets", "later_tickets"), ("laterKeep", "later_keep"), ("lastTrains", "last_trains"),
        ("singleTrackPlayers", "single_track_players"), ("longestBonus", "longest_bonus"), ("mostTicketsBonus", "tickets_bonus"),
    ):  # fmt: skip
        record[name] = numbers[key]
    record.first_return = FIRST_RETURNS.index(numbers["firstReturn"])
    for kind, name in enumerate(KINDS):
        record.cards[kind] = numbers["cards"].get(name, 0)
    for length, points in numbers["points"].items():
        record.points[int(length)] = points
    for piece in setting.board.get("pieces", []):
        record.pieces[COLOURS.index(piece["colour"]), piece["length"]] += piece["count"]
    colour_number: dict[str, int] = {colour: number for number, colour in enumerate(COLOURS)}
    colour_number |= {"grey": GREY, "bed": BED}
    by_id = setting.route_numbers
    for number, route in enumerate(routes):
        record.a[number] = node_number[route.a]
        record.b[number] = node_number[route.terminal or route.b]
        record.length[number] = route.length
        record.colour[number] = colour_number[route.colour]
        record.ferry[number] = route.ferry
        record.tunnel[number] = route.tunnel
        _set_of(
            (other for other, twin in enumerate(routes) if twin.ends == route.ends and other != number),
            record.parallel[number],
        )
        _set_of([number], record.at_city[record.a[number]])
        _set_of([number], record.at_city[record.b[number]])
    for first, second in setting.board.get("crossings", []):
        one, two = by_id[first], by_id[second]
        if "bed" in (routes[one].colour, routes[two].colour):  # F5 is about beds; other crossings are only drawn
            _set_of([two], record.crossing[one])
            _set_of([one], record.crossing[two])
    _set_of(range(len(routes)), record.every)
    _set_of((number for number, route in enumerate(routes) if route.colour == "bed"), record.beds)
    for spaces in range(LONGEST + 1):
        _set_of((number for number, route in enumerate(routes) if route.length <= spaces), record.within[spaces])
        _set_of((number for number, route in enumerate(routes) if route.ferry <= spaces), record.ferries[spaces])
        for colour in range(LOCOMOTIVE + 1):
            fitting = (
                n for n, route in enumerate(routes) if colour_number[route.colour] == colour and route.length <= spaces
            )
            _set_of(fitting, record.affordable[colour, spaces])
    zones = {zone["id"]: [end["id"] for end in zone["terminals"]] for zone in setting.board.get("zones", [])}
    for number, ticket in enumerate(tickets):
        for place, first, count in (
            (ticket.a, record.from_first, record.from_count),
            (ticket.b, record.to_first, record.to_count),
        ):
            ends = zones.get(place, [place])
            first[number], count[number] = node_number[ends[0]], len(ends)
        record.value[number] = ticket.points
    return array
