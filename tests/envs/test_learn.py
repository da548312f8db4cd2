"""The learner learns from the right numbers, goes on where it stopped, and plays the same without PyTorch."""

import importlib.util
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railhead import Game
from railhead.boards import load
from railhead.bots import neural
from railhead.bots.neural.playing import Reader, lay_for, think
from railhead.envs.vector import Vector

torch = pytest.importorskip("torch", reason="needs PyTorch: pip install 'railhead[learn]'")

from railhead.learn import curves, lessons, ppo, run, state  # noqa: E402
from railhead.learn.evaluation import Seats, best_of  # noqa: E402
from railhead.learn.games import deals, make_games  # noqa: E402
from railhead.learn.learner import Learner  # noqa: E402
from railhead.learn.network import Network, Shape, Table, arrays, look, seat_chances  # noqa: E402
from railhead.learn.rollouts import Rollout, about_tickets, advantages, make_player, outcomes, payoff  # noqa: E402
from railhead.learn.settings import as_words, from_words  # noqa: E402

HERE = Path(__file__).parent
CPU = torch.device("cpu")
SMALL = Shape(width=32, inner=24, blocks=2, rival=16)
WORDS: dict[str, Any] = {
    "tables": [{"game": "usa", "players": 2, "games": 8}, {"game": "europe", "players": 3, "games": 6}],
    "network": as_words(from_words({}))["network"] | {"width": 32, "inner": 24, "rival": 16},
    "imitation": {"bot": "one-step", "millions": 0.0001, "games": 8, "steps": 12, "epochs": 2, "batch": 32},
    "self_play": {"minutes": 0.004, "steps": 8, "batch": 32, "past": 0.5, "every": 1},
    "evaluation": {"seconds": 0.1, "rivals": ["one-step"], "last_rivals": [], "deals": 1},
}


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Small matrices, and other tests beside this one."""
    torch.set_num_threads(1)
    torch.manual_seed(1)


def table_of(game: str, players: int) -> Table:
    return Table(load(game), players, CPU)


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
    steps, games, seats, trace = 40, 6, 3, 0.9
    values, seat = lot.normal(size=(steps, games, 2)), lot.integers(seats, size=(steps, games))
    over = lot.random((steps, games)) < 0.1
    paid = np.where(over[..., None, None], lot.normal(size=(steps, games, seats, 2)), 0)
    after = lot.normal(size=(games, seats, 2))
    as_tensor = torch.from_numpy
    seen = as_tensor(values), as_tensor(seat), as_tensor(paid), as_tensor(over), as_tensor(after)
    found = advantages(*seen, trace).numpy()
    for game in range(games):
        for who in range(seats):
            own = [step for step in range(steps) if seat[step, game] == who]
            for place, step in enumerate(own):
                expected, weight = np.zeros(2), 1.0
                for here, next_step in zip(own[place:], [*own[place + 1 :], steps], strict=True):
                    ends = [t for t in range(here, next_step) if over[t, game]]
                    later = after[game, who] if next_step == steps else values[next_step, game]
                    gain = paid[ends[0], game, who] if ends else later
                    expected += weight * (gain - values[here, game])
                    weight *= trace
                    if ends:
                        break
                assert found[step, game] == pytest.approx(expected)


def test_outcomes_tell_every_seat_from_the_one_that_decides() -> None:
    seats = torch.tensor([[0], [1], [2], [0]])
    over = torch.tensor([[False], [True], [False], [False]])
    paid = torch.zeros((4, 1, 3, 2))
    paid[1, 0, 2, 0] = 1.0  # seat 2 has won the first game
    found = outcomes(seats, paid, over, torch.tensor([[0.5, 0.25, 0.25]]))
    assert found[:, 0].tolist() == [[0, 0, 1], [0, 1, 0], [0.25, 0.5, 0.25], [0.5, 0.25, 0.25]]


def test_a_shared_win_is_shared() -> None:
    paid = payoff(torch.tensor([[30.0, -30.0], [0.0, 0.0]]))
    assert paid[..., 0].tolist() == [[1, 0], [0.5, 0.5]]
    assert paid[0, :, 1].tolist() == [0.5, -0.5]


@pytest.mark.parametrize(("game", "players"), [("usa", 2), ("europe", 3)])
def test_what_is_kept_of_self_play_is_what_was_seen_and_decided(game: str, players: int) -> None:
    table = table_of(game, players)
    network = Network(SMALL, [table])
    games = make_games(table, 4)
    games.reset(deals(1, 4))
    player = make_player(lambda rows: network(table, rows))
    rollout = Rollout(games, 4, 60, player, trace=0.97, others=[(player, 0.25), (player, 0.25)])
    rollout.play()
    batch = rollout.batch((0.6, 0.4))
    assert all(torch.isfinite(part.float()).all() for part in batch.values())
    assert (batch["chances"] <= 0).all()
    assert not rollout.learned[:, :2].all() and rollout.learned[:, 2:].all()  # others decide in half of the games
    twin, plan = Vector(game, 4, players), table.plan
    twin.reset(1)
    for step in range(60):
        assert np.array_equal(rollout.rows[step, :, : plan.observation], twin.observations)
        assert np.array_equal(
            rollout.rows[step, :, plan.mask : plan.mask + plan.decisions].view(torch.int8), twin.masks
        )
        assert np.array_equal(rollout.seats[step], twin.seats)
        twin.step(rollout.decisions[step].numpy())


def test_lessons_are_played_again_and_imitated(tmp_path: Path) -> None:
    """A bot's decisions, written down here, are legal in the same games elsewhere; many steps make them likely."""
    settings = from_words({"self_play": {"steps": 16}, "imitation": {"batch": 128, "epochs": 4}})
    table = table_of("usa", 2)
    network = Network(SMALL, [table])
    optimiser = torch.optim.Adam(network.parameters())
    learner = Learner(settings, settings.tables[0], table, network, network, optimiser, [], None, 0, 1)
    made = lessons.make(load("usa"), 2, "long-route", 16, 32, 0, threads=2)
    lessons.keep(tmp_path, made, 0)
    lesson = lessons.read(tmp_path, "usa-2", 0)
    assert np.array_equal(lesson.decisions, made.decisions)
    losses = [learner.imitate(lesson, 3e-3, None)["policy"] for _ in range(4)]
    assert losses[-1] < losses[0] * 0.9


