"""A run: lessons, then self-play until its time is over, in one piece or several. `python -m railhead.learn SETTINGS --out FOLDER`."""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from railhead.learn import lessons, several, state
from railhead.learn.beside import LAST, lesson_count
from railhead.learn.files import tell
from railhead.learn.learner import Learner
from railhead.learn.network import Network, Shape
from railhead.learn.settings import Settings, as_words, read

LOGGED = 10.0  # seconds between lines of the log
WARM = 10  # iterations after which an optimiser that remembers nothing may take whole steps


def warmth(iterations: int) -> float:
    """How large the steps of an optimiser are that began so many iterations ago: its first ones go too far otherwise."""
    return min(1.0, (iterations + 1) / WARM)


def between(pair: tuple[float, float], share: float) -> float:
    """A value on its way from the first to the second, falling by equal factors."""
    return float(pair[0] * (pair[1] / pair[0]) ** min(1.0, share))


class Run:
    """A network at all its tables, with what it has come to."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.settings, self.folder, self.log = settings, folder, folder / "log.jsonl"
        self.number, self.count, self.device = several.join(settings.device)
        self.begin = time.perf_counter()
        torch.manual_seed(settings.seed)  # all processes begin with equal weights
        torch.set_float32_matmul_precision("high")
        if self.device.type == "cpu":
            torch.set_num_threads(settings.threads)
        torch._dynamo.config.recompile_limit = 64
        tables = [state.open_table(f"{seat.game}-{seat.players}", self.device) for seat in settings.tables]
        self.progress = state.Progress()
        self.network = Network(Shape(**as_words(settings)["network"]), tables)
        if (folder / "weights.pt").exists():
            old, self.progress, _ = state.restore(folder / "weights.pt", torch.device("cpu"))
            if old.shape != self.network.shape:
                raise ValueError(f"{folder} holds a network of another shape: {old.shape}")
            state.take(self.network, dict(old.weights.items()))
        elif settings.begin:
            state.take(self.network, state.weights_in(Path(settings.begin)))
        self.network.to(self.device)
        on_gpu = self.device.type == "cuda"
        rate = torch.tensor(1e-3, device=self.device) if on_gpu else 1e-3  # where a recording of its steps reads it
        self.optimiser = torch.optim.Adam(self.network.parameters(), rate, eps=1e-5, fused=on_gpu, capturable=on_gpu)
        self.warm = 0  # iterations that the optimiser remembers, as far as that matters
        if (folder / "optimiser.pt").exists():
            state.restore_optimiser(folder / "optimiser.pt", self.network, self.optimiser)
            self.warm = WARM
        shared, add_up = several.share(self.network, self.count), several.add_up(self.count)
        self.all_reduce = add_up
        asked = settings.self_play
        company = [self._others(file) for file in asked.company]
        advice = self._others(asked.tickets) if asked.tickets else None
        self.learners = [
            Learner(
                settings, seat, table, self.network, shared, self.optimiser, company, advice, self.number, self.count
            )
            for seat, table in zip(settings.tables, tables, strict=True)
        ]
        self.turns = [learner for learner in self.learners for _ in range(learner.seating.share)]
        self.selves: list[dict[str, Tensor]] = []
        torch.manual_seed(settings.seed + 7919 * self.number + self.progress.iterations)
        self.handed = 0
        self.logged: dict[str, float] = {}  # when a table was last told of

    def _others(self, file: str) -> dict[str, Tensor]:
        """Another's weights, where they are needed."""
        return {name: part.to(self.device) for name, part in state.weights_in(Path(file)).items()}

    @property
    def names(self) -> list[str]:
        """The tables' names."""
        return [learner.table.name for learner in self.learners]

    def passed(self) -> float:
        """Seconds since this piece began; the first process' clock counts."""
        return several.agree(self.count, self.device, time.perf_counter() - self.begin)

    def say(self, **line: Any) -> None:
        """A line of the log."""
        if self.number == 0:
            tell(self.log, seconds=round(time.perf_counter() - self.begin, 1), **line)

    def save(self) -> None:
        """Keep all that going on needs."""
        if self.number == 0:
            state.save_optimiser(self.folder / "optimiser.pt", self.network, self.optimiser)
            state.save_weights(self.folder / "weights.pt", self.network, self.progress, self.names)

    def hand_over(self, last: bool = False) -> None:
        """Give the network as it is to the evaluator."""
        if self.number == 0:
            self.handed += 1
            file = self.folder / "queue" / f"{self.handed:06d}{LAST if last else ''}.pt"
            state.save_weights(file, self.network, self.progress, self.names)

    def lessons_left(self, *of: Learner) -> bool:
        """Are lessons still to come for these, or for any?"""
        seen, count = self.progress.lessons, lesson_count(self.settings)
        return any(seen.get(learner.table.name, 0) < count for learner in of or self.learners)

    def imitate(self, learner: Learner) -> bool:
        """Imitate the bot in this table's next file of lessons; False where that is still to come."""
        name, count = learner.table.name, lesson_count(self.settings)
        number = self.progress.lessons.get(name, 0)
        ready = several.agree(self.count, self.device, lessons.there(self.folder / "lessons", name, number))
        if not ready:
            return False
        begin = time.perf_counter()
        rate = between(self.settings.imitation.rate, number / max(1, count - 1))
        told = learner.imitate(lessons.read(self.folder / "lessons", name, number), rate, self.all_reduce)
        self.progress.lessons[name] = number + 1
        self.say(what="imitated", table=name, lesson=number, took=time.perf_counter() - begin, **told)
        return True

    def keep_self(self) -> dict[str, Tensor] | None:
        """An old self to meet, by lot; every so often what one is now joins them, and the first stays for ever."""
        asked = self.settings.self_play
        if not asked.past:
            return None
        if not self.selves or self.progress.iterations % (asked.every * len(self.turns)) == 0:
            now = {name: part.detach().to(torch.bfloat16).clone() for name, part in self.network.weights.items()}
            self.selves = [*self.selves[:1], *self.selves[1:][-(asked.selves - 2) :], now]
        return self.selves[int(torch.randint(len(self.selves), ()))]

    def prepare(self) -> None:
        """While lessons are still to come: compile for a table, or wait."""
        for learner in self.learners:
            if not learner.ready:
                begin = time.perf_counter()
                learner.prepare()
                self.say(what="ready", table=learner.table.name, took=time.perf_counter() - begin)
                return
        time.sleep(0.1)

    def iterate(self, learner: Learner) -> None:
        """One table's turn: play, learn."""
        asked, progress = self.settings.self_play, self.progress
        done = progress.seconds / (60 * asked.minutes)
        fresh, learner.ready = not learner.ready, True  # where it compiles, its time is no measure of anything
        old = self.keep_self()
        begin = self._now()
        batch = learner.play(old, between(asked.win, done), progress.decisions % 10**8)
        played = self._now()
        rate = between(asked.rate, done) * warmth(self.warm)
        told = learner.improve(batch, rate, between(asked.entropy, done), self.all_reduce)
        self.warm += 1
        end = self._now()
        count = batch["decisions"].numel() * self.count
        if learner.rollout is not None:
            progress.games += int(learner.rollout.over.sum()) * self.count
        progress.decisions += count
        progress.iterations += 1
        name = learner.table.name
        progress.of_tables[name] = progress.of_tables.get(name, 0) + count
        if not fresh:
            progress.seconds += several.agree(self.count, self.device, end - begin)
        if fresh or end - self.logged.get(name, 0.0) > LOGGED:
            self.logged[name] = end
            speed = {
                "rate": count / 1e6 / (end - begin),
                "play": count / 1e6 / (played - begin),
                "learn": count / 1e6 / (end - played),
            }
            self.say(
                what="self-play",
                table=name,
                iteration=progress.iterations,
                millions=progress.decisions / 1e6,
                first=fresh,
                **speed,
                **told,
            )

    def _now(self) -> float:
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        return time.perf_counter()

    def go_on(self, end: float, alive: Callable[[], bool]) -> None:
        """Table by table in turn, until this piece's time or the whole run's is over: first its lessons as they come, then self-play."""
        asked, turn, waited = self.settings.self_play, 0, 0
        next_evaluation = self.progress.seconds
        while self.passed() < end and (self.lessons_left() or self.progress.seconds < 60 * asked.minutes):
            learner = self.turns[turn % len(self.turns)]
            turn += 1
            if self.lessons_left(learner) or not asked.minutes:
                waited = 0 if self.lessons_left(learner) and self.imitate(learner) else waited + 1
                if waited >= len(self.turns):  # nobody has anything to do
                    if not alive():
                        raise RuntimeError("no lessons came: the process beside has ended; its words are in beside.txt")
                    self.prepare()
                continue
            waited = 0
            self.iterate(learner)
            if self.progress.seconds >= next_evaluation:
                self.hand_over()
                self.save()
                next_evaluation = self.progress.seconds + self.settings.evaluation.seconds
        for learner in self.learners:
            if learner.rollout is not None:
                learner.rollout.games.check()


