"""A first learner: PPO by self-play on the vector environment, in one file. `python -m railhead.learn --minutes 30 --out runs/usa`.

One network plays all seats. It sees what a seat sees (docs/observation.md), chooses among legal decisions, and is paid at the
end of a game with the difference of the scores. Every few minutes it plays against bots, which it never trains against.
"""

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from railhead.envs.fields import highest
from railhead.envs.vector import Vector

POINTS = 100.0  # a difference of so many points is a reward of 1
TRACE_DECAY = 0.95  # the λ of generalised advantage estimation
CLIP = 0.2
VALUE_WEIGHT = 0.5


class Network(nn.Module):  # type: ignore[misc]
    """Observation in; a logit for every decision and the expected reward out."""

    def __init__(self, limits: Tensor, decisions: int, width: int = 768, blocks: int = 2) -> None:
        super().__init__()
        self.register_buffer("scale", 1.0 / limits.float().clamp(max=20))  # counts as shares of a handful
        self.first = nn.Linear(len(limits), width)
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width)) for _ in range(blocks)
        )  # fmt: skip
        self.last = nn.LayerNorm(width)
        self.policy = nn.Linear(width, decisions)
        self.value = nn.Linear(width, 1)
        nn.init.normal_(self.policy.weight, std=0.01)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (illegal decisions out of reach) and values."""
        hidden = torch.relu(
            self.first(observations.to(self.first.weight.dtype) * self.scale.to(self.first.weight.dtype))
        )
        for block in self.blocks:
            hidden = hidden + block(hidden)
        hidden = self.last(hidden)
        return self.policy(hidden).float().masked_fill(masks == 0, -1e9), self.value(hidden).float().squeeze(-1)


class Table:
    """A vector environment whose arrays PyTorch sees without a copy, pinned where there is a GPU."""

    def __init__(self, device: torch.device, games: int, **options: Any) -> None:
        shapes = Vector(games=games, **{**options, "threads": 1})
        pinned = device.type == "cuda"
        self.observations = torch.zeros(shapes.observations.shape, dtype=torch.uint8, pin_memory=pinned)
        self.masks = torch.zeros(shapes.masks.shape, dtype=torch.int8, pin_memory=pinned)
        self.vector = Vector(games=games, observations=self.observations.numpy(), masks=self.masks.numpy(), **options)
        self.device = device

    def look(self) -> tuple[Tensor, Tensor]:
        """Observations and masks on the device: copies, since the next step writes anew."""
        return (
            self.observations.to(self.device, non_blocking=True, copy=True),
            self.masks.to(self.device, non_blocking=True, copy=True),
        )


def choose(logits: Tensor) -> Tensor:
    """A decision by lot, as likely as the logits say."""
    return (logits - torch.empty_like(logits).exponential_().log()).argmax(-1)


def advantages(values: Tensor, seats: Tensor, rewards: Tensor, over: Tensor, after: Tensor) -> Tensor:
    """Generalised advantage estimation along each seat's own decisions, backwards; T × N in, `after` N × seats.

    A seat's next decision may come many steps later, and the end of the game may be another seat's doing: what is still to
    come is kept for every seat of every game. `after` is what each seat expects behind the last step.
    """
    games = torch.arange(values.shape[1], device=values.device)
    next_value, gain, paid = after.clone(), torch.zeros_like(after), torch.zeros_like(after)
    found = torch.empty_like(values)
    for step in reversed(range(len(values))):
        ended = over[step].unsqueeze(1)
        next_value, gain = next_value.masked_fill(ended, 0.0), gain.masked_fill(ended, 0.0)
        paid = torch.where(ended, rewards[step], paid)
        seat = seats[step]
        delta = paid[games, seat] + next_value[games, seat] - values[step]
        found[step] = delta + TRACE_DECAY * gain[games, seat]
        next_value[games, seat] = values[step]
        gain[games, seat] = found[step]
        paid[games, seat] = 0.0
    return found


@torch.no_grad()  # type: ignore[untyped-decorator]
def collect(network: Network, table: Table, steps: int, autocast: Any) -> dict[str, Tensor]:
    """Play on for so many steps; all that learning needs, T × N."""
    vector, device = table.vector, table.device
    games, players = len(vector), vector.players
    kept: dict[str, list[Tensor]] = {name: [] for name in ("observations", "masks", "decisions", "chances", "values", "seats", "rewards", "over")}  # fmt: skip
    for _ in range(steps):
        observations, masks = table.look()
        with autocast:
            logits, values = network(observations, masks)
        decisions = choose(logits)
        chances = logits.log_softmax(-1).gather(1, decisions.unsqueeze(1)).squeeze(1)
        seats = torch.tensor(vector.seats, device=device)
        _, _, rewards, over = vector.step(decisions.cpu().numpy())
        parts = (observations, masks, decisions, chances, values, seats, torch.tensor(rewards / POINTS, device=device), torch.tensor(over, device=device))  # fmt: skip
        for name, part in zip(kept, parts, strict=True):
            kept[name].append(part)
    observations, masks = table.look()
    with autocast:
        _, value = network(observations, masks)
    seat = torch.tensor(vector.seats, device=device)
    after = (-value / (players - 1)).unsqueeze(1).repeat(1, players)  # what one gains the others lose
    after[torch.arange(games, device=device), seat] = value
    batch = {name: torch.stack(parts) for name, parts in kept.items()}
    batch["advantages"] = advantages(batch["values"], batch["seats"], batch.pop("rewards"), batch["over"], after)
    batch["returns"] = batch["advantages"] + batch["values"]
    return batch


def improve(
    network: Network,
    optimiser: Any,
    batch: dict[str, Tensor],
    size: int,
    epochs: int,
    entropy_weight: float,
    autocast: Any,
) -> dict[str, float]:
    """PPO's update."""
    flat = {name: part.flatten(0, 1) for name, part in batch.items()}
    gains = flat["advantages"]
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    entropies, losses = [], []
    for _ in range(epochs):
        for rows in torch.randperm(len(gains), device=gains.device).split(size):
            with autocast:
                logits, values = network(flat["observations"][rows], flat["masks"][rows])
            chances = logits.log_softmax(-1)
            entropy = -(chances.exp() * chances).sum(-1).mean()
            ratio = (chances.gather(1, flat["decisions"][rows].unsqueeze(1)).squeeze(1) - flat["chances"][rows]).exp()
            gain = gains[rows]
            policy_loss = -torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            value_loss = (values - flat["returns"][rows]).square().mean()
            loss = policy_loss + VALUE_WEIGHT * value_loss - entropy_weight * entropy
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()
            entropies.append(entropy.detach())
            losses.append(value_loss.detach())
    return {"entropy": float(torch.stack(entropies).mean()), "value_loss": float(torch.stack(losses).mean())}