def test_a_better_decision_becomes_likelier_within_bounds() -> None:
    logits = torch.zeros((1, 3), requires_grad=True)
    batch = {
        "decisions": torch.tensor([1]), "chances": torch.log(torch.tensor([1 / 3])), "learned": torch.tensor([True]),
        "gains": torch.tensor([1.0]), "returns": torch.tensor([[1.0, 0.5]]),
    }  # fmt: skip
    said = (logits, torch.zeros((1, 2)), torch.zeros((1, 1)))
    total, _ = ppo.loss_of(said, batch, *ppo.Lesson(0.0, 0.2).tensors(CPU))
    total.backward()
    assert logits.grad[0, 1] < 0 < logits.grad[0, 0]
    batch["chances"] = torch.log(torch.tensor([0.1]))  # it is likelier already than the bound allows
    logits.grad = None
    ppo.loss_of(said, batch, *ppo.Lesson(0.0, 0.2).tensors(CPU))[0].backward()
    assert not logits.grad.any()


@pytest.mark.parametrize(("game", "players"), [("usa", 2), ("europe", 3), ("france", 4), ("mexico", 5)])
def test_numpy_plays_what_torch_learned(game: str, players: int, tmp_path: Path) -> None:
    """One network, which knows Europe and France by name: laid out by both libraries it says the same at every table."""
    known = [table_of("europe", 3), table_of("france", 4)]
    network = Network(SMALL, known)
    exact = lay_for(arrays(network), SMALL.blocks, load(game), players)
    state.save_bot(tmp_path / "weights.npz", network, ["europe-3", "france-4"], {})
    table, setting = table_of(game, players), load(game)
    choose = neural.chooser(neural.load_network(tmp_path / "weights.npz"), setting)
    position, reader = Game(setting, players, 5), Reader(setting, table.plan)
    for _ in range(60):
        seat = position.to_move
        assert seat is not None
        row = reader(position.veiled(seat))
        with torch.no_grad():
            logits, values, rivals = network(table, torch.from_numpy(row[None]))
        legal = np.zeros(table.plan.decisions, bool)
        legal[position.legal()] = True
        said = think(exact, row)
        assert np.allclose(said.logits[legal], logits[0].numpy()[legal], atol=1e-4)
        assert np.allclose(said.chances, seat_chances(values, rivals)[0], atol=1e-4)
        assert said.chances.sum() == pytest.approx(1)
        decision = choose(position.veiled(seat))
        assert legal[decision]
        if table.name in ("europe-3", "france-4"):  # the weights in the file are rounded to a byte each
            assert logits[0, decision] >= logits.max() - 2e-2
        position.apply(decision)


