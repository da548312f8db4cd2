"""The game in the terminal, a fact a line, so plainly that a screen reader can follow it."""

from collections.abc import Callable
from dataclasses import dataclass

from railhead.game import Game
from railhead.game.events import seen_by
from railhead.game.moves import MoveError
from railhead.text.commands import forms, spelled, understood, words_of
from railhead.text.facts import cards_text, game_name, place_name, route_text, ticket_text, tickets_text, view_text
from railhead.text.messages import Language, language
from railhead.text.refusals import sentence
from railhead.text.stories import tell

Chooser = Callable[[Game], int]  # a bot: the decision it makes for the seat to move
ASKED = {
    "first-tickets": "ask.keep",
    "keep-tickets": "ask.keep",
    "second-card": "ask.card",
    "pay-tunnel": "ask.tunnel",
    "build": "ask.build",
}


@dataclass(frozen=True)
class Terminal:
    """Where a game is played: its language, what asks and what says."""

    spoken: Language
    ask: Callable[[str], str]
    say: Callable[[str], None]
    answered: Callable[[Game, str], bool] = lambda game, line: (
        False
    )  # has somebody else answered a line that is no question?

    def tell(self, key: str, **values: object) -> None:
        """Say the text of a key, which may name what can be typed."""
        self.say(self.spoken.say(key, **{**words_of(self.spoken), **values}))


def play(game: Game, people: list[int], choose: Chooser, terminal: Terminal) -> None:
    """Play until the game is over or somebody says `quit`."""
    terminal.tell("terminal.welcome", game=game_name(terminal.spoken, game.setting), names=", ".join(game.names))
    one_person = people[0] if len(people) == 1 else None
    while not game.over:
        seat = game.to_move
        assert seat is not None
        if seat not in people:
            tell_all(game, bot_move(game, choose), one_person, terminal)
        elif not person(game, seat, terminal, one_person):
            terminal.tell("terminal.leave")
            return


def bot_move(game: Game, choose: Chooser) -> str:
    """A bot's decisions up to a whole move, in words."""
    first = choose(game)
    options = game.spelled(first)
    if len(options) == 1:
        return str(options[0][0])
    trial = game.clone()
    trial.apply(first)
    second = choose(trial)
    return next(str(move) for move, decisions in options if decisions[1:] == [second])


def _rule(line: str, terminal: Terminal) -> bool:
    """Tell a rule whose number somebody typed, such as `C18`; False where it is none."""
    book, number = language(terminal.spoken.code, "rulebook"), line.strip().upper()
    if f"rules.{number}.title" not in book.texts:
        return False
    parts = [book.say(f"rules.{number}.title"), book.say(f"rules.{number}"), book.maybe(f"rules.{number}.ruling", "")]
    terminal.say(f"{number} {' · '.join(part for part in parts if part)}")
    return True


def tell_all(game: Game, move: str, seat: int | None, terminal: Terminal) -> None:
    """Make a move and tell what happened, as a seat may know it."""
    for event in game.play(move):
        if told := tell(terminal.spoken, game.setting, game.names, seen_by(event, seat), seat):
            terminal.say(told)


def _prompt(game: Game, seat: int, terminal: Terminal, alone: bool) -> str:
    asked = ASKED.get(game.phase, "ask.turn")
    question = terminal.spoken.say(asked, **words_of(terminal.spoken), n=int(game.record.due))
    return f"{question} " if alone else f"{game.names[seat]}: {question} "


def _fewest(game: Game) -> int:
    return min(len(move.kept) for move in game.moves())


def person(game: Game, seat: int, terminal: Terminal, shown: int | None) -> bool:
    """One move of a person, after as many questions as they like; False if they quit."""
    view, spoken, setting = game.view(seat), terminal.spoken, game.setting
    for number, ticket in enumerate(view.offer, 1):
        terminal.tell("see.offered", n=number, ticket=ticket_text(spoken, setting, ticket))
    if game.phase == "first-tickets":
        terminal.tell("see.hand", cards=cards_text(spoken, view.hand))
        terminal.tell("terminal.keep", n=_fewest(game))
    if game.phase == "turn":
        terminal.say(view_text(setting, view, spoken))
    while True:
        try:
            line = understood(spoken, terminal.ask(_prompt(game, seat, terminal, shown is not None)))
        except (EOFError, KeyboardInterrupt):
            return False
        word, _, rest = line.partition(" ")
        match word:
            case "quit":
                return False
            case "help":
                terminal.tell("terminal.help", forms=forms(spoken))
            case "look":
                terminal.say(view_text(setting, view, spoken))
            case "moves":
                terminal.say(moves_text(game, spoken))
            case "mine":
                terminal.tell("tell.tickets", tickets=tickets_text(spoken, setting, view.tickets))
            case "routes":
                terminal.say(_routes_at(game, rest, spoken))
            case _:
                try:
                    if _rule(line, terminal) or terminal.answered(game, line):
                        continue
                    tell_all(game, line, seat if shown is None else shown, terminal)
                    return True
                except MoveError as error:
                    terminal.say(sentence(error, spoken))


def moves_text(game: Game, spoken: Language) -> str:
    """The legal moves, those that differ only in payment, colour or city on one line."""
    said = words_of(spoken)
    ways: dict[tuple[str, str], list[str]] = {}
    for move in game.moves():
        way = cards_text(spoken, move.cards) if move.cards else spoken.maybe(f"card.{move.colour}", "")
        ways.setdefault((move.word, move.place if way else spelled(spoken, move)), []).append(way)
    lines: dict[tuple[str, str], list[str]] = {}
    for (word, place), found in ways.items():
        many = " / ".join(found)
        if word in ("station", "build") and place:
            lines.setdefault((word, many), []).append(place)
        elif word == "claim":
            lines[f"{said['claim']} {place} {said['with']} {many}", ""] = []
        else:
            lines[place if not found[0] else f"{said[word]} {many}", ""] = []
    keys = {"station": "terminal.stations", "build": "terminal.beds"}
    return "\n".join(
        spoken.say(keys[line], **said, cards=many, colours=many, places=", ".join(places)) if places else line
        for (line, many), places in lines.items()
    )


def _routes_at(game: Game, place: str, spoken: Language) -> str:
    setting, wanted = game.setting, place.casefold()
    names = {name: place_name(spoken, setting, name) for route in setting.routes for name in (route.a, route.b)}
    here = {name for name, shown in names.items() if wanted in (name.casefold(), shown.casefold())}
    found = [route.id for route in setting.routes if here & {route.a, route.b}]
    lines = [route_text(spoken, setting, game.record, name) + _taken(game, name, spoken) for name in found]
    return "\n".join(lines) or spoken.say("terminal.place", place=place, places=", ".join(sorted(names)))


def _taken(game: Game, name: str, spoken: Language) -> str:
    view = game.view(None)
    owner = next((seat.name for seat in view.seats if name in seat.routes), None)
    if owner is not None:
        return f", {spoken.say('route.owned', name=owner)}"
    return f", {spoken.say('route.closed')}" if name in view.closed else ""
