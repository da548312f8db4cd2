"""The game in the terminal, a fact a line, so plainly that a screen reader can follow it."""

from collections.abc import Callable

from railhead.game import Game
from railhead.game.events import seen_by
from railhead.game.moves import MoveError
from railhead.text.english import cards_text, place_name, route_text, ticket_text, view_text
from railhead.text.stories import YOU, tell

HELP = """Moves: draw · take 1…5 · tickets · keep 1 3 · claim ROUTE with CARDS · station CITY with CARDS · build ROUTE COLOUR · pay CARDS · decline
Questions: look (what you see) · moves (what you may do) · routes PLACE (routes there) · tickets? (yours) · help · quit
Cards may be left out where only one payment is possible."""

Chooser = Callable[[Game], int]  # a bot: the decision it makes for the seat to move


def play(game: Game, people: list[int], choose: Chooser, ask: Callable[[str], str], say: Callable[[str], None]) -> None:
    """Play until the game is over or somebody says `quit`."""
    say(f"{game.setting.name} with {', '.join(game.names)}. Type help for the moves.")
    one_person = people[0] if len(people) == 1 else None
    while not game.over:
        seat = game.to_move
        assert seat is not None
        if seat not in people:
            _tell_all(game, _bot_move(game, choose), one_person, say)
        elif not _person(game, seat, ask, say, one_person):
            say("You leave the table.")
            return


def _bot_move(game: Game, choose: Chooser) -> str:
    """A bot's decisions up to a whole move, in words."""
    first = choose(game)
    options = game.spelled(first)
    if len(options) == 1:
        return str(options[0][0])
    trial = game.clone()
    trial.apply(first)
    second = choose(trial)
    return next(str(move) for move, decisions in options if decisions[1:] == [second])


def _tell_all(game: Game, move: str, seat: int | None, say: Callable[[str], None]) -> None:
    for event in game.play(move):
        say(tell(game.setting, game.names, seen_by(event, seat)))


def _prompt(game: Game, seat: int) -> str:
    asked = {
        "first-tickets": "Which tickets do you keep?",
        "keep-tickets": "Which tickets do you keep?",
        "second-card": "Your second card?",
        "pay-tunnel": f"The tunnel costs {int(game.record.due)} more: pay or decline?",
        "build": "Which bed do you build, in which colour?",
    }
    question = asked.get(game.phase, "Your turn:")
    return f"{question} " if game.names[seat] == YOU else f"{game.names[seat]}: {question} "


def _fewest(game: Game) -> int:
    return min(len(move.kept) for move in game.moves())


def _person(game: Game, seat: int, ask: Callable[[str], str], say: Callable[[str], None], shown: int | None) -> bool:
    """One move of a person, after as many questions as they like; False if they quit."""
    view = game.view(seat)
    for number, ticket in enumerate(view.offer, 1):
        say(f"Offered {number}: {ticket_text(game.setting, ticket)}.")
    if game.phase == "first-tickets":
        say(f"Your hand: {cards_text(view.hand)}. Keep at least {_fewest(game)}, such as keep 1 2.")
    if game.phase == "turn":
        say(view_text(game.setting, view))
    while True:
        try:
            line = ask(_prompt(game, seat)).strip()
        except (EOFError, KeyboardInterrupt):
            return False
        word, _, rest = line.partition(" ")
        if word in ("quit", "exit"):
            return False
        if word in ("help", "?", ""):
            say(HELP)
        elif word == "look":
            say(view_text(game.setting, view))
        elif word == "moves":
            say(_moves_text(game))
        elif word == "tickets?":
            say("\n".join(ticket_text(game.setting, ticket) for ticket in view.tickets) or "No tickets.")
        elif word == "routes":
            say(_routes_at(game, rest.strip()))
        else:
            try:
                _tell_all(game, line, seat if shown is None else shown, say)
                return True
            except MoveError as error:
                say(str(error))


def _moves_text(game: Game) -> str:
    """The legal moves, those that differ only in payment, colour or city on one line."""
    ways: dict[tuple[str, str], list[str]] = {}
    for move in game.moves():
        way = cards_text(move.cards) if move.cards else move.colour
        ways.setdefault((move.word, move.place if way else str(move)), []).append(way)
    lines: dict[str, list[str]] = {}
    for (word, place), found in ways.items():
        if not found[0]:
            lines[place] = []
        elif word == "claim":
            lines[f"claim {place} with {' or '.join(found)}"] = []
        elif place:
            many = (
                f"station CITY with {' or '.join(found)}"
                if word == "station"
                else f"build ROUTE in {' or '.join(found)}"
            )
            lines.setdefault(many, []).append(place)
        else:
            lines.setdefault(f"{word} {' or '.join(found)}", [])
    return "\n".join(f"{line}: {', '.join(places)}" if places else line for line, places in lines.items())


def _routes_at(game: Game, place: str) -> str:
    setting, wanted = game.setting, place.casefold()
    names = {name: place_name(setting, name) for route in setting.routes for name in (route.a, route.b)}
    here = {name for name, shown in names.items() if wanted in (name.casefold(), shown.casefold())}
    found = [route.id for route in setting.routes if here & {route.a, route.b}]
    lines = [route_text(setting, game.record, name) + _taken(game, name) for name in found]
    return "\n".join(lines) or f"There is no place {place!r}. Places: {', '.join(sorted(names))}"


def _taken(game: Game, name: str) -> str:
    view = game.view(None)
    owner = next((seat.name for seat in view.seats if name in seat.routes), None)
    if owner is not None:
        return f", claimed by {owner}"
    return ", closed" if name in view.closed else ""
