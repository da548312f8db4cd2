"""The game in the terminal, a fact a line, so plainly that a screen reader can follow it."""

from collections.abc import Callable

from railhead.events import seen_by
from railhead.game import Game
from railhead.moves import MoveError
from railhead.story import tell
from railhead.words import route_text, ticket_text, view_text

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
    return f"{game.names[seat]}, {asked.get(game.phase, 'your turn:')} "


def _person(game: Game, seat: int, ask: Callable[[str], str], say: Callable[[str], None], shown: int | None) -> bool:
    """One move of a person, after as many questions as they like; False if they quit."""
    view = game.view(seat)
    for number, ticket in enumerate(view["offer"], 1):
        say(f"Offered {number}: {ticket_text(game.setting, ticket)}.")
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
            say("\n".join(str(move) for move in game.moves()))
        elif word == "tickets?":
            say("\n".join(ticket_text(game.setting, ticket) for ticket in view["tickets"]) or "No tickets.")
        elif word == "routes":
            say(_routes_at(game, rest.strip()))
        else:
            try:
                _tell_all(game, line, seat if shown is None else shown, say)
                return True
            except MoveError as error:
                say(str(error))


def _routes_at(game: Game, place: str) -> str:
    found = [route.id for route in game.setting.routes if place in (route.a, route.b)]
    lines = [route_text(game.setting, game.record, name) for name in found]
    return "\n".join(lines) or f"There is no place {place!r}. Places: {', '.join(game.setting.cities)}"