@torch.no_grad()  # type: ignore[untyped-decorator]
def evaluate(
    network: Network, device: torch.device, game: str, rival: str, games: int, seed: int, autocast: Any
) -> float:
    """The share of games won against a bot with two players (a shared win is half), half from each seat, choosing by the policy's best."""
    won = 0.0
    for seat in range(2):
        table = Table(device, games // 2, game=game, players=2, seat=seat, opponents=rival, auto_reset=False)
        vector = table.vector
        vector.reset(seed + seat * games)
        playing, result = np.ones(len(vector), bool), np.zeros(len(vector), np.float32)
        while playing.any():
            with autocast:
                logits, _ = network(*table.look())
            decisions = np.where(playing, logits.argmax(-1).cpu().numpy(), -2)
            _, _, rewards, over = vector.step(decisions)
            result += np.where(playing & over, rewards[:, seat], 0)
            playing &= ~over
        won += float((result + 1).sum() / 2)
    return won / (games // 2 * 2)


def save(folder: Path, network: Network, optimiser: Any, counts: dict[str, Any]) -> None:
    """Keep what playing needs in one file, and what training needs besides in another."""
    torch.save({"network": network.state_dict(), **counts}, folder / "weights.pt")
    torch.save(optimiser.state_dict(), folder / "optimiser.pt")


def learn(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Train until the time is over; a line of the learning curve at every evaluation."""
    torch.manual_seed(options.seed)
    device = torch.device(options.device)
    torch.set_float32_matmul_precision("high")
    autocast = torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda")
    table = Table(
        device, options.games, game=options.game, players=options.players, reward="score", threads=options.threads
    )
    vector = table.vector
    limits = torch.from_numpy(highest(vector.setting, options.players))
    network = Network(limits, vector.masks.shape[1], options.width).to(device)
    optimiser = torch.optim.Adam(network.parameters(), lr=options.rate, eps=1e-5)
    steps, games, spent = 0, 0, 0.0
    if options.resume:
        kept = torch.load(options.resume / "weights.pt", map_location=device, weights_only=True)
        network.load_state_dict(kept["network"])
        steps, games, spent = kept["steps"], kept["games"], kept["seconds"]
        if (options.resume / "optimiser.pt").exists():
            optimiser.load_state_dict(
                torch.load(options.resume / "optimiser.pt", map_location=device, weights_only=True)
            )
    vector.reset(options.seed + steps)
    begin, next_evaluation, number = time.perf_counter(), 0.0, 0
    while True:
        passed = time.perf_counter() - begin
        share = min(1.0, (spent + passed) / (60 * options.total_minutes))
        if passed >= next_evaluation or passed >= 60 * options.minutes:
            line: dict[str, Any] = {"minutes": round((spent + passed) / 60, 2), "steps": steps, "games": games}
            line |= {rival: evaluate(network, device, options.game, rival, options.test_games, 10**9 + number, autocast) for rival in options.rivals}  # fmt: skip
            yield line
            save(options.out, network, optimiser, {"steps": steps, "games": games, "seconds": spent + passed})
            next_evaluation = time.perf_counter() - begin + 60 * options.every
        if passed >= 60 * options.minutes:
            return
        for group in optimiser.param_groups:
            group["lr"] = options.rate * (1 - 0.9 * share)
        batch = collect(network, table, options.steps, autocast)
        games += int(batch["over"].sum())
        told = improve(
            network, optimiser, batch, options.batch, options.epochs, options.entropy * (1 - 0.9 * share), autocast
        )
        steps += batch["over"].numel()
        number += 1
        if number % 50 == 0:
            print(f"{time.perf_counter() - begin:6.0f} s, {steps:,} steps, {games:,} games, {told}", flush=True)


def main(arguments: list[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="usa")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=30.0, help="of this run")
    parser.add_argument(
        "--total-minutes", type=float, default=None, help="over which the rate falls, with earlier runs (--resume)"
    )
    parser.add_argument("--every", type=float, default=2.0, help="minutes between evaluations")
    parser.add_argument("--rivals", nargs="*", default=["random", "one-step", "long-route", "planner"])
    parser.add_argument("--test-games", type=int, default=1000)
    parser.add_argument("--games", type=int, default=8192, help="side by side")
    parser.add_argument("--steps", type=int, default=32, help="in every game between two updates")
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--width", type=int, default=768)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--entropy", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--resume", type=Path, default=None, help="the folder of an earlier run")
    parser.add_argument("--out", type=Path, default=Path("runs/first"))
    options = parser.parse_args(arguments)
    options.total_minutes = options.total_minutes or options.minutes
    options.out.mkdir(parents=True, exist_ok=True)
    with (options.out / "curve.jsonl").open("a") as curve:
        for line in learn(options):
            print(line, flush=True)
            curve.write(json.dumps(line) + "\n")
            curve.flush()


if __name__ == "__main__":
    main()