def test_rivals_are_a_set() -> None:
    """What a rival owns is weighed alike whoever it is: only its place at the table tells rivals apart."""
    table = table_of("usa", 4)
    network = Network(SMALL, [table])
    with torch.no_grad():
        network.weights["rival_step"].zero_()
    rows = torch.zeros((2, table.plan.size), dtype=torch.uint8)
    (_, (first, stop), *_), (_, (other, other_stop), *_) = table.plan.rivals[0], table.plan.rivals[1]
    rows[0, first:stop] = torch.arange(stop - first)
    rows[1, other:other_stop] = torch.arange(stop - first)
    _, values, _ = network(table, rows)
    assert torch.allclose(values[0], values[1], atol=1e-5)


def test_a_network_is_evaluated_on_paired_deals() -> None:
    table = table_of("usa", 3)
    best = best_of(Network(SMALL, [table]), table)
    seats = Seats(table, 3, threads=2)
    against_itself = seats.play(best, None, calibrate=True)
    assert against_itself.win == pytest.approx(1 / 3) and against_itself.error == pytest.approx(0)
    assert set(against_itself.off) == {"early", "middle", "late"}
    assert 0 <= seats.play(best, "random").win <= 1
    assert seats.play(best, best).win == pytest.approx(1 / 3)


def test_a_small_run_is_kept_and_resumed(tmp_path: Path) -> None:
    file, out = tmp_path / "settings.json", tmp_path / "run"
    file.write_text(json.dumps(WORDS), encoding="utf-8")
    run.main([str(file), "--out", str(out)])
    first = curves.read(out / "curve.jsonl")
    assert first[-1]["steps"] > 0
    assert {"usa-2 one-step", "europe-3 one-step"} <= set(first[-1])
    _, before, tables = state.restore(out / "weights.pt", CPU)
    longer = {**WORDS, "self_play": {**WORDS["self_play"], "minutes": before.seconds / 60 + 0.004}}
    file.write_text(json.dumps(longer), encoding="utf-8")
    run.main([str(file), "--out", str(out)])
    _, after, _ = state.restore(out / "weights.pt", CPU)
    assert after.decisions > before.decisions and after.seconds > before.seconds
    assert after.lessons == before.lessons == {"usa-2": 1, "europe-3": 1}
    assert tables == ["usa-2", "europe-3"]
    assert neural.load_network(out / "weights.npz").tables == {"usa-2", "europe-3"}
    assert (out / "curve.svg").is_file() == bool(importlib.util.find_spec("altair"))
    assert not list(out.glob("fresh-*"))


def test_a_run_begins_with_a_bots_weights_and_meets_it_as_company(tmp_path: Path) -> None:
    """What nobody read at the bot's table is not in its file, and must not stay nothing: it could not learn then."""
    table = table_of("usa", 2)
    state.save_bot(tmp_path / "taught.npz", Network(SMALL, [table]), ["usa-2"], {})
    words = {
        **WORDS,
        "begin": str(tmp_path / "taught.npz"),
        "tables": [{"game": "usa", "players": 3, "games": 6}],
        "imitation": {"millions": 0.0},
        "self_play": {**WORDS["self_play"], "company": [str(tmp_path / "taught.npz")], "met": 1.0, "past": 0.0},
    }
    begun = run.Run(from_words(words), tmp_path)
    taught = state.weights_in(tmp_path / "taught.npz")
    assert not taught["rival_chance_own"].any() and begun.network.weights["rival_chance_own"].any()
    assert torch.equal(begun.network.weights["policy"], taught["policy"])
    begun.iterate(begun.learners[0])
    rollout = begun.learners[0].rollout
    assert (
        rollout is not None and rollout.learned.any() and not rollout.learned.all(dim=0).any()
    )  # it has one seat in each
    assert begun.keep_self() is None


