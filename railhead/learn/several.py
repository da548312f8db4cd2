"""Several processes, a GPU each, learning one network: PyTorch's DistributedDataParallel. Started by `torchrun -m railhead.learn …`."""

import os
from typing import Any

import torch
from torch import distributed
from torch.nn.parallel import DistributedDataParallel

from railhead.learn.network import Network


def join(device: str) -> tuple[int, int, torch.device]:
    """This process' number, how many there are, and where it computes; alone it is 0 of 1."""
    kind = ("cuda" if torch.cuda.is_available() else "cpu") if device == "auto" else device
    count = int(os.environ.get("WORLD_SIZE", "1"))
    if count == 1:
        return 0, 1, torch.device(kind)
    number, here = int(os.environ["RANK"]), int(os.environ.get("LOCAL_RANK", "0"))
    if kind == "cuda":
        torch.cuda.set_device(here)
        from numba import cuda

        cuda.select_device(here)
    distributed.init_process_group("nccl" if kind == "cuda" else "gloo")
    return number, count, torch.device(kind, here) if kind == "cuda" else torch.device(kind)


def share(network: Network, count: int) -> Any:
    """The network as all processes learn it: what each board has of its own gets no gradient while another board is played."""
    return network if count == 1 else DistributedDataParallel(network, find_unused_parameters=True)


def add_up(count: int) -> Any:
    """A function that adds numbers up over all processes, in place."""
    return None if count == 1 else distributed.all_reduce


def agree(count: int, device: torch.device, value: float) -> float:
    """The first process' value, for all: so that they stop together."""
    if count == 1:
        return value
    told = torch.tensor([value], dtype=torch.float64, device=device)
    distributed.broadcast(told, 0)
    return float(told[0])


def leave(count: int) -> None:
    """The end."""
    if count > 1:
        distributed.destroy_process_group()
