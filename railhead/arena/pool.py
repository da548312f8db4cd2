"""Processes that work for this one, and end with it."""

import os
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context


def follow(parent: int) -> None:
    """From now on this process ends with the one that started it, even if that one is killed: each worker of a pool holds the others' pipes
    open, so none of them would ever hear of it."""

    def wait() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def pool(processes: int) -> ProcessPoolExecutor:
    """So many of them."""
    return ProcessPoolExecutor(processes, get_context("spawn"), follow, (os.getpid(),))
