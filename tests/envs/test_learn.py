"""The learner learns from the right numbers, goes on where it stopped, and plays the same without PyTorch."""

import json
import xml.etree.ElementTree as ElementTree
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railhead import Game
from railhead.boards import load
from railhead.bots import neural
from railhead.envs import curve
from railhead.envs.vector import Vector
from railhead.kernel import doors

torch = pytest.importorskip("torch", reason="needs PyTorch: pip install 'railhead[learn]'")
learn = pytest.importorskip("railhead.learn")

TINY = ["--games", "8", "--steps", "4", "--batch", "16", "--width", "32", "--test-games", "4", "--device", "cpu"]


def test_torch_sees_the_arrays_without_a_copy() -> None:
    table = Vector("usa", 16, 2)
    seen, masks = torch.from_numpy(table.observations), torch.from_numpy(table.masks)
    table.reset(1)
    assert seen.data_ptr() == table.observations.ctypes.data
    for _ in range(50):
        table.step(masks.float().multinomial(1).squeeze(1).numpy())
        assert np.array_equal(seen.numpy(), table.observations)
        assert masks.any(dim=1).all()


def test_the_vector_writes_into_tensors_that_are_given() -> None:
    seen, masks = torch.zeros((4, 734), dtype=torch.uint8), torch.zeros((4, 228), dtype=torch.int8)
    rewards, over = torch.zeros((4, 2)), torch.zeros(4, dtype=torch.bool)
    given: dict[str, Any] = {"observations": seen, "masks": masks, "rewards": rewards, "over": over}
    table = Vector("usa", 4, 2, **{name: tensor.numpy() for name, tensor in given.items()})
    table.reset(3)
    ended = 0
    while not ended:
        table.step(table.decide_by_lot().copy())
        ended = int(over.sum())
    assert rewards[over].abs().sum() > 0
    assert rewards.sum() == 0
    assert masks.any(dim=1).all() and seen.any(dim=1).all()


def test_advantages_are_those_of_each_seat_by_itself() -> None:
    """Against a plain computation, seat by seat and game by game, of what the seat still had before it."""
    lot = np.random.default_rng(4)
    steps, games, seats = 40, 6, 3
    values, seat = lot.normal(size=(steps, games)), lot.integers(seats, size=(steps, games))
    over = lot.random((steps, games)) < 0.1
    rewards = np.where(over[..., None], lot.normal(size=(steps, games, seats)), 0)
    after = lot.normal(size=(games, seats))
    as_tensor = torch.from_numpy
    found = learn.advantages(*map(as_tensor, (values, seat, rewards, over, after))).numpy()
    for game in range(games):
        for who in range(seats):
            own = [step for step in range(steps) if seat[step, game] == who]
            for place, step in enumerate(own):
                expected, weight = 0.0, 1.0
                for here, next_step in zip(own[place:], [*own[place + 1 :], steps], strict=True):
                    ends = [t for t in range(here, next_step) if over[t, game]]
                    later = after[game, who] if next_step == steps else values[next_step, game]
                    gain = rewards[ends[0], game, who] if ends else later
                    expected += weight * (gain - values[here, game])
                    weight *= learn.TRACE_DECAY
                    if ends:
                        break
                assert found[step, game] == pytest.approx(expected)


def test_collected_decisions_are_legal_and_rewards_belong_to_the_seats() -> None:
    torch.manual_seed(1)
    table = learn.Table(torch.device("cpu"), 8, game="usa", players=3, reward="score")
    table.vector.reset(1)
    limits = torch.from_numpy(learn.highest(table.vector.setting, 3))
    network = learn.Network(limits, table.vector.masks.shape[1], 16)
    found = learn.collect(network, table, 300, nullcontext())
    assert found["masks"].gather(2, found["decisions"].unsqueeze(2)).all()
    assert found["over"].sum() > 0
    assert (found["chances"] <= 0).all()
    assert torch.isfinite(found["advantages"]).all()
    twin = Vector("usa", 8, 3)
    twin.reset(1)
    for step in range(300):
        assert np.array_equal(found["observations"][step], twin.observations)
        assert np.array_equal(found["seats"][step], twin.seats)
        twin.step(found["decisions"][step].numpy())


