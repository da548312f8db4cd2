"""PPO's step: make what went better than expected likelier, within bounds; and expect what came."""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, smooth_l1_loss

from railhead.learn.rollouts import LEAD, WIN

TOLD = ("policy", "win", "margin", "rivals", "entropy", "change", "clipped")
WORD = 8  # bytes that are gathered at a time


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
    policy = -(torch.where(imitate, chosen, surrogate) * weight).mean()
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


def improve(network: Any, loss: Any, optimiser: Any, batch: dict[str, Tensor], size: int, epochs: int, rate: float, lesson: Lesson, all_reduce: Any = None) -> dict[str, float]:  # fmt: skip
    """Pass over a batch in parts of `size`; `loss` is a function from a part to the loss and its parts."""
    for group in optimiser.param_groups:
        group["lr"] = rate
    batch = {**batch, "gains": even_gains(batch, all_reduce)}
    words = batch.pop("rows").view(torch.int64)
    device = words.device
    weights = lesson.tensors(device)
    parameters = [part for part in network.parameters() if part.requires_grad]
    told = []
    size = min(size, len(words))
    for _ in range(epochs):
        order = torch.randperm(len(words), device=device)
        for first in range(0, len(words) - size + 1, size):
            which = order[first : first + size]
            part = {name: values[which] for name, values in batch.items()}
            part["rows"] = words[which].view(torch.uint8)
            total, parts = loss(part, *weights)
            optimiser.zero_grad(set_to_none=True)
            total.backward()
            nn.utils.clip_grad_norm_(parameters, 0.5, foreach=True)
            optimiser.step()
            told.append(parts)
    return dict(zip(TOLD, torch.stack(told).mean(0).tolist(), strict=True))