def test_who_advises_on_tickets_has_the_last_word_on_them_and_is_imitated() -> None:
    """Self-play alone comes to fear tickets; with another's in hand it learns to play with them, and to choose them so."""
    table = table_of("usa", 2)
    network, adviser = Network(SMALL, [table]), Network(SMALL, [table])
    games = make_games(table, 4)
    games.reset(deals(1, 4))
    own, takes = make_player(lambda rows: network(table, rows)), make_player(lambda rows: adviser(table, rows))
    said: list[Any] = []

    def advise(rows: Any, lots: Any) -> Any:
        told = takes(rows, lots)
        said.append(told[0])
        return told

    rollout = Rollout(games, 4, 40, own, trace=0.97, others=[(own, 0.25)], tickets=advise)
    rollout.play()
    advised = torch.stack(said[-40:])
    asked = rollout.taught & rollout.learned  # at the seats of company it has no say
    assert asked[0].any() and not asked.all()
    assert torch.equal(rollout.decisions[asked].long(), advised[asked])
    assert about_tickets(advised)[rollout.learned].sum() <= asked.sum()
    batch = rollout.batch((0.6, 0.4))
    logits, values, rivals = network(table, batch["rows"])
    likely = logits.log_softmax(1).gather(1, batch["decisions"].long()[:, None]).squeeze(1)
    even = {**batch, "gains": torch.zeros_like(batch["gains"])}  # nothing went better than expected
    _, told = ppo.loss_of((logits, values, rivals), even, *ppo.Lesson(0.0, 0.2).tensors(CPU))
    assert float(told[0]) == pytest.approx(float(-(likely * asked.flatten()).mean().detach()), abs=1e-5)


def test_without_minutes_a_run_imitates_and_ends(tmp_path: Path) -> None:
    """So an imitator of a bot is made, to be company for others."""
    file, out = tmp_path / "settings.json", tmp_path / "run"
    file.write_text(json.dumps({**WORDS, "self_play": {**WORDS["self_play"], "minutes": 0}}), encoding="utf-8")
    run.main([str(file), "--out", str(out)])
    _, after, _ = state.restore(out / "weights.pt", CPU)
    assert after.lessons == {"usa-2": 1, "europe-3": 1} and after.decisions == 0
    assert neural.load_network(out / "weights.npz").tables == {"usa-2", "europe-3"}


def test_company_decides_more_surely_than_by_its_own_lot() -> None:
    """A bot that it imitates always takes the best: logits twice as far apart are the same choice, seldom another."""
    table = table_of("usa", 2)
    network = Network(SMALL, [table])
    settings = from_words(WORDS)
    learner = Learner(settings, settings.tables[0], table, network, network, None, [], None, 0, 1)
    games = make_games(table, 4)
    games.reset(deals(1, 4))
    rows = torch.zeros((4, table.plan.size), dtype=torch.uint8)
    games.write(rows)
    weights = dict(network.weights.items())
    learner._seat("plain", weights)
    learner._seat("surer", weights, 2.0)
    plain, surer = (look(learner.laid[name], table.plan, 2, rows)[0] for name in ("plain", "surer"))
    legal = plain > -1e8
    assert torch.allclose(surer[legal], 2 * plain[legal], atol=1e-4) and not torch.allclose(surer[legal], plain[legal])


def test_only_what_is_learned_from_is_gone_through_once_a_pass() -> None:
    """Decisions of others are left out; what does not fill a step is left for another time."""
    learned = torch.tensor([True, False, True, True, False, True, True])
    order = ppo.by_lot(learned, 2)
    assert order.shape == (2, 2) and len(set(order.flatten().tolist())) == 4
    assert learned[order].all()
    assert ppo.by_lot(torch.tensor([False, True]), 4).tolist() == [[1, 1, 1, 1]]  # fewer than a step: some twice


