"""Work that is done again and again, recorded once: a GPU that plays a recording back waits for no launch (CUDA graphs, by PyTorch's own means)."""

from collections.abc import Callable

import torch

WARM = 3  # times that work is done before it is recorded: all of it is compiled and has its memory then

Work = Callable[[], None]


def recorded(work: Work) -> Work:
    """The same work, played back. It is done a few times meanwhile, reads and writes only what stays where it is, and never waits for the GPU."""
    now, beside = torch.cuda.current_stream(), torch.cuda.Stream()
    beside.wait_stream(now)
    with torch.cuda.stream(beside):
        for _ in range(WARM):
            work()
    now.wait_stream(beside)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, capture_error_mode="relaxed"):  # Numba may give memory back meanwhile
        work()
    played_back: Work = graph.replay
    return played_back
