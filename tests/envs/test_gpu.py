"""The GPU's games are the CPU's, bit for bit: on CUDA where there is one, otherwise in Numba's simulator."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gpu_games import ARRAYS, first_legal
from numba import cuda

from railhead import gpu
from railhead.boards import load
from railhead.bots.neural.notice import ROOM, notice_games, noticed_size
from railhead.envs.vector import Vector
from railhead.gpu.near import near_game
from railhead.kernel import doors, playout, random
from railhead.kernel.records import COUNTS, GAME, OVER, PLAYER, SCORE, SEATS, TRACE, WORK
from railhead.kernel.trace import NO_TRACE

NO_TRACES = np.zeros(1, TRACE)
SCRIPT = Path(__file__).with_name("gpu_games.py")


def reference(setting: str, games: int, steps: int) -> dict[str, Any]:
    """What the CPU makes of the same games."""
    game, count = setting.split(":")
    players, board = int(count), load(game)
    finished, scores, counts = np.zeros(games, GAME), np.zeros((games, SEATS), SCORE), np.zeros(games, COUNTS)
    player, work = np.zeros(1, PLAYER), np.zeros(1, WORK)
    playout.random_games(board.record, players, np.uint64(5), finished, scores, counts, player[0], work[0], NO_TRACE)
    table = Vector(board, games, players)
    table.reset(3)
    for step in range(steps):
        table.step(first_legal(table.masks, step))
    noticed = np.zeros((games, int(noticed_size(board.record))), np.uint8)
    notice_games(board.array, table.records, table.seats, noticed, np.zeros(1, ROOM))
    totals = np.zeros((games, 2, players), np.int16)
    for number in range(2 * games):
        copy, ended = table.records[number // 2 : number // 2 + 1].copy(), np.zeros(SEATS, SCORE)
        random.seed(copy[0].generator, np.uint64(77 + number))
        random.seed(player[0].generator, ~np.uint64(77 + number))
        while copy[0].phase != OVER:
            doors.apply(board.array, copy, doors.any_decision(board.array, copy, player), NO_TRACES)
        doors.score(board.array, copy, ended, work)
        totals[number // 2, number % 2] = ended["total"][:players]
    return {
        f"{setting} totals": scores["total"][:, :players],
        f"{setting} winners": scores["winner"][:, :players].astype(np.int8),
        f"{setting} counts": counts,
        f"{setting} finished": finished,
        **{f"{setting} stepped {name}": getattr(table, name) for name in ARRAYS},
        f"{setting} noticed": noticed,
        f"{setting} played out": totals,
        f"{setting} observed": table.observations,
        f"{setting} refused": table.records,
    }


def test_games_on_the_gpu_are_those_of_the_cpu(tmp_path: Path) -> None:
    real = cuda.is_available()
    simulated_too = ["europe:2", "france:3"] if os.environ.get("RAILHEAD_FULL") else ["europe:2"]
    settings = ["usa:2", "usa:5", "europe:3", "france:4"] if real else simulated_too
    games, steps = (1000, 500) if real else (2, 40)
    out = tmp_path / "gpu.npz"
    simulated = {} if real else {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(out), str(games), str(steps), *settings],
        env={**os.environ, **simulated}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-3000:]
    played = np.load(out)
    expected = {name: array for setting in settings for name, array in reference(setting, games, steps).items()}
    assert set(played) == set(expected)
    for name, array in expected.items():
        assert played[name].tobytes() == array.tobytes(), name


@pytest.mark.parametrize("name", ["usa", "usa-mega", "europe", "france"])
def test_near_records_can_be_read_eight_counts_at_a_time(name: str) -> None:
    for players in range(2, SEATS + 1):
        near = near_game(load(name), players)
        fields: Any = near.fields
        assert [fields[counts][1] % 8 for counts in ("deck", "row", "hands")] == [0, 0, 0]
        assert near.itemsize % 16 == 8  # in as many banks as there are


def test_torch_takes_device_arrays_without_a_copy() -> None:
    torch = pytest.importorskip("torch", reason="needs PyTorch: pip install 'railhead[learn]'")
    if not (cuda.is_available() and torch.cuda.is_available()):
        pytest.skip("needs a GPU, and a PyTorch that can use it")
    table = gpu.Vector("usa", 64, 2)
    arrays = [torch.as_tensor(array, device="cuda") for array in table.reset(1)]
    addresses = [array.__cuda_array_interface__["data"][0] for array in (table.observations, table.masks)]
    assert [array.data_ptr() for array in arrays] == addresses
    for _ in range(20):
        table.step(arrays[1].float().multinomial(1).squeeze(1))
    table.check()
    assert np.array_equal(arrays[0].cpu().numpy(), table.observations.copy_to_host())


def test_a_machine_without_a_gpu_is_told_what_to_do() -> None:
    code = "from railhead import gpu\ntry:\n    gpu.random_games(games=1)\nexcept gpu.NoGPUError as error:\n    print(error)"
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "0", "CUDA_VISIBLE_DEVICES": "-1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert "railhead[gpu]" in done.stdout, done.stderr[-2000:]