def test_a_small_run_is_kept_and_resumed(tmp_path: Path) -> None:
    out = tmp_path / "run"
    learn.main([*TINY, "--minutes", "0.01", "--rivals", "random", "--resume", str(out), "--out", str(out)])
    first = curve.read(out / "curve.jsonl")
    assert first[0]["steps"] == 0
    assert first[-1]["steps"] > 0
    assert all(0 <= line["random"] <= 1 for line in first)
    again = ["--minutes", "0.01", "--rivals", "random", "--width", "999", "--resume", str(out), "--out", str(out)]
    learn.main([*TINY, *again])
    second = curve.read(out / "curve.jsonl")
    assert second[-1]["steps"] > first[-1]["steps"]
    assert second[-1]["minutes"] >= first[-1]["minutes"]
    assert ElementTree.parse(out / "curve.svg").getroot().tag.endswith("svg")
    assert not list(out.glob("fresh-*"))


def test_a_teacher_is_imitated(tmp_path: Path) -> None:
    """Many updates on a bot's decisions make them likely; the teacher decides legally, in as many threads as told."""
    torch.manual_seed(3)
    table = learn.Table(torch.device("cpu"), 32, game="usa", players=2, reward="score")
    table.vector.reset(1)
    limits = torch.from_numpy(learn.highest(table.vector.setting, 2))
    network = learn.Network(limits, table.vector.masks.shape[1], 32)
    optimiser = torch.optim.Adam(network.parameters(), 3e-3)
    teacher = learn.Teacher("long-route", table.vector, 2)
    losses = []
    for _ in range(12):
        found = learn.collect(network, table, 16, nullcontext(), teacher)
        assert found["masks"].gather(2, found["decisions"].unsqueeze(2)).all()
        told = learn.improve(network, optimiser, found, 128, 2, 0.0, nullcontext(), imitate=True)
        losses.append(told["policy_loss"])
    assert losses[-1] < losses[1] * 0.9
    learn.main([*TINY, "--minutes", "0.01", "--rivals", "--imitate", "one-step", "--out", str(tmp_path)])
    assert curve.read(tmp_path / "curve.jsonl")[-1]["steps"] > 0


def test_more_players_are_evaluated_from_every_seat() -> None:
    limits = torch.from_numpy(learn.highest(load("usa"), 3))
    network = learn.Network(limits, int(load("usa").record.decisions), 16)
    share = learn.evaluate(network, torch.device("cpu"), "usa", 3, "random", 9, 1, nullcontext())
    assert 0 <= share <= 1


def test_numpy_plays_what_torch_learned(tmp_path: Path) -> None:
    torch.manual_seed(2)
    setting = load("europe")
    limits = torch.from_numpy(learn.highest(setting, 2))
    network = learn.Network(limits, int(setting.record.decisions), 24)
    learn.save(tmp_path, network, torch.optim.Adam(network.parameters()), {"steps": 0})
    exact = {name: np.ascontiguousarray(part.numpy().T) for name, part in network.state_dict().items()}
    policy = neural.load_policy(tmp_path / "weights.npz")
    choose = neural.chooser(setting, policy)
    game = Game(setting, 2, 5)
    out = np.zeros(len(limits), np.uint8)
    while not game.over:
        seat = game.to_move
        assert seat is not None
        doors.observe(setting.array, game.array, seat, out)
        mask = np.zeros((1, int(setting.record.decisions)), np.int8)
        mask[0, game.legal()] = 1
        with torch.no_grad():
            logits, _ = network(torch.from_numpy(out[None]), torch.from_numpy(mask))
        decision = choose(game.veiled(seat))
        assert np.allclose(np.where(mask[0], neural.forward(exact, out)[0], -1e9), logits[0].numpy(), atol=1e-4)
        assert logits[0, decision] >= logits.max() - 5e-3  # the weights in the file are rounded to a byte each
        game.apply(decision)
    with pytest.raises(ValueError, match="trained on observations"):
        neural.chooser(load("usa"), policy)(Game("usa", 2, 1).veiled(0))


def test_a_curve_is_drawn_with_every_rival(tmp_path: Path) -> None:
    file = tmp_path / "curve.jsonl"
    rows = [{"minutes": n, "steps": 1000 * n, "games": n, "random": n / 4, "one-step": 0.5} for n in range(4)]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    picture = curve.draw(curve.read(file), "A curve")
    names = [part.text for part in ElementTree.fromstring(picture).iter() if part.text]
    assert {"random", "one-step", "A curve", "3 thousand"} <= set(names)
