"""PPO's step: make what went better than expected likelier, within bounds; and expect what came."""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, smooth_l1_loss

from railhead.learn.graphs import Work, recorded
from railhead.learn.rollouts import LEAD, WIN

TOLD = ("policy", "win", "margin", "rivals", "entropy", "change", "clipped")


@dataclass(frozen=True)
class Lesson:
    """What one pass over a batch weighs."""

    entropy: float
    clip: float
    imitate: bool = False  # make the decisions likelier as they are

    def tensors(self, device: torch.device) -> tuple[Tensor, Tensor, Tensor]:
        """As tensors, so that one compiled function serves all."""
        entropy, clip, imitate = (
            torch.tensor(value, device=device) for value in (self.entropy, self.clip, self.imitate)
        )
        return entropy, clip, imitate


def loss_of(
    said: tuple[Tensor, Tensor, Tensor], batch: dict[str, Tensor], entropy_weight: Tensor, clip: Tensor, imitate: Tensor
) -> tuple[Tensor, Tensor]:
    """What is wrong with what a network says of some rows, and its parts (TOLD)."""
    logits, values, rivals = said
    weight = batch["learned"].float()
    chances = logits.log_softmax(1)
    chosen = chances.gather(1, batch["decisions"].long()[:, None]).squeeze(1)
    entropy = (-(chances.exp() * chances).sum(1) * weight).mean()
    ratio, gains = (chosen - batch["chances"]).exp(), batch["gains"]
    clipped_ratio = torch.clamp(ratio, 1 - clip, 1 + clip)
    surrogate = torch.minimum(ratio * gains, clipped_ratio * gains)
    taught = imitate | batch["taught"] if "taught" in batch else imitate
    policy = -(torch.where(taught, chosen, surrogate) * weight).mean()
    returns = batch["returns"]
    win = (
        binary_cross_entropy_with_logits(values[:, WIN], returns[:, WIN].clamp(0, 1), reduction="none") * weight
    ).mean()
    margin = (smooth_l1_loss(values[:, LEAD], returns[:, LEAD], reduction="none") * weight).mean()
    others = torch.zeros_like(win)
    if "rivals" in batch:
        others = (-(batch["rivals"] * rivals.log_softmax(1)).sum(1) * weight).mean()
    total = policy + 0.5 * (win + margin + others) - entropy_weight * entropy
    change = ((batch["chances"] - chosen) * weight).mean()
    clipped = (((ratio - 1).abs() > clip).float() * weight).mean()
    return total, torch.stack([policy, win, margin, others, entropy, change, clipped]).detach()


def even_gains(batch: dict[str, Tensor], all_reduce: Any = None) -> Tensor:
    """Gains with mean 0 and spread 1 over what is learned from, of all processes together."""
    weight, gains = batch["learned"].float(), batch["gains"]
    sums = torch.stack([weight.sum(), (gains * weight).sum(), (gains.square() * weight).sum()])
    if all_reduce is not None:
        all_reduce(sums)
    mean = sums[1] / sums[0]
    spread = (sums[2] / sums[0] - mean.square()).clamp_min(0).sqrt()
    return (gains - mean) / (spread + 1e-6)


def by_lot(learned: Tensor, size: int, all_reduce: Any = None) -> Tensor:
    """Places of what is learned from in an order by lot, `size` a step; all processes take as many steps, so some may begin again."""
    places = learned.nonzero().squeeze(1)
    counts = torch.tensor([len(places), 1.0], device=learned.device)
    if all_reduce is not None:
        all_reduce(counts)
    steps = max(1, int(counts[0] / counts[1]) // size)
    order = places[torch.randperm(len(places), device=learned.device)]
    return order.repeat(-(-steps * size // len(order)))[: steps * size].view(steps, size)


class Steps:
    """Gradient steps over parts of batches; on a GPU they may be recorded, so that nothing waits for a launch. `loss` goes from a part to the loss and its parts."""

    def __init__(self, network: Any, loss: Any, optimiser: Any, size: int, record: bool = False) -> None:
        self.loss, self.optimiser, self.size, self.record = loss, optimiser, size, record
        self.parameters = [part for part in network.parameters() if part.requires_grad]
        device = self.parameters[0].device
        self.weights = Lesson(0.0, 0.0).tensors(device)
        self.told = torch.zeros(len(TOLD), device=device)
        self.batch: dict[str, Tensor] = {}
        self.which = torch.zeros(0, dtype=torch.int64, device=device)
        self._step: Work = self.step

    def step(self) -> None:
        """One step, over the rows that `which` names."""
        part = {name: values[self.which] for name, values in self.batch.items()}
        part["rows"] = part["rows"].view(torch.uint8)
        total, parts = self.loss(part, *self.weights)
        self.optimiser.zero_grad(set_to_none=True)
        total.backward()
        nn.utils.clip_grad_norm_(self.parameters, 0.5, foreach=True)
        self.optimiser.step()
        self.told += parts

    def _rate(self, rate: float) -> None:
        for group in self.optimiser.param_groups:
            if isinstance(group["lr"], Tensor):
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate

    def _take(self, batch: dict[str, Tensor]) -> None:
        """Have a batch where a recording reads it: the first one's place. What lies there already is not copied."""
        if not self.record or not self.batch:
            self.batch = batch
            self.which = torch.zeros(min(self.size, len(batch["gains"])), dtype=torch.int64, device=self.told.device)
            return
        for name, values in batch.items():
            if values.data_ptr() != self.batch[name].data_ptr():
                self.batch[name].copy_(values)

    def over(self, batch: dict[str, Tensor], epochs: int, rate: float, lesson: Lesson, all_reduce: Any = None) -> dict[str, float]:  # fmt: skip
        """Pass over a batch; what was told on the way, in the mean."""
        rows = batch["rows"].view(torch.int64)  # gathered a word at a time
        self._take({**batch, "rows": rows, "gains": even_gains(batch, all_reduce)})
        for weight, value in zip(self.weights, (lesson.entropy, lesson.clip, lesson.imitate), strict=True):
            weight.fill_(value)
        if self.record and self._step == self.step:
            self._rate(0.0)  # it is done meanwhile, and changes nothing
            self._step = recorded(self.step)
        self._rate(rate)
        self.told.zero_()
        steps = 0
        for _ in range(epochs):
            for which in by_lot(batch["learned"], len(self.which), all_reduce):
                self.which.copy_(which)
                self._step()
                steps += 1
        return dict(zip(TOLD, (self.told / steps).tolist(), strict=True))
