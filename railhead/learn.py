"""A first learner: PPO by self-play on the vector environment, in one file. `python -m railhead.learn --minutes 30 --out runs/usa`.

One network plays all seats. It sees what a seat sees (docs/observation.md), chooses among legal decisions, and is paid at the
end of a game with the difference of the scores. Every few minutes it plays against bots, which it never trains against. What it has
learned is then kept; the same command with `--resume runs/usa` goes on from there. With `--imitate planner` it spends its first
minutes learning to decide as a bot does in the bot's own games. docs/learning.md tells what came of it.
"""

import argparse
import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import torch
    from torch import Tensor, nn
except ImportError as error:
    raise ImportError("the learner needs PyTorch: pip install 'railhead[learn]'") from error

from railhead.bots import neural
from railhead.envs import curve
from railhead.envs.batch import PASS
from railhead.envs.fields import highest
from railhead.envs.rivals import Rivals
from railhead.envs.vector import Vector
from railhead.kernel.records import NONE

TEST_SEED = 10**12  # where the deals of evaluations begin, the same at every one; training never gets there
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
    noise = (
        torch.empty_like(logits).exponential_().clamp_min_(1e-20)
    )  # never so little that an illegal decision could win
    return (logits - noise.log()).argmax(-1)


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


class Teacher:
    """A bot on every seat of every game, each shown its own view: what it decides is there to be imitated."""

    def __init__(self, name: str, vector: Vector, threads: int) -> None:
        bounds = np.linspace(0, len(vector), threads + 1).astype(int)
        self.vector = vector
        self.parts = [slice(low, high) for low, high in pairwise(bounds.tolist())]
        self.bots = [Rivals([name] * vector.players, part.stop - part.start) for part in self.parts]
        self.decisions, self.nobody = np.zeros(len(vector), np.int64), np.full(len(vector), NONE, np.int64)
        self.pool = ThreadPoolExecutor(threads)

    def __call__(self) -> NDArray[np.int64]:
        """A decision for every game."""
        boards, records = self.vector.boards, self.vector.records
        work = [
            self.pool.submit(bots.decide, boards, records[part], self.nobody[part], self.decisions[part])
            for bots, part in zip(self.bots, self.parts, strict=True)
        ]
        for part in work:
            part.result()
        return self.decisions


@torch.no_grad()  # type: ignore[untyped-decorator]
def collect(
    network: Network, table: Table, steps: int, autocast: Any, teacher: Teacher | None = None
) -> dict[str, Tensor]:
    """Play on for so many steps, or let a teacher play; all that learning needs, T × N."""
    vector, device = table.vector, table.device
    games, players = len(vector), vector.players
    kept: dict[str, list[Tensor]] = {name: [] for name in ("observations", "masks", "decisions", "chances", "values", "seats", "rewards", "over")}  # fmt: skip
    for _ in range(steps):
        observations, masks = table.look()
        with autocast:
            logits, values = network(observations, masks)
        decisions = choose(logits) if teacher is None else torch.tensor(teacher(), device=device)
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
    imitate: bool = False,
) -> dict[str, float]:
    """PPO's update; or, to imitate, one that makes the decisions seen more likely."""
    flat = {name: part.flatten(0, 1) for name, part in batch.items()}
    gains = flat["advantages"]
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    told: list[Tensor] = []
    for _ in range(epochs):
        for rows in torch.randperm(len(gains), device=gains.device).split(size):
            with autocast:
                logits, values = network(flat["observations"][rows], flat["masks"][rows])
            chances = logits.log_softmax(-1)
            entropy = -(chances.exp() * chances).sum(-1).mean()
            chosen = chances.gather(1, flat["decisions"][rows].unsqueeze(1)).squeeze(1)
            if imitate:
                policy_loss = -chosen.mean()
            else:
                ratio, gain = (chosen - flat["chances"][rows]).exp(), gains[rows]
                policy_loss = -torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            value_loss = (values - flat["returns"][rows]).square().mean()
            loss = policy_loss + VALUE_WEIGHT * value_loss - entropy_weight * entropy
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()
            told.append(torch.stack([policy_loss, value_loss, entropy]).detach())
    return dict(zip(("policy_loss", "value_loss", "entropy"), torch.stack(told).mean(0).tolist(), strict=True))