def beside(folder: Path, settings: Settings, device: torch.device) -> Any:
    """Start the process that writes lessons and evaluates."""
    (folder / "queue").mkdir(exist_ok=True)
    for file in (folder / "queue").iterdir():
        file.unlink()
    words = (folder / "beside.txt").open("ab")
    command = [
        sys.executable,
        "-m",
        "railhead.learn.beside",
        str(folder),
        "--device",
        device.type,
        "--threads",
        str(settings.threads),
    ]
    return subprocess.Popen(command, stdout=words, stderr=subprocess.STDOUT)


def main(arguments: list[str] | None = None) -> None:
    """Learn, save, and wait for the last evaluation."""
    parser = argparse.ArgumentParser(prog="python -m railhead.learn", description=__doc__)
    parser.add_argument("settings", type=Path, help="a TOML or JSON file; docs/learning.md tells what it may say")
    parser.add_argument(
        "--out", type=Path, required=True, help="the run's folder; where one is already, the run goes on"
    )
    parser.add_argument("--seconds", type=float, default=float("inf"), help="of this piece of the run")
    parser.add_argument("--wait", type=float, default=600.0, help="seconds to wait for the last evaluation")
    options = parser.parse_args(arguments)
    settings = read(options.settings)
    options.out.mkdir(parents=True, exist_ok=True)
    run = Run(settings, options.out)
    helper = None
    if run.number == 0:
        (options.out / "settings.json").write_text(json.dumps(as_words(settings), indent=1), encoding="utf-8")
        helper = beside(options.out, settings, run.device)
    run.say(
        what="begin",
        tables=run.names,
        weights=sum(part.numel() for part in run.network.parameters()),
        done=run.progress.seconds,
    )
    try:
        run.go_on(options.seconds, lambda: helper is None or helper.poll() is None)
        run.save()
        run.say(
            what="end",
            decisions=run.progress.decisions,
            minutes=run.progress.seconds / 60,
            of_tables=run.progress.of_tables,
        )
        if helper is not None:
            made = {
                "decisions": run.progress.decisions,
                "minutes": round(run.progress.seconds / 60, 2),
                "seed": settings.seed,
            }
            state.save_bot(options.out / "weights.npz", run.network, run.names, made)
            run.hand_over(last=True)
            helper.wait(options.wait)
    finally:
        if helper is not None and helper.poll() is None:
            helper.kill()
        several.leave(run.count)
