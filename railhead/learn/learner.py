"""A network learning at one table: its games, what it plays with, and its steps."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from railhead.bots.neural.laying import lay
from railhead.learn import ppo
from railhead.learn.games import deals, make_games
from railhead.learn.lessons import Lesson
from railhead.learn.network import Network, Table, look
from railhead.learn.rollouts import Player, Rollout, laid_in, make_player
from railhead.learn.settings import Seating, Settings

SELF_PLAY = 10**6  # where its deals begin
LOGITS = {"logits", "logits_bias", "point", "point_bias"}  # the layers whose scale is that of the logits


class Learner:
    """Self-play and imitation at one table. Several share a network and an optimiser."""

    def __init__(self, settings: Settings, seating: Seating, table: Table, network: Network, shared: Any, optimiser: Any, company: "list[dict[str, Tensor]]", advice: "dict[str, Tensor] | None", number: int, processes: int) -> None:  # fmt: skip
        self.settings, self.seating, self.table = settings, seating, table
        self.company, self.advice = company, advice
        self.network, self.shared, self.optimiser = network, shared, optimiser
        self.number, self.processes = number, processes
        self.rollout: Rollout | None = None
        self.steps: ppo.Steps | None = None
        self.laid: dict[str, dict[str, Tensor]] = {}  # layers of those who play, each where it stays
        self.ready = False  # compiled
        on_gpu = table.device.type == "cuda"
        self.kind = torch.bfloat16 if on_gpu else torch.float32
        compiled: Callable[[Any], Any] = (
            torch.compile(dynamic=False) if settings.compile and on_gpu else lambda function: function
        )
        blocks, autocast = network.shape.blocks, torch.autocast(table.device.type, torch.bfloat16, enabled=on_gpu)

        def act(laid: dict[str, Tensor], rows: Tensor, lots: Tensor) -> Any:
            return make_player(lambda seen: look(laid, table.plan, blocks, seen))(rows, lots)

        self._act, self._act_once = compiled(act), act

        def loss(part: dict[str, Tensor], entropy: Tensor, clip: Tensor, imitate: Tensor) -> tuple[Tensor, Tensor]:
            with autocast:
                said = shared(table, part["rows"])
            return ppo.loss_of(said, part, entropy, clip, imitate)

        self._loss = compiled(loss)

    def _seat(self, name: str, weights: "dict[str, Tensor] | None" = None, surer: float = 1.0) -> None:
        """Lay the network out as it is now, or with another's weights, where the player of that name reads it; a surer one has its logits spread."""
        with torch.no_grad():
            if weights is None:
                laid = self.network.lay(self.table)
            else:
                full = {name: part.float() for name, part in weights.items()}
                laid = {**full, **lay(full, self.table.plan, self.table.facts, self.table.tools)}
            ready = laid_in(
                {name: laid[name] * (surer if name in LOGITS else 1.0) for name in self.network.played}, self.kind
            )
            if name not in self.laid:
                self.laid[name] = {part: values.clone() for part, values in ready.items()}
            for part, values in ready.items():
                self.laid[name][part].copy_(values)

    def _player(self, name: str, act: Any) -> Player:
        """A player by what is laid out under its name."""
        return lambda rows, lots: act(self.laid[name], rows, lots)

    def play(self, old: "dict[str, Tensor] | None", win: float, first_seed: int) -> dict[str, Tensor]:
        """Play on, and get a batch to learn from."""
        asked = self.settings.self_play
        self._seat("now")
        if old is not None:
            self._seat("old", old)
        if self.rollout is None:
            games = make_games(self.table, self.seating.games, threads=self.settings.threads)
            games.reset(deals(SELF_PLAY + first_seed + self.number * 10**9, self.seating.games))
            shares = {} if old is None else {"old": asked.past}
            for number, weights in enumerate(self.company):
                self._seat(f"company {number}", weights, asked.surer)
                shares[f"company {number}"] = asked.met
            others = [(self._player(name, self._act), share) for name, share in shares.items()]
            player, tickets = self._player("now", self._act), None
            if self.advice is not None:
                self._seat("tickets", self.advice, asked.surer)
                tickets = self._player("tickets", self._act)
            self.rollout = Rollout(
                games, self.seating.games, asked.steps, player, trace=asked.trace, others=others, tickets=tickets
            )
        self.rollout.play()
        batch: dict[str, Tensor] = self.rollout.batch((win, 1 - win))
        return batch

    def prepare(self) -> None:
        """Compile and record all that self-play needs, while there is nothing else to do."""
        weights = {name: part.detach() for name, part in self.network.weights.items()}
        batch = self.play(weights if self.settings.self_play.past else None, self.settings.self_play.win[0], 0)
        part = {name: values[: self.settings.self_play.batch] for name, values in batch.items()}
        total, _ = self._loss(part, *ppo.Lesson(0.0, self.settings.self_play.clip).tensors(self.table.device))
        total.backward()
        self.optimiser.zero_grad(set_to_none=True)
        self.ready = True

    def improve(self, batch: dict[str, Tensor], rate: float, entropy: float, all_reduce: Any) -> dict[str, float]:
        """PPO's steps over a batch."""
        asked = self.settings.self_play
        if self.steps is None:
            alone = self.table.device.type == "cuda" and self.processes == 1
            self.steps = ppo.Steps(self.network, self._loss, self.optimiser, asked.batch, record=alone)
        return self.steps.over(batch, asked.epochs, rate, ppo.Lesson(entropy, asked.clip), all_reduce)

    def imitate(self, lesson: Lesson, rate: float, all_reduce: Any) -> dict[str, float]:
        """Play a bot's games again, and learn to decide as it did and to expect what came of it. Each process takes its part."""
        asked, told = self.settings.imitation, {}
        steps, count = lesson.decisions.shape
        games = make_games(self.table, count, threads=self.settings.threads)
        games.reset(deals(lesson.seed, count))
        self._seat("now")
        player = self._player("now", self._act_once)  # asked but once: compiling is not worth while
        rollout = Rollout(games, count, min(steps, self.settings.self_play.steps), player, trace=1.0, record=False)
        decisions = torch.from_numpy(lesson.decisions).to(self.table.device)
        taken = ppo.Steps(self.network, self._loss, self.optimiser, asked.batch)
        for first in range(0, steps - rollout.steps + 1, rollout.steps):
            rollout.follow(decisions[first : first + rollout.steps])
            batch = rollout.batch((1.0, 0.0))
            mine = slice(self.number, None, self.processes)
            batch = {name: part[mine].contiguous() for name, part in batch.items()}
            told = taken.over(batch, asked.epochs, rate, ppo.Lesson(0.0, 0.2, imitate=True), all_reduce)
        games.check()
        return told