@torch.no_grad()  # type: ignore[untyped-decorator]
def evaluate(
    network: Network, device: torch.device, game: str, players: int, rival: str, games: int, seed: int, autocast: Any
) -> float:
    """The share of games won against bots of one name (a shared win is shared), as many from each seat, by the policy's best choice."""
    won, each = 0.0, max(1, games // players)
    for seat in range(players):
        table = Table(device, each, game=game, players=players, seat=seat, opponents=rival, auto_reset=False)
        vector = table.vector
        vector.reset(seed + seat * each)
        playing, result = np.ones(each, bool), np.zeros(each, np.float32)
        while playing.any():
            with autocast:
                logits, _ = network(*table.look())
            decisions = np.where(playing, logits.argmax(-1).cpu().numpy(), PASS)
            _, _, rewards, over = vector.step(decisions)
            result += np.where(playing & over, rewards[:, seat], 0)
            playing &= ~over
        won += float((result + 1).sum() / players)
    return won / (each * players)


def _write(file: Path, write: Any) -> None:
    """Write a file whole or not at all: whoever is killed meanwhile keeps the last one."""
    fresh = file.with_name(f"fresh-{file.name}")
    write(fresh)
    os.replace(fresh, file)


def save(folder: Path, network: Network, optimiser: Any, counts: dict[str, Any]) -> None:
    """Keep what playing needs (for PyTorch and for NumPy), and what training needs besides."""
    state = network.state_dict()
    _write(folder / "optimiser.pt", lambda file: torch.save(optimiser.state_dict(), file))
    _write(folder / "weights.pt", lambda file: torch.save({"network": state, **counts}, file))
    arrays = {name: part.float().cpu().numpy() for name, part in state.items()}
    _write(folder / "weights.npz", lambda file: neural.keep(file, arrays))


def restore(folder: Path | None, device: torch.device) -> tuple[dict[str, Any], Any]:
    """What an earlier run kept, if there was one: the network with its counts, and the optimiser's state or None."""
    if folder is None or not (folder / "weights.pt").exists():
        return {}, None
    kept = torch.load(folder / "weights.pt", map_location=device, weights_only=True)
    file = folder / "optimiser.pt"
    return kept, torch.load(file, map_location=device, weights_only=True) if file.exists() else None


def learn(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Train until the time is over; a line of the learning curve at every evaluation."""
    torch.manual_seed(options.seed)
    device = torch.device(options.device)
    torch.set_float32_matmul_precision("high")
    autocast = torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda")
    kept, earlier = restore(options.resume, device)
    steps, games, spent = kept.get("steps", 0), kept.get("games", 0), kept.get("seconds", 0.0)
    width = len(kept["network"]["first.bias"]) if kept else options.width
    total = options.total_minutes or spent / 60 + options.minutes
    table = Table(
        device, options.games, game=options.game, players=options.players, reward="score", threads=options.threads
    )
    vector = table.vector
    limits = torch.from_numpy(highest(vector.setting, options.players))
    network = Network(limits, vector.masks.shape[1], width).to(device)
    optimiser = torch.optim.Adam(network.parameters(), lr=options.rate, eps=1e-5)
    if kept:
        network.load_state_dict(kept["network"])
    if earlier:
        optimiser.load_state_dict(earlier)
    vector.reset(options.seed + steps)
    teacher = Teacher(options.imitate, vector, options.threads) if options.imitate else None
    for rival in options.rivals:  # compiles the bots, before the clock runs
        evaluate(network, device, options.game, options.players, rival, 1, TEST_SEED, autocast)
    begin, next_evaluation, number = time.perf_counter(), 0.0, 0
    while True:
        passed = time.perf_counter() - begin
        last = passed >= 60 * options.minutes
        if passed >= next_evaluation or last:
            counts = {"steps": steps, "games": games, "seconds": spent + passed}
            save(options.out, network, optimiser, counts)
            line: dict[str, Any] = {"minutes": round((spent + passed) / 60, 2), "steps": steps, "games": games}
            line |= {rival: evaluate(network, device, options.game, options.players, rival, options.test_games, TEST_SEED, autocast) for rival in options.rivals}  # fmt: skip
            yield line
            next_evaluation = time.perf_counter() - begin + 60 * options.every
        if last:
            return
        left = 1 - 0.9 * min(1.0, (spent + passed) / (60 * total))  # rate and entropy fall to a tenth
        for group in optimiser.param_groups:
            group["lr"] = options.rate * left
        if spent + passed >= 60 * options.imitate_minutes:
            teacher = None
        entropy, epochs = (0.0, 1) if teacher else (options.entropy * left, options.epochs)
        batch = collect(network, table, options.steps, autocast, teacher)
        games += int(batch["over"].sum())
        told = improve(network, optimiser, batch, options.batch, epochs, entropy, autocast, imitate=teacher is not None)
        steps += batch["over"].numel()
        number += 1
        if number % 50 == 0:
            print(f"{time.perf_counter() - begin:6.0f} s, {steps:,} steps, {games:,} games, {told}", flush=True)


DEFAULTS = {  # by the kind of device: what one step of learning takes in
    "cuda": {"games": 4096, "batch": 16_384, "width": 768, "rate": 4e-4},
    "cpu": {"games": 128, "batch": 2048, "width": 256, "rate": 7e-4},
}


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """The command line; what is not given depends on the device."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="usa")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=30.0, help="of this run, evaluations included")
    parser.add_argument(
        "--total-minutes", type=float, help="over which the rate falls, earlier runs (--resume) included"
    )
    parser.add_argument("--every", type=float, default=2.0, help="minutes between evaluations")
    parser.add_argument("--rivals", nargs="*", default=["random", "one-step", "long-route", "planner"])
    parser.add_argument("--test-games", type=int, default=1000)
    parser.add_argument(
        "--imitate", metavar="BOT", help="decide as this bot does for the first minutes, before self-play"
    )
    parser.add_argument("--imitate-minutes", type=float, default=3.0)
    parser.add_argument("--games", type=int, help="side by side")
    parser.add_argument("--steps", type=int, default=128, help="in every game between two updates: nearly a whole game")
    parser.add_argument("--batch", type=int, help="decisions in one step of the optimiser")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--width", type=int, help="of the network")
    parser.add_argument("--rate", type=float)
    parser.add_argument("--entropy", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="that step the games")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--resume", type=Path, help="the folder of an earlier run, if there was one")
    parser.add_argument("--out", type=Path, default=Path("runs/first"))
    options = parser.parse_args(arguments)
    for name, value in DEFAULTS["cuda" if options.device.startswith("cuda") else "cpu"].items():
        if getattr(options, name) is None:
            setattr(options, name, value)
    return options


def main(arguments: list[str] | None = None) -> None:
    """Learn, and write the curve as lines and as a picture."""
    options = parse(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    lines = options.out / "curve.jsonl"
    title = f"Games won on {options.game}, {options.players} players, learning by self-play"
    for line in learn(options):
        print(line, flush=True)
        with lines.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        (options.out / "curve.svg").write_text(curve.draw(curve.read(lines), title), encoding="utf-8")


if __name__ == "__main__":
    main()
