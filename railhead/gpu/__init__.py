"""Batches on a CUDA GPU: the very functions of the kernel, called from CUDA kernels, a game a thread.

>>> from railhead import gpu  # doctest: +SKIP
>>> results = gpu.random_games("usa", players=4, games=1_000_000, seed=1)  # doctest: +SKIP

The games are those of the CPU, bit for bit. Device arrays have `__cuda_array_interface__`: PyTorch (`torch.as_tensor`) and CuPy
(`cupy.asarray`) take them without a copy. Without a GPU, `NUMBA_ENABLE_CUDASIM=1` runs the same code in Numba's simulator, slowly.
"""

from railhead.gpu.device import SIMULATED, NoGPUError, available, need
from railhead.gpu.games import SHAPE, Results, Shape, playouts, random_games
from railhead.gpu.vector import Vector, observe_batch

__all__ = [
    "SHAPE", "SIMULATED", "NoGPUError", "Results", "Shape", "Vector", "available", "need", "observe_batch", "playouts", "random_games",
]  # fmt: skip