def test_an_optimiser_that_remembers_nothing_begins_with_small_steps() -> None:
    steps = [run.warmth(iterations) for iterations in range(2 * run.WARM)]
    assert steps == sorted(steps) and 0 < steps[0] < 0.2
    assert steps[run.WARM - 1 :] == [1.0] * (run.WARM + 1)


def test_two_processes_learn_one_network(tmp_path: Path) -> None:
    """By PyTorch's own means, here over gloo: different games, equal weights."""
    file = tmp_path / "settings.json"
    file.write_text(json.dumps({**WORDS, "device": "cpu"}), encoding="utf-8")
    command = [
        "-m",
        "torch.distributed.run",
        "--standalone",
        "--nproc-per-node",
        "2",
        str(HERE / "two_learners.py"),
        str(file),
    ]
    done = subprocess.run(
        [sys.executable, *command, str(tmp_path)], env={**os.environ, "OMP_NUM_THREADS": "1"}, capture_output=True, text=True, check=False
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    one, two = (json.loads((tmp_path / f"{number}.json").read_text(encoding="utf-8")) for number in range(2))
    assert one["weights"] == two["weights"]
    assert one["games"] != two["games"]
    assert one["decisions"] == two["decisions"] == 2 * 2 * (8 + 6) * 8


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ({"tables": []}, "at least one table"),
        ({"tables": [{"game": "usa", "players": 7}]}, "2 to 5 players"),
        ({"self_play": {"steps": "many"}}, r"settings.self_play.steps is 'many'; it must be of the kind int"),
        ({"self_play": {"rate": [1e-3]}}, "must be a list of 2"),
        ({"speed": 9}, "has no setting speed"),
        ({"begin": "nowhere.npz"}, "not there: nowhere.npz"),
        ({"self_play": {"selves": 0}}, "need old selves"),
        ({"self_play": {"past": 0.5, "company": ["one", "two"], "met": 0.3}}, "have 1.1 of the games"),
        ({"imitation": {"bot": "search"}}, "'search' cannot be learned from"),
    ],
)
def test_settings_that_cannot_be_meant_are_refused(words: dict[str, Any], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        from_words(words)


def test_a_curve_is_drawn_with_every_rival(tmp_path: Path) -> None:
    pytest.importorskip("altair")
    rows = [{"minutes": n, "steps": 1000 * n, "games": n, "random": n / 4, "one-step": 0.5} for n in range(4)]
    (tmp_path / "curve.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert curves.write(tmp_path, "A curve")
    picture = ElementTree.parse(tmp_path / "curve.svg").getroot()
    names = {part.text for part in picture.iter() if part.text}
    assert {"random", "one-step", "share of games won", "decisions played in training"} <= names
    assert "A curve" in (tmp_path / "curve.html").read_text(encoding="utf-8")


def test_a_curve_names_its_tables_and_has_the_intervals_that_were_noted(tmp_path: Path) -> None:
    lines = [{"minutes": 1.0, "steps": 10, "games": 2, "europe-4 planner": 0.25, "usa-2 planner": 0.9}]
    noted = [
        {"what": "evaluation", "table": "europe-4", "rival": "planner", "minutes": 1.0, "error": 0.05},
        {"what": "evaluation", "table": "usa-2", "rival": "planner", "minutes": 1.0, "error": 0.1},
    ]
    (tmp_path / "log.jsonl").write_text("\n".join(map(json.dumps, noted)), encoding="utf-8")
    first, second = curves.points(lines, curves.told_errors(tmp_path / "log.jsonl"))
    assert first["name"] == "Europe, 4 players, against planner"
    assert [first["low"], first["high"]] == pytest.approx([0.152, 0.348])
    assert second["high"] == 1.0
    assert "low" not in curves.points(lines, {("usa-2 planner", 1.0): 0.1})[0]  # not of all
    assert curves.evens(lines) == [0.25, 0.5]
