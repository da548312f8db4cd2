"""Self-play, kept for learning: every decision of many games with what the seat saw, and how much better it went than expected."""

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor

from railhead.learn.games import Games
from railhead.learn.network import seat_chances

MARGIN = 60.0  # a difference of so many points is 1
MOST_MARGIN = 2.0
WIN, LEAD = 0, 1  # what is expected: a win, and the margin

# From rows and lots to decisions, their log chances, and what is expected (win and margin), and every seat's chance
Player = Callable[[Tensor, Tensor], tuple[Tensor, Tensor, Tensor, Tensor]]


def payoff(rewards: Tensor) -> Tensor:
    """From the margins at the end (N × seats) to what each seat is paid: the win, shared among the best, and the margin."""
    best = (rewards >= rewards.amax(1, keepdim=True) - 1e-3).float()
    return torch.stack([best / best.sum(1, keepdim=True), (rewards / MARGIN).clamp(-MOST_MARGIN, MOST_MARGIN)], 2)


def advantages(values: Tensor, seats: Tensor, paid: Tensor, over: Tensor, after: Tensor, trace: float) -> Tensor:
    """Generalised advantage estimation along each seat's own decisions, backwards. T × N × 2 in and out; `after` is N × seats × 2.

    A seat's next decision may come many steps later, and the end of the game may be another seat's doing: what is still to
    come is kept for every seat of every game. `after` is what each seat expects behind the last step. Nothing is discounted.
    """
    games = torch.arange(values.shape[1], device=values.device)
    later, gain, due = after.clone(), torch.zeros_like(after), torch.zeros_like(after)
    found = torch.empty_like(values)
    for step in reversed(range(len(values))):
        ended = over[step][:, None, None]
        later, gain = later.masked_fill(ended, 0.0), gain.masked_fill(ended, 0.0)
        due = torch.where(ended, paid[step], due)
        seat = seats[step].long()
        found[step] = due[games, seat] + later[games, seat] - values[step] + trace * gain[games, seat]
        later[games, seat], gain[games, seat], due[games, seat] = (
            values[step],
            found[step],
            torch.zeros_like(values[step]),
        )
    return found


def outcomes(seats: Tensor, paid: Tensor, over: Tensor, after: Tensor) -> Tensor:
    """Who won in the end, for every decision: T × N × seats counted from the one that decides; `after` (N × seats) where the end is not known."""
    players = after.shape[1]
    clockwise = torch.arange(players, device=after.device)
    won, found = after, torch.empty((*seats.shape, players), device=after.device)
    for step in reversed(range(len(seats))):
        won = torch.where(over[step][:, None], paid[step, :, :, WIN], won)
        found[step] = won.gather(1, (seats[step].long()[:, None] + clockwise) % players)
    return found


def choose(logits: Tensor, lots: Tensor) -> tuple[Tensor, Tensor]:
    """A decision by lot, as likely as the logits say (`lots` are exponential), and the logarithm of its chance."""
    decisions = (logits - lots.clamp_min(1e-20).log()).argmax(1)
    return decisions, logits.log_softmax(1).gather(1, decisions[:, None]).squeeze(1)


class Rollout:
    """Games and room for so many steps of each. A share of the games is played against an old self, which has all seats but one."""

    def __init__(self, games: Games, count: int, steps: int, past: float = 0.0) -> None:
        plan, device = games.table.plan, games.table.device
        self.games, self.count, self.steps, self.players = games, count, steps, plan.players

        def room(*shape: int, kind: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros((steps, count, *shape), dtype=kind, device=device)

        self.rows = room(plan.size, kind=torch.uint8)
        self.last = torch.zeros((count, plan.size), dtype=torch.uint8, device=device)
        self.decisions, self.seats = room(kind=torch.int16), room(kind=torch.int8)
        self.chances, self.values, self.paid = room(), room(2), room(plan.players, 2)
        self.over, self.learned = room(kind=torch.bool), room(kind=torch.bool)
        self.lots = torch.empty((count, plan.decisions), device=device)
        self.old_games = int(count * past)
        self.own = torch.arange(count, device=device) % plan.players

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def play(self, player: Player, old: Player | None = None, given: Tensor | None = None) -> None:
        """Play on; where an old self plays, its decisions are not learned from. Decisions that are `given` (T × N) are made, and nothing expected."""
        games, against = self.games, self.old_games if old is not None and given is None else 0
        for step in range(self.steps):
            rows = self.rows[step]
            games.write(rows)
            seats = games.seats
            self.seats[step] = seats
            self.learned[step] = True
            if given is not None:
                decisions, self.values[step] = given[step].long(), 0.0
            else:
                decisions, self.chances[step], self.values[step], _ = player(rows, self.lots.exponential_())
            if against and old is not None:
                his = seats[:against] != self.own[:against]
                others = old(rows[:against], self.lots[:against].exponential_())[0]
                decisions = torch.cat([torch.where(his, others, decisions[:against]), decisions[against:]])
                self.learned[step, :against] = ~his
            self.decisions[step] = decisions
            games.step(decisions)
            self.over[step] = games.over
            self.paid[step] = payoff(games.rewards)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def batch(self, player: Player, trace: float, mix: tuple[float, float]) -> dict[str, Tensor]:
        """All that learning needs, a row a decision. `mix` weighs winning and the margin."""
        self.games.write(self.last)
        _, _, values, chances = player(self.last, self.lots.exponential_())
        seats, count, players = self.games.seats, self.count, self.players
        whose = (seats[:, None] + torch.arange(players, device=seats.device)) % players
        wins = torch.zeros((count, players), device=seats.device).scatter(1, whose, chances)
        leads = (-values[:, LEAD] / (players - 1))[:, None].repeat(1, players)  # what one gains the others lose
        leads.scatter_(1, seats[:, None], values[:, LEAD:])
        found = advantages(self.values, self.seats, self.paid, self.over, torch.stack([wins, leads], 2), trace)
        gain = 2 * mix[0] * found[..., WIN] + mix[1] * found[..., LEAD]
        batch: dict[str, Tensor] = {
            "rows": self.rows, "decisions": self.decisions, "chances": self.chances, "learned": self.learned,
            "gains": gain, "returns": found + self.values,
        }  # fmt: skip
        if players > 2:
            batch["rivals"] = outcomes(self.seats, self.paid, self.over, wins)[..., 1:].contiguous()
        return {name: part.flatten(0, 1) for name, part in batch.items()}


def make_player(look: Callable[[Tensor], tuple[Tensor, Tensor, Tensor]]) -> Player:
    """A player by lot from what a network says of rows."""

    def play(rows: Tensor, lots: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        logits, values, rivals = look(rows)
        decisions, chances = choose(logits, lots)
        expected = torch.stack([torch.sigmoid(values[:, WIN]), values[:, LEAD]], 1)
        return decisions, chances, expected, seat_chances(values, rivals)

    return play


def laid_in(laid: Mapping[str, Any], kind: torch.dtype) -> dict[str, Tensor]:
    """Layers in another precision: for playing, where nothing is learned from them."""
    return {name: part.detach().to(kind).contiguous() for name, part in laid.items()}
