"""Is there a GPU, and how kernels are compiled and launched on it."""

from typing import Any

from numba import config, cuda

from railhead.kernel.layout import _record

SIMULATED = bool(config.ENABLE_CUDASIM)

# A trace that is switched off and holds nothing. It lives in registers, so that the compiler leaves all tracing out.
QUIET = _record([("on", "i4"), ("used", "i4"), ("numbers", "i2", (4,))])

BLOCK = 128  # threads a block
BLOCKS = 8  # a multiprocessor
REGISTERS = 64  # a thread


class NoGPUError(RuntimeError):
    """There is no CUDA GPU here that can be used, and why."""


def available() -> bool:
    """Is there a GPU (or its simulator)?"""
    return SIMULATED or bool(cuda.is_available())


def need() -> None:
    """Say clearly what is missing if there is no GPU."""
    if not available():
        raise NoGPUError(
            "railhead.gpu needs an NVIDIA GPU with its driver, and numba-cuda (pip install 'railhead[gpu]'). "
            "To try the same code without one, set NUMBA_ENABLE_CUDASIM=1 and use a few games: "
            "the simulator is thousands of times slower. On the CPU, railhead.envs.vector is the fast way."
        )


_compiled: dict[Any, Any] = {}


def kernel(body: Any, registers: int = REGISTERS) -> Any:
    """A CUDA kernel, compiled on first use."""
    need()
    if (body, registers) not in _compiled:
        options = {} if SIMULATED else {"max_registers": registers}
        _compiled[body, registers] = cuda.jit(**options)(body)
    return _compiled[body, registers]


def grid(count: int, block: int = BLOCK, blocks: int = BLOCKS) -> tuple[int, int]:
    """Blocks and threads for so many games."""
    if SIMULATED:
        return 1, min(count, 4)
    return min((count + block - 1) // block, cuda.get_current_device().MULTIPROCESSOR_COUNT * blocks), block
