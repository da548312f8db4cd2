"""Running a tournament: here, on many processes, or on a Ray cluster; the same seeds, the same results."""

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import as_completed
from contextlib import closing, nullcontext
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from railhead.arena.games import Job, play_job
from railhead.arena.pool import pool
from railhead.arena.rows import Row
from railhead.arena.statistics import Standings
from railhead.arena.store import open_store, run_id, run_key, save, stored
from railhead.arena.tables import tables
from railhead.boards import Setting, load
from railhead.bots import find, label_of
from railhead.programs.protocol import Clock

TIMED_DEALS = 4  # of compiled bots, played with a clock
BATCH = 20  # deals handed to a process at once, where all bots are compiled
Task = TypeVar("Task")
FIRST_LOOK = 16  # deals before the first look at whether to stop


def jobs_of(bots: list[str], players: int, deals: int, seed: int, clock: Clock | None = None) -> list[Job]:
    """All deals at all tables, deal by deal."""
    return [
        Job(deal, number, table, seed, timed=deal < TIMED_DEALS, clock=clock)
        for deal in range(deals)
        for number, table in enumerate(tables(bots, players))
    ]


def _play(game: Any, jobs: list[Job]) -> list[Row]:
    setting = load(game)
    return [row for job in jobs for row in play_job(setting, job)]


def _batches(jobs: list[Job], size: int) -> Iterator[list[Job]]:
    waiting = iter(jobs)
    while batch := list(islice(waiting, size)):
        yield batch


def _sized(jobs: list[Job]) -> list[list[Job]]:
    quick = all(find(name).number is not None for job in jobs[:1] for name in job.bots)
    return list(_batches(jobs, BATCH if quick else 1))


def play_here(game: Any, jobs: list[Job]) -> Iterator[list[Row]]:
    """One after the other in this process."""
    for batch in _sized(jobs):
        yield _play(game, batch)


def play_on_processes(game: Any, jobs: list[Job], processes: int) -> Iterator[list[Row]]:
    """On many processes, results in the order of the jobs."""
    with pool(processes) as working:
        try:
            yield from working.map(_play, *zip(*[(game, batch) for batch in _sized(jobs)], strict=True))
        finally:
            working.shutdown(wait=True, cancel_futures=True)


def cores() -> int:
    """How many processes or threads are worth having."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def cluster(address: str | None) -> Any:
    """Ray, joined to a cluster: at an address, or None for one on this machine."""
    try:
        import ray
    except ImportError:
        raise ValueError("--ray needs Ray: pip install 'railhead[ray]'") from None
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False, include_dashboard=False)
    return ray


def each_done(
    work: "Callable[[Task], object]", tasks: "Iterable[Task]", processes: int, ray: str | None
) -> "Iterator[Task]":
    """Have work done on every task: here, on many processes, or on a Ray cluster (`local` for one on this machine); a task comes out when it is done.

    What work writes, every machine writes into the same folders, which all of them must share.
    """
    if ray is not None:
        joined = cluster(None if ray == "local" else ray)
        remote = joined.remote(work.func if isinstance(work, partial) else work)
        named = work.keywords if isinstance(work, partial) else {}
        making = {remote.remote(task, **named): task for task in tasks}
        left = list(making)
        while left:
            (done,), left = joined.wait(left)
            joined.get(done)
            yield making[done]
    elif processes > 1 and not (isinstance(tasks, list) and len(tasks) < 2):
        with pool(processes) as workers:
            working = {}
            for task in tasks:  # which may take its time to come
                working[workers.submit(work, task)] = task
                for finished in [one for one in working if one.done()]:
                    finished.result()
                    yield working.pop(finished)
            for finished in as_completed(working):
                finished.result()
                yield working[finished]
    else:
        for task in tasks:
            work(task)
            yield task


def play_on_ray(game: Any, jobs: list[Job], address: str | None) -> Iterator[list[Row]]:
    """On a Ray cluster."""
    ray = cluster(address)
    play = ray.remote(_play)
    waiting = [play.remote(game, batch) for batch in _sized(jobs)]
    for result in waiting:
        yield ray.get(result)


def tournament(
    setting: Setting,
    players: int,
    bots: list[str],
    deals: int,
    seed: int,
    processes: int = 1,
    ray: "str | bool" = False,
    store: str | None = None,
    stop_early: bool = False,
    progress: Callable[[int, int], None] = lambda done, of: None,
    clock: Clock | None = None,
) -> list[Row]:
    """Play every deal at every table in all seatings; rows in the order of the games. What a store already has is not played again."""
    for name in bots:
        find(name)
    _check_labels(bots)
    jobs = jobs_of(bots, players, deals, seed, clock)
    total, rows, standings = len(jobs), list[Row](), Standings([label_of(name) for name in bots])
    with closing(open_store(store)) if store else nullcontext() as kept:
        run = 0
        if kept is not None:
            run = run_id(kept, run_key(setting, players, bots, seed, clock))
            rows = [row for row in stored(kept, run) if row.deal < deals]
            have = {(row.deal, row.table) for row in rows}
            jobs = [job for job in jobs if (job.deal, job.table) not in have]
        standings.add(rows)
        finished = total - len(jobs)
        with closing(_results(setting, jobs, processes, ray)) as results:
            for batch in results:
                rows += batch
                standings.add(batch)
                if kept is not None:
                    save(kept, run, batch)
                finished += len({(row.deal, row.table) for row in batch})
                progress(finished, total)
                if stop_early and finished >= FIRST_LOOK and standings.all_decided():
                    break
    return sorted(rows, key=lambda row: (row.game, row.seat))


def _check_labels(bots: list[str]) -> None:
    """A label stands for one bot."""
    called: dict[str, str] = {}
    for name in bots:
        if called.setdefault(label_of(name), name) != name:
            raise ValueError(f"{label_of(name)!r} would be two bots: {called[label_of(name)]} and {name}")


def _results(setting: Setting, jobs: list[Job], processes: int, ray: "str | bool") -> Generator[list[Row], None, None]:
    """The rows of the jobs as they are played, a batch at a time, in the order of the jobs."""
    game: Any = setting.id if setting.built_in else setting.as_file()
    if not jobs:
        return
    if ray:
        yield from play_on_ray(game, jobs, ray if isinstance(ray, str) else None)
    elif processes > 1:
        yield from play_on_processes(game, jobs, processes)
    else:
        yield from play_here(game, jobs)
