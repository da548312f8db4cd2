"""OpenSpiel: importing this registers `python_railhead`.

>>> import pyspiel
>>> import railhead.envs.openspiel
>>> game = pyspiel.load_game("python_railhead", {"game": "usa", "players": 3})
>>> state = game.new_initial_state()
>>> state.apply_action(7)  # chance: the deal with the seed 7
>>> state.current_player(), state.action_to_string(state.legal_actions()[0])
(0, 'keep 1 2')

Chance acts once, at the first node: it draws the seed, one of `deals`, and all later draws follow from it. So a history is a whole
game, the same as `Game(game, players, seed)`. A search must not look into that future: `resample_from_infostate` deals anew all that
a player cannot know, the future included.
"""

import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from railhead.boards import load
from railhead.envs import pictures
from railhead.envs.actions import action_text
from railhead.envs.fields import fields
from railhead.game import Game
from railhead.kernel import doors, random, views
from railhead.kernel.observation import observation_size
from railhead.kernel.records import GAME, NONE, OVER, SCORE, SEATS, TICKET_WORDS, TRACE, WORK

DEALS = 4096
LONGEST_GAME = 5000  # decisions; games by lot with five players need about 500
PRIVATE = {"hand", "unseen", "tickets", "joined", "returned", "offer", "offer_joined", "chosen"}
NO_TRACES = np.zeros(1, TRACE)


@cache
def _sizes(name: str, players: int) -> tuple[Any, int, int]:
    """A game's board as the kernel takes it, how many decisions there are, and how many numbers an observation has."""
    setting = load(name)
    return setting.array, int(setting.record.decisions), int(observation_size(setting.record, players))


GAME_TYPE = pyspiel.GameType(
    short_name="python_railhead",
    long_name="Railhead",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=SEATS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification={"game": "usa", "players": 2, "deals": DEALS},
)


class RailheadGame(pyspiel.Game):  # type: ignore[misc]
    """A game on a board, with a number of players; the reward is `win`."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {"game": "usa", "players": 2, "deals": DEALS, **(params or {})}
        self.name, self.players, self.deals = str(given["game"]), int(given["players"]), int(given["deals"])
        self.setting = load(self.name)
        information = pyspiel.GameInfo(
            num_distinct_actions=int(self.setting.record.decisions),
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=self.players - 1.0,
            utility_sum=0.0,
            max_game_length=LONGEST_GAME,
        )
        super().__init__(GAME_TYPE, information, given)

    def new_initial_state(self) -> "RailheadState":
        """Before the deal."""
        return RailheadState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What a player sees: by default all it may know now."""
        if params:
            raise ValueError(f"observers take no parameters; {params} was given")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class RailheadState(pyspiel.State):  # type: ignore[misc]
    """A game record, and what every player remembers."""

    def __init__(self, game: RailheadGame) -> None:
        super().__init__(game)
        self.name, self.players, self.deals = game.name, game.players, game.deals
        self.records = np.zeros(1, GAME)
        self.dealt = False
        self.recall = ["" for _ in range(game.players)]  # a hash of all that the seat has seen and done

    def current_player(self) -> int:
        """Whose decision it is."""
        if not self.dealt:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else int(self.records["seat"][0])

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.dealt and bool(self.records["phase"][0] == OVER)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, one as likely as the other."""
        return [(deal, 1.0 / self.deals) for deal in range(self.deals)]

    def _legal_actions(self, _player: int) -> list[int]:
        board, decisions, _ = _sizes(self.name, self.players)
        mask = np.zeros(decisions, np.uint8)
        doors.legal(board, self.records, mask)
        legal: list[int] = mask.nonzero()[0].tolist()
        return legal

    def _apply_action(self, action: int) -> None:
        array, _, _ = _sizes(self.name, self.players)
        decider = self.current_player()
        if not self.dealt:
            random.seed(self.records[0].generator, np.uint64(action))
            doors.start(array, self.records, self.players, NONE, NO_TRACES)
            self.dealt = True
        elif not doors.apply(array, self.records, action, NO_TRACES):
            raise ValueError(f"decision {action} is not legal now")
        for seat in range(self.players):
            done = f"{action}" if seat == decider else ""
            text = self.recall[seat].encode() + done.encode() + self.seen(seat).tobytes()
            self.recall[seat] = hashlib.blake2b(text, digest_size=16).hexdigest()

    def seen(self, seat: int) -> NDArray[np.uint8]:
        """The seat's observation; all 0 before the deal."""
        board, _, size = _sizes(self.name, self.players)
        out = np.zeros(size, np.uint8)
        if self.dealt:
            doors.observe(board, self.records, seat, out)
        return out

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else action_text(load(self.name), action)

    def returns(self) -> list[float]:
        """Those who have not won pay 1 each, and the winners share it."""
        if not self.is_terminal():
            return [0.0] * self.players
        scores = np.zeros(SEATS, SCORE)
        doors.score(load(self.name).array, self.records, scores, np.zeros(1, WORK))
        winners = scores["winner"][: self.players]
        share = (self.players - winners.sum()) / winners.sum()
        return [float(share) if won else -1.0 for won in winners]

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> "RailheadState":
        """A state by lot from all that fit what the player knows; what chance will do is drawn anew too."""
        other: RailheadState = self.clone()
        number = np.uint64(int(probability_sampler() * 2**53))
        views.redeal(load(self.name).record, other.records[0], player, number, np.zeros(TICKET_WORDS, np.uint64))
        return other

    def __str__(self) -> str:
        if not self.dealt:
            return "before the deal"
        hands = [pictures.as_text(load(self.name), self.records, seat) for seat in range(self.players)]
        return "\n\n".join(hands)


class Observer:
    """Observations of a kind: public, private or both; of now, or with perfect recall (strings only)."""

    def __init__(self, game: RailheadGame, kind: Any) -> None:
        self.kind = kind
        private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        everything = fields(game.setting, game.players)
        self.parts = {
            name: part for name, part in everything.items() if (private if name in PRIVATE else kind.public_info)
        }
        self.private = private
        self.tensor = np.zeros(sum(part.size for part in self.parts.values()), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for name, part in self.parts.items():
            self.dict[name] = self.tensor[start : start + part.size].reshape(part.shape)
            start += part.size

    def set_from(self, state: RailheadState, player: int) -> None:
        """Fill in the tensor."""
        seen = state.seen(player)
        for name, part in self.parts.items():
            self.dict[name][:] = part.of(seen)

    def string_from(self, state: RailheadState, player: int) -> str:
        """The same in words."""
        if not state.dealt:
            return "before the deal" if self.kind.public_info else f"player {player}: nothing yet"
        setting = load(state.name)
        lines = []
        if self.kind.perfect_recall:
            lines.append(f"player {player} remembers {state.recall[player] if self.private else _public(state)}")
        if self.kind.public_info:
            lines.append(pictures.as_text(setting, state.records))
        if self.private:
            view = Game.of_record(setting, state.records[:1]).view(player)
            lines.append(f"player {player} holds {view.hand}, tickets {view.tickets}, offered {view.offer}")
        return "\n".join(lines)


def _public(state: RailheadState) -> str:
    """How many decisions have been made: all of a public past that is kept without anybody's secrets."""
    return f"{state.move_number()} moves"


pyspiel.register_game(GAME_TYPE, RailheadGame)
