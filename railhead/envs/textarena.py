"""Railhead for TextArena: `import railhead.envs.textarena` registers `Railhead-v0`, then `textarena.make("Railhead-v0", game="europe")`.

A move is written in brackets: `[claim ROUTE with 3 red]`. Every player is told what its own seat may see, and nothing else.
"""

import re
from typing import Any

try:
    import textarena
except ImportError as error:
    raise ImportError("this needs TextArena: pip install 'railhead[textarena]'") from error

from railhead.boards import load
from railhead.game import Game
from railhead.game.listing import listed
from railhead.game.moves import MoveError, parse
from railhead.models.table import Table
from railhead.models.telling import asked, board_text, situation
from railhead.text.messages import language
from railhead.text.refusals import reason

NAME = "Railhead-v0"
RULES = """You are player {seat} in a game of railways: {name}, {players} players.
Collect cards, claim routes with them, and join the two places of each of your tickets. A ticket that is joined at the end scores its points, one that is not loses them.
Write your move in brackets, exactly as it is listed: [draw], [take 3], [keep 1 2], [claim ROUTE with 3 red].

The board's routes:
{board}
"""
Kind = textarena.ObservationType


class RailheadEnv(textarena.Env):  # type: ignore[misc]
    """A game between as many players as there are."""

    def __init__(self, game: str = "usa", error_allowance: int = 3) -> None:
        self.setting, self.error_allowance = load(game), error_allowance

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Deal."""
        names = [f"Player {seat}" for seat in range(num_players)]
        self.table = Table(Game(self.setting, names, seed), range(num_players), "random")
        self.state = textarena.FFAMultiPlayerState(
            num_players=num_players, seed=seed, error_allowance=self.error_allowance
        )
        self.state.reset(game_state={"game": self.setting.id}, player_prompt_function=self._prompt)
        self._ask()

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        return RULES.format(
            seat=player_id, name=self.setting.name, players=self.table.game.players, board=board_text(self.setting)
        )

    def get_board_str(self) -> str:
        """What lies open on the table, for those who watch."""
        return str(situation_of(self.table, None))

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """A player's move."""
        seat, state = self.state.current_player_id, self.state
        state.add_observation(from_id=seat, to_id=seat, message=action, observation_type=Kind.PLAYER_ACTION)
        found = re.findall(r"\[([^\[\]]{1,200})\]", action)
        try:
            if not found:
                raise MoveError("not-a-move")
            self.table.move(seat, str(parse(found[-1])))
        except MoveError as error:
            if state.set_invalid_move(reason=reason(language(), error)):
                state.set_winners([other for other in range(state.num_players) if other != seat], "invalid moves")
        else:
            self._tell()
        if self.table.game.over:
            self._end()
        done, info = state.step(rotate_player=False)
        if not done:
            self._ask()
        return done, info

    def _tell(self) -> None:
        """Each player hears what happened as its seat may see it."""
        for seat in range(self.state.num_players):
            if lines := self.table.story(seat):
                kind = Kind.GAME_ACTION_DESCRIPTION
                self.state.add_observation(to_id=seat, message="\n".join(lines), observation_type=kind)

    def _ask(self) -> None:
        seat = self.table.game.to_move
        assert seat is not None
        legal = ", ".join(f"[{move}]" for move in listed(self.table.seen(seat)))
        message = f"{situation_of(self.table, seat)}\nLegal moves: {legal}"
        self.state.current_player_id = seat
        self.state.add_observation(to_id=seat, message=message, observation_type=Kind.GAME_BOARD)

    def _end(self) -> None:
        score = self.table.game.score()
        totals = ", ".join(f"player {seat} {one.total}" for seat, one in enumerate(score.scores))
        self.state.set_winners(score.winners, reason=f"Final totals: {totals}.")


def situation_of(table: Table, seat: int | None) -> str:
    """The table as a seat sees it, or as everybody does."""
    from railhead.text.facts import view_text

    if seat is None:
        return view_text(table.game.setting, table.game.view(None))
    game = table.seen(seat)
    return f"{situation(game.setting, game.view(seat))}\n{asked(game.view(seat))}"


if NAME not in textarena.envs.registration.ENV_REGISTRY:
    wrappers = [textarena.wrappers.LLMObservationWrapper]
    textarena.envs.registration.register_with_versions(id=NAME, entry_point=RailheadEnv, wrappers={"default": wrappers})
