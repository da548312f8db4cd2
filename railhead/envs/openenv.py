"""Railhead as an OpenEnv environment: `uvicorn railhead.envs.openenv:app`. An agent sits at seat 0, bots of a level at the others.

The reward is 1 for a win (shared where several have won) and 0 otherwise, at the end of the game; a move that is not legal changes nothing and is told why.
"""

import uuid
from typing import Any

try:
    from openenv.core.env_server.http_server import create_app
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
except ImportError as error:
    raise ImportError("this needs OpenEnv: pip install 'railhead[openenv]'") from error
from pydantic import Field

from railhead.boards import load
from railhead.game import Game
from railhead.game.listing import listed
from railhead.models.table import NotNowError, Table
from railhead.models.telling import prompt, why_not

SEAT = 0


class RailheadAction(Action):  # type: ignore[misc]
    """A move, as text."""

    move: str = Field(..., min_length=1, max_length=200, description="One of the legal moves, such as `draw`.")


class RailheadObservation(Observation):  # type: ignore[misc]
    """What the seat sees, and what it may do."""

    prompt: str = Field("", description="The whole situation in words, with the legal moves.")
    legal: list[str] = Field(default_factory=list, description="The legal moves.")
    refused: str = Field("", description="Why the last move was not made.")


class RailheadState(State):  # type: ignore[misc]
    """Where the game stands; nothing hidden is in it."""

    game: str = "usa"
    players: int = 2
    level: str = "medium"


class RailheadEnvironment(Environment[RailheadAction, RailheadObservation, RailheadState]):  # type: ignore[misc]
    """One game after the other."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: str = "usa", players: int = 2, level: str = "medium") -> None:
        super().__init__()
        self.game, self.players, self.level = game, players, level
        self.table: Table | None = None
        self._state = RailheadState(episode_id=None, step_count=0, game=game, players=players, level=level)

    def reset(self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any) -> RailheadObservation:
        """A new game; `game`, `players` and `level` may be given."""
        self.game = str(kwargs.get("game", self.game))
        self.players = int(kwargs.get("players", self.players))
        self.level = str(kwargs.get("level", self.level))
        self.table = Table(Game(load(self.game), self.players, seed), [SEAT], self.level)
        self._state = RailheadState(
            episode_id=episode_id or str(uuid.uuid4()),
            step_count=0,
            game=self.game,
            players=self.players,
            level=self.level,
        )
        self.table.play_bots()
        return self._observed()

    def step(self, action: RailheadAction, timeout_s: float | None = None, **kwargs: Any) -> RailheadObservation:
        """A move, and the bots' until it is the agent's turn again."""
        if self.table is None:
            return self.reset()
        self._state.step_count += 1
        try:
            self.table.move(SEAT, action.move)
        except (NotNowError, ValueError) as error:
            told = None if isinstance(error, NotNowError) else why_not(self.table.seen(SEAT), action.move)
            return self._observed(told or str(error))
        self.table.play_bots()
        return self._observed()

    @property
    def state(self) -> RailheadState:
        """Where the episode stands."""
        return self._state

    def get_metadata(self) -> Any:
        """What this is."""
        about = "The train-route board game: cards, routes and tickets, 2 to 5 players, hidden information."
        return EnvironmentMetadata(name="railhead", description=about, version="1.0.0")

    def _observed(self, refused: str = "") -> RailheadObservation:
        assert self.table is not None
        game = self.table.seen(SEAT)
        if game.over:
            winners = self.table.game.score().winners
            reward = 1 / len(winners) if SEAT in winners else 0.0
            return RailheadObservation(done=True, reward=reward, prompt="The game is over.", refused=refused)
        told = prompt(game, SEAT, self.table.news(SEAT))
        return RailheadObservation(done=False, reward=0.0, prompt=told, legal=list(listed(game)), refused=refused)


app = create_app(RailheadEnvironment, RailheadAction, RailheadObservation, env_name="railhead", max_concurrent_envs=64)
