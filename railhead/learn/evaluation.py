"""How strong a network is: paired deals, played from every seat, its best decisions against bots or old selves."""

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from railhead.envs.batch import PASS
from railhead.envs.rivals import Rivals
from railhead.envs.vector import _parts
from railhead.learn.curves import TEST_SEED
from railhead.learn.games import OnProcessor
from railhead.learn.network import Network, Table, look, seat_chances
from railhead.learn.rollouts import WIN, laid_in, payoff

LONG = 3000  # steps after which a game counts as it stands: nothing
STAGES = (("early", 0.8), ("middle", 0.35), ("late", 0.0))  # by the share of trains that the seat with fewest has left
Best = Callable[[Tensor], tuple[Tensor, Tensor]]  # from rows to decisions and own chances to win


@dataclass(frozen=True)
class Result:
    """Share of games won (a shared win is shared) with its standard error, margin, and how far the chances told were off, by stage."""

    win: float
    error: float
    margin: float
    unfinished: int
    off: dict[str, float]

    def words(self) -> dict[str, object]:
        """For a line of a log."""
        return {"win": round(self.win, 4), "error": round(self.error, 4), "margin": round(self.margin, 2), **({"unfinished": self.unfinished} if self.unfinished else {}), **({"off": self.off} if self.off else {})}  # fmt: skip


def best_of(network: Network, table: Table) -> Best:
    """A network's best decisions at a table, where the table computes."""
    kind = torch.bfloat16 if table.device.type == "cuda" else torch.float32
    with torch.no_grad():
        laid = laid_in(network.lay(table), kind)

    def best(rows: Tensor) -> tuple[Tensor, Tensor]:
        with torch.no_grad():
            logits, values, rivals = look(laid, table.plan, network.shape.blocks, rows)
            return logits.argmax(1), seat_chances(values, rivals)[:, 0]

    return best


class Seats:
    """Room for evaluations at one table: games on the processor's threads, networks where the table computes."""

    def __init__(self, table: Table, deals: int, threads: int) -> None:
        plan = table.plan
        count = deals * plan.players
        self.table, self.deals = table, deals
        self.games = OnProcessor(table, count, auto_reset=False, threads=threads)
        self.own = np.repeat(np.arange(plan.players), deals)  # a deal from every seat
        self.parts, self.pool = _parts(count, threads), ThreadPoolExecutor(threads)
        self.rows, self.others = torch.zeros((count, plan.size), dtype=torch.uint8), np.zeros(count, np.int64)

    def play(self, best: Best, rival: "str | Best | None", seed: int = TEST_SEED, calibrate: bool = False) -> Result:
        """One seat of `best` against rivals on all the others: a bot by name, another network, or (None) itself."""
        vector, plan = self.games.vector, self.table.plan
        players, count = plan.players, len(vector)
        bots = (
            [Rivals([rival] * players, part.stop - part.start) for part in self.parts] if isinstance(rival, str) else []
        )
        self.games.reset(np.tile(np.arange(self.deals, dtype=np.uint64), players) + np.uint64(seed))
        playing, margins = np.ones(count, bool), np.zeros((count, players), np.float32)
        told: list[tuple[Any, ...]] = []
        for _ in range(LONG):
            work = [self.pool.submit(bot.decide, vector.boards, vector.records[part], self.own[part], self.others[part]) for bot, part in zip(bots, self.parts, strict=bool(bots))]  # fmt: skip
            self.games.write(self.rows)
            rows = self.rows.to(self.table.device)
            decisions, chances = (part.cpu().numpy() for part in best(rows))
            mine = vector.seats == self.own
            for part in work:
                part.result()
            if bots:
                decisions = np.where(mine, decisions, self.others)
            elif callable(rival):
                decisions = np.where(mine, decisions, rival(rows)[0].cpu().numpy())
            if calibrate:
                trains = vector.records["trains"][:, :players].min(1) / int(self.table.setting.record.trains)
                told.append((chances, vector.seats.copy(), trains, playing & (mine | (rival is None))))
            vector.step(np.where(playing, decisions, PASS))
            ended = playing & vector.over
            margins[ended] = vector.rewards[ended]
            playing &= ~ended
            if not playing.any():
                break
        won = payoff(torch.from_numpy(margins))[..., WIN].numpy()
        share, margin = (part[np.arange(count), self.own] for part in (won, margins))
        of_deals = share.reshape(players, self.deals).mean(0)
        error = float(of_deals.std(ddof=1) / math.sqrt(self.deals)) if self.deals > 1 else 0.0
        return Result(
            float(share.mean()), error, float(margin.mean()), int(playing.sum()), _off(told, won) if told else {}
        )


def _off(told: list[tuple[Any, ...]], won: Any) -> dict[str, float]:
    """The expected error of chances: in ten classes, how far what was told lies from what came, weighed by how often."""
    chances, seats, trains, kept = (np.stack(parts) for parts in zip(*told, strict=True))
    came = won[np.arange(won.shape[0])[None], seats]
    found, above = {}, 2.0
    for name, least in STAGES:
        which = kept & (trains >= least) & (trains < above)
        above = least
        classes = np.minimum((chances[which] * 10).astype(int), 9)
        count = np.maximum(np.bincount(classes, minlength=10), 1)
        gap = np.abs(np.bincount(classes, chances[which], 10) - np.bincount(classes, came[which], 10)) / count
        found[name] = round(float((gap * count).sum() / max(1, which.sum())), 4)
    return found
