"""Why a move cannot be made, in English sentences: from its code and values."""

from railhead.game.moves import FORMS, MoveError
from railhead.words import COLOURS, MoveCode

SHOWN = 8  # of the moves that could be made instead

WAITING = {
    "first-tickets": "First choose tickets with `keep`",
    "second-card": "The second card of this turn is to be drawn: `draw` or `take`",
    "pay-route": "The chosen route is to be paid for: `pay`",
    "pay-tunnel": "The tunnel costs more: `pay` or `decline`",
    "pay-station": "The chosen station is to be paid for: `pay`",
    "keep-tickets": "First choose among the tickets drawn with `keep`",
    "build": "Drawing cards is followed by building one bed: `build`",
    "build-colour": "Choose the colour of the piece: `build`",
    "turn": "A new turn begins: draw cards, draw tickets, claim a route or build a station",
}
SENTENCES: dict[MoveCode, str] = {
    "not-a-move": "A move is a short text: {forms}",
    "unknown-word": "No move begins like {word!r}. Moves are: {forms}",
    "too-many-words": "`{word}` stands alone, without {rest!r}",
    "which": "`{word}` needs a place: {forms}",
    "which-card": "`take` needs the number of a face-up card, 1 to 5, or its colour",
    "which-tickets": "`keep` needs the numbers of the tickets, such as `keep 1 3`",
    "which-colour": "`build ROUTE COLOUR` names one of {colours}",
    "with": "After {word!r} comes `with` and the cards, such as `with 2 red 1 locomotive`",
    "not-cards": "{word!r} is no card here; cards are written `2 red 1 locomotive`",
    "ambiguous": "`{move}` could be meant in {ways} ways; say which cards or colour",
    "illegal-decision": "Decision {decision} is not legal now",
    "over": "The game is over",
    "not-now": "`{word}` is not possible now. {waiting}",
    "no-cards": "Deck and discards are both empty",
    "not-in-row": "No face-up card is {colour}",
    "gap": "There is no card at {slot}",
    "locomotive-second": "A face-up locomotive can only be the first card, and then the only one",
    "no-tickets": "There is no ticket left to draw",
    "not-offered": "There are {offered} tickets to choose from",
    "keep-more": "At least {minimum} of the {offered} must be kept",
    "no-route": "There is no route {route!r}{near}",
    "claimed": "{route} belongs to {owner}",
    "own-parallel": "No player ever owns two parallel routes",
    "closed": "With so few players only one of the parallel routes can be used: {route} is closed",
    "crossed": "{route} crosses a route that is built or claimed, and is closed for good",
    "not-built": "{route} is a bed and cannot be claimed before it is built",
    "trains": "{route} takes {length} trains, and {trains} are left",
    "ferry": "The ferry {route} takes {ferry} locomotive cards, and the hand has {locomotives}",
    "cards": "{route} costs {length} cards of {colour}; the hand has {cards} and {locomotives} locomotives",
    "payment": "{route} cannot be paid with those cards: {length} of {colour}, locomotives standing for any",
    "due": "{due} cards are due, of the colour played or locomotives, out of the hand",
    "no-stations": "There are no stations in this game",
    "no-city": "There is no city {city!r}{near}",
    "stations-used": "All stations are built",
    "station-taken": "{city} has a station already",
    "station-price": "This station costs {price} cards of one colour, locomotives standing for any",
    "not-a-bed": "{route} is built from the start",
    "built": "{route} is built already",
    "other-bed": "The bed {route} is being built",
    "no-piece": "No {colour} piece of length {length} is in the supply",
}


def reason(error: MoveError) -> str:
    """The sentence alone."""
    values: dict[str, object] = {**error.values, "forms": FORMS, "colours": ", ".join(COLOURS)}
    near = error.values.get("near")
    values["near"] = f"; did you mean {' or '.join(map(str, near))}?" if isinstance(near, list) and near else ""
    values["waiting"] = WAITING.get(str(error.values.get("phase")), "")
    values["colour"] = {"grey": "one colour", "": "fitting"}.get(
        str(error.values.get("colour", "")), values.get("colour")
    )
    owner = error.values.get("owner")
    values["owner"] = error.names[owner] if isinstance(owner, int) and owner < len(error.names) else owner
    return SENTENCES[error.code].format_map(values)


def sentence(error: MoveError) -> str:
    """The whole of it: why, by which rule, and what could be done instead."""
    said = reason(error)
    end = f" ({error.rule})." if error.rule else "" if said.endswith("?") else "."
    legal = [str(move) for move in error.legal]
    if not legal:
        return said + end
    more = f"; … ({len(legal)} in all)" if len(legal) > SHOWN else ""
    return f"{said}{end} Legal now: {'; '.join(legal[:SHOWN])}{more}"
