"""Many games at once by a network, in PyTorch: on a GPU, which only decisions and chances leave, or by the same lines on the processor.

All games of a batch go side by side, one decision each at a time, so a batch is the same whenever it is played with the same versions on the same kind
of device. On another kind sums are added in another order, and now and then the network prefers another of two decisions that it finds alike.
"""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from railhead.bots.neural import Learned
from railhead.bots.neural.laying import lay
from railhead.dataset.rows import Course, by_seat
from railhead.envs.batch import PASS
from railhead.learn.games import make_games
from railhead.learn.network import Table, look, seat_chances
from railhead.learn.state import open_table

LONG = 2000  # decisions after which a game goes on by lot: players that wait for each other would never end it
LOOK = (
    16  # decisions after which it is asked whether all games are over: on a GPU a question takes as long as a decision
)
PRIME = 10_007


@torch.no_grad()  # type: ignore[untyped-decorator]
def play(
    learned: Learned, table: str, numbers: Sequence[int], seeds: Sequence[int], device: str, told: bool = True
) -> list[Course]:
    """Games of a network against itself from these seeds; with what it thinks of its chances where they are to be `told`."""
    torch.set_num_threads(1)  # more of them would add in another order
    torch.backends.cuda.matmul.allow_tf32 = False
    at = open_table(table, torch.device(device))
    laid, blocks = _laid(learned, at), int(learned.about["blocks"])
    games = make_games(at, len(seeds), auto_reset=False)
    games.reset(np.array(seeds, np.uint64))
    rows = torch.zeros((len(seeds), at.plan.size), dtype=torch.uint8, device=at.device)
    playing = torch.ones(len(seeds), dtype=torch.bool, device=at.device)
    made: list[Tensor] = []
    seats: list[Tensor] = []
    chances: list[Tensor] = []
    while len(made) % LOOK or playing.any():
        games.write(rows)
        logits, values, rivals = look(laid, at.plan, blocks, rows)
        wanted = logits.argmax(1) if len(made) < LONG else _by_lot(at, rows, len(made))
        decisions = torch.where(playing, wanted, PASS)
        made.append(decisions.to(torch.int16))
        seats.append(games.seats.to(torch.int8).clone())
        if told:
            chances.append(seat_chances(values, rivals))
        games.step(decisions)
        playing &= ~games.over
    games.check()
    decided, seated = (torch.stack(parts).cpu().numpy().T for parts in (made, seats))
    lengths = (decided != PASS).sum(1)  # a game that is over passes
    thought = torch.stack(chances).cpu().numpy().swapaxes(0, 1) if told else None
    return [
        Course(
            number,
            seed,
            decided[place, :length].tolist(),
            None if thought is None else by_seat(thought[place, :length], seated[place, :length]),
        )
        for place, (number, seed, length) in enumerate(zip(numbers, seeds, lengths, strict=True))
    ]


def _laid(learned: Learned, at: Table) -> dict[str, Tensor]:
    """The network's layers for a table."""
    weights = {name: torch.as_tensor(part, device=at.device) for name, part in learned.weights.items()}
    return {**weights, **lay(weights, at.plan, at.facts, at.tools)}


def _by_lot(at: Table, rows: Tensor, step: int) -> Tensor:
    """Some legal decision, another at every step."""
    plan = at.plan
    legal = rows[:, plan.mask : plan.mask + plan.decisions] != 0
    lots = torch.arange(1, plan.decisions + 1, device=at.device) * step % PRIME
    return torch.where(legal, lots, -1).argmax(1)
