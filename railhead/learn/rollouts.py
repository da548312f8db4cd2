"""Self-play, kept for learning: every decision of many games with what the seat saw, and how much better it went than expected."""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

import torch
from torch import Tensor

from railhead.kernel.records import KEEP, PIECE, TAKE_TICKETS
from railhead.learn.games import Games
from railhead.learn.graphs import Work, recorded
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


def about_tickets(decisions: Tensor) -> Tensor:
    """Which decisions take tickets, or choose among those offered."""
    return (decisions == TAKE_TICKETS) | ((decisions >= KEEP) & (decisions < PIECE))


def choose(logits: Tensor, lots: Tensor) -> tuple[Tensor, Tensor]:
    """A decision by lot, as likely as the logits say (`lots` are exponential), and the logarithm of its chance."""
    decisions = (logits - lots.clamp_min(1e-20).log()).argmax(1)
    return decisions, logits.log_softmax(1).gather(1, decisions[:, None]).squeeze(1)


class Rollout:
    """Games and room for so many steps of each. In a share of the games another player (an old self, company) has all seats but one; its decisions are not learned from.

    Where there is one for `tickets`, it has the last word on them at every other seat: what it does there is to be imitated (`taught`).
    """

    def __init__(
        self,
        games: Games,
        count: int,
        steps: int,
        player: Player,
        *,
        trace: float,
        others: Sequence[tuple[Player, float]] = (),
        tickets: Player | None = None,
        record: bool = True,
    ) -> None:
        plan, device = games.table.plan, games.table.device
        self.games, self.count, self.steps, self.players = games, count, steps, plan.players
        self.player, self.tickets, self.trace, self.record = player, tickets, trace, record

        def room(*shape: int, kind: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros((steps, count, *shape), dtype=kind, device=device)

        self.rows = room(plan.size, kind=torch.uint8)
        self.last = torch.zeros((count, plan.size), dtype=torch.uint8, device=device)
        self.decisions, self.seats = room(kind=torch.int16), room(kind=torch.int8)
        self.chances, self.values, self.paid = room(), room(2), room(plan.players, 2)
        self.over, self.learned, self.taught = (room(kind=torch.bool) for _ in range(3))
        self.lots = torch.empty((count, plan.decisions), device=device)
        ends = [0, *accumulate(int(count * share) for _, share in others)]
        self.others = [(other, slice(*here)) for (other, _), here in zip(others, pairwise(ends), strict=True)]
        self.own = torch.arange(count, device=device) % plan.players
        self.here = torch.zeros(1, dtype=torch.int64, device=device)  # the step, where a recording reads it
        self.found, self.rivals = room(2), room(plan.players - 1)
        self._stepped: Work | None = None
        self._judged: Work | None = None

    def _as_done(self, work: Work) -> Work:
        """Work as it is done here: on a GPU from a recording, but for games that end before it would be worth while."""
        return recorded(work) if self.here.is_cuda and self.record else work

    def _note(self, **parts: Tensor) -> None:
        """Keep what belongs to the step that is played now."""
        for name, part in parts.items():
            room = getattr(self, name)
            room.index_copy_(0, self.here, part.to(room.dtype)[None])

    def _decide(self, decisions: Tensor) -> None:
        """Make a decision in every game, and go on to the next step."""
        self._note(decisions=decisions)
        self.games.step(decisions)
        self._note(over=self.games.over, paid=payoff(self.games.rewards))
        self.here += 1

    def _look(self) -> Tensor:
        """See what the seats see that are to decide."""
        self.games.write(self.last)
        self._note(rows=self.last, seats=self.games.seats)
        return self.last

    def step(self) -> None:
        """One decision in every game, as the players want it."""
        rows = self._look()
        decisions, chances, values, _ = self.player(rows, self.lots.exponential_())
        learned = torch.ones_like(self.games.over)
        if self.tickets is not None:
            advised = self.tickets(rows, self.lots.exponential_())[0]
            taught = about_tickets(decisions) | about_tickets(advised)
            decisions = torch.where(taught, advised, decisions)
            self._note(taught=taught)
        for other, here in self.others:
            learned[here] = self.games.seats[here] == self.own[here]
            theirs = other(rows[here], self.lots[here].exponential_())[0]
            decisions[here] = torch.where(learned[here], decisions[here], theirs)
        self._note(chances=chances, values=values, learned=learned)
        self._decide(decisions)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def play(self) -> None:
        """Play on."""
        self.here.zero_()
        if self._stepped is None:
            self._stepped = self._as_done(self.step)
            self.here.zero_()
        for _ in range(self.steps):
            self._stepped()

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def follow(self, given: Tensor) -> None:
        """Make decisions that are given (T × N), and expect nothing."""
        self.here.zero_()
        self.values.zero_()
        self.learned.fill_(True)
        for decisions in given:
            self._look()
            self._decide(decisions.long())

    def _judge(self) -> None:
        """How much better every decision went than expected, and who won in the end."""
        self.games.write(self.last)
        _, _, values, chances = self.player(self.last, self.lots.exponential_())
        seats, players = self.games.seats, self.players
        whose = (seats[:, None] + torch.arange(players, device=seats.device)) % players
        wins = torch.zeros_like(chances).scatter(1, whose, chances)
        leads = (-values[:, LEAD] / (players - 1))[:, None].repeat(1, players)  # what one gains the others lose
        leads.scatter_(1, seats[:, None], values[:, LEAD:])
        after = torch.stack([wins, leads], 2)
        self.found.copy_(advantages(self.values, self.seats, self.paid, self.over, after, self.trace))
        if players > 2:
            self.rivals.copy_(outcomes(self.seats, self.paid, self.over, wins)[..., 1:])

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def batch(self, mix: tuple[float, float]) -> dict[str, Tensor]:
        """All that learning needs, a row a decision. `mix` weighs winning and the margin."""
        if self._judged is None:
            self._judged = self._as_done(self._judge)
        self._judged()
        gain = 2 * mix[0] * self.found[..., WIN] + mix[1] * self.found[..., LEAD]
        batch: dict[str, Tensor] = {
            "rows": self.rows, "decisions": self.decisions, "chances": self.chances, "learned": self.learned,
            "gains": gain, "returns": self.found + self.values,
        }  # fmt: skip
        if self.tickets is not None:
            batch["taught"] = self.taught
        if self.players > 2:
            batch["rivals"] = self.rivals
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
