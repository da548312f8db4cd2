"""What a run keeps: its weights with what it has come to, the optimiser's memory, and the file that bots play from."""

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from railhead.boards import load
from railhead.bots.neural import keeping
from railhead.bots.neural.plan import Plan
from railhead.learn.files import whole
from railhead.learn.network import Network, Shape, Table, arrays


@dataclass
class Progress:
    """How far a run has come."""

    decisions: int = 0
    games: int = 0
    seconds: float = 0.0  # of self-play
    iterations: int = 0
    lessons: dict[str, int] = field(default_factory=dict)  # files of lessons seen, by table
    of_tables: dict[str, int] = field(default_factory=dict)  # decisions of self-play by table


def save_weights(file: Path, network: Network, progress: Progress, tables: list[str]) -> None:
    """Weights as they are, for going on and for evaluations."""
    state = {
        "weights": {name: part.detach().cpu() for name, part in network.weights.items()},
        "shape": asdict(network.shape), "progress": asdict(progress), "tables": tables,
    }  # fmt: skip
    whole(file, lambda fresh: torch.save(state, fresh))


def restore(file: Path, device: torch.device) -> tuple[Network, Progress, list[str]]:
    """A network from such a file."""
    state = torch.load(file, map_location=device, weights_only=True)
    network = Network(Shape(**state["shape"]), []).to(device)
    take(network, state["weights"])
    return network, Progress(**state["progress"]), state["tables"]


def weights_in(file: Path) -> dict[str, Tensor]:
    """The weights of a run (`weights.pt`) or of a bot (`.npz`), in full precision."""
    if file.suffix == ".npz":
        return {name: torch.from_numpy(part) for name, part in keeping.load(file)[0].items()}
    weights: dict[str, Tensor] = torch.load(file, map_location="cpu", weights_only=True)["weights"]
    return weights


def take(network: Network, weights: dict[str, Tensor]) -> None:
    """Put weights into a network; boards of their own that it did not know come along. What a bot's file has left out, since no table of its own
    reads it, stays as it was: all nothing, it would never learn anything."""
    for name, part in weights.items():
        if name in network.weights:
            with torch.no_grad():
                if part.any():
                    network.weights[name].copy_(part)
        else:
            network.weights[name] = torch.nn.Parameter(part.clone().float())


def save_optimiser(file: Path, network: Network, optimiser: Any) -> None:
    """The optimiser's memory by the names of the weights: a later run may have more of them."""
    memory = {}
    for name, part in network.weights.items():
        if part in optimiser.state:
            memory[name] = {key: value.detach().cpu() for key, value in optimiser.state[part].items()}
    whole(file, lambda fresh: torch.save(memory, fresh))


def restore_optimiser(file: Path, network: Network, optimiser: Any) -> None:
    """Give an optimiser its memory back."""
    for name, memory in torch.load(file, map_location="cpu", weights_only=True).items():
        part = network.weights[name]
        optimiser.state[part] = {key: value.to(part.device) for key, value in memory.items()}


def used(weights: keeping.Weights, plans: list[Plan]) -> keeping.Weights:
    """Weights with nothing in place of what no table has read: planes of beds where no board has beds, and the like."""
    read = {(piece.kind, number) for plan in plans for piece in plan.pieces for number in range(piece.number, piece.number + (piece.size if piece.kind == "table" else 1))}  # fmt: skip
    found = dict(weights)
    for kind, name in (
        ("route", "route_planes"),
        ("ticket", "ticket_planes"),
        ("city", "city_planes"),
        ("table", "table"),
    ):
        keep = np.array([(kind, number) in read for number in range(len(found[name]))])
        found[name] = found[name] * keep.reshape(-1, *[1] * (found[name].ndim - 1))
    unread = [] if any(plan.first_station for plan in plans) else ["rival_cities", "station", "city_code"]
    unread += [] if any(plan.first_build for plan in plans) else ["build"]
    unread += [] if any(plan.players > 2 for plan in plans) else ["rival_chance_hidden", "rival_chance_own"]
    return {name: part * 0 if name in unread else part for name, part in found.items()}


def save_bot(file: Path, network: Network, tables: list[str], made: keeping.About) -> None:
    """What the bot `neural` plays from."""
    plans = [open_table(name, torch.device("cpu")).plan for name in tables]
    weights = used(arrays(network), plans)
    whole(
        file,
        lambda fresh: keeping.keep(fresh, weights, {"tables": tables, "blocks": network.shape.blocks, **made}),
    )


def open_table(name: str, device: torch.device) -> Table:
    """A table by its name, GAME-PLAYERS."""
    game, _, players = name.rpartition("-")
    return Table(load(game), int(players), device)
