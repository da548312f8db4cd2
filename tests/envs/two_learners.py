"""One of two processes of test_learn.py: `torchrun two_learners.py SETTINGS OUT`. Writes what its weights and games came to."""

import json
import sys
from pathlib import Path

from railhead.learn import several
from railhead.learn.run import Run
from railhead.learn.settings import read


def main(settings: Path, out: Path) -> None:
    """Each table twice."""
    run = Run(read(settings), out)
    for learner in 2 * run.learners:
        run.iterate(learner)
    rollouts = [learner.rollout for learner in run.learners if learner.rollout is not None]
    told = {
        "weights": float(sum(part.double().sum() for part in run.network.parameters())),
        "games": [int(rollout.rows.long().sum()) for rollout in rollouts],
        "decisions": run.progress.decisions,
    }
    (out / f"{run.number}.json").write_text(json.dumps(told), encoding="utf-8")
    several.leave(run.count)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
