"""Is there a GPU, and how kernels are compiled and launched on it."""

import importlib.util
from functools import cache
from typing import Any

from numba import config, cuda

SIMULATED = bool(config.ENABLE_CUDASIM)
COMPILES = not SIMULATED and importlib.util.find_spec("numba_cuda") is not None

BLOCK = 128  # threads a block
BLOCKS = 8  # a multiprocessor
REGISTERS = 64  # a thread


class NoGPUError(RuntimeError):
    """There is no CUDA GPU here that can be used, and why."""


def available() -> bool:
    """Is there a GPU (or its simulator)?"""
    return SIMULATED or (COMPILES and bool(cuda.is_available()))


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


def grid(count: int) -> tuple[int, int]:
    """Blocks and threads for so many games."""
    if SIMULATED:
        return 1, min(count, 4)
    return min((count + BLOCK - 1) // BLOCK, multiprocessors() * BLOCKS), BLOCK


@cache
def stream(handle: int) -> Any:
    """A stream that another library has made, by its number; 0 is the one that all use unasked."""
    return cuda.external_stream(handle) if handle else 0


def multiprocessors() -> int:
    """How many the GPU has."""
    return 1 if SIMULATED else int(cuda.get_current_device().MULTIPROCESSOR_COUNT)


def shared_memory() -> int:
    """How many bytes of it a block may have."""
    return 1 << 16 if SIMULATED else int(cuda.get_current_device().MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)


def launch(compiled: Any, blocks: int, threads: int, shared: int, *arguments: Any) -> None:
    """Run a kernel with so many bytes of shared memory a block, more than CUDA gives unasked."""
    if not SIMULATED:
        from numba.cuda.cudadrv.driver import binding, driver

        kinds = tuple(map(compiled.typeof_pyval, arguments))
        function = compiled.compile(kinds)._codelibrary.get_cufunc()
        most = binding.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        driver.cuKernelSetAttribute(most, shared, function.handle, function.device.id)
    compiled[blocks, threads, 0, shared](*arguments)
