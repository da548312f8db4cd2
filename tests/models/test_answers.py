"""What models are asked, how strictly their answers are read, and the harness of Kaggle's game arena."""

import json
import socket
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from railhead.boards import load
from railhead.bots import sit
from railhead.bots.match import play
from railhead.cli import app
from railhead.game import Game
from railhead.game.listing import listed
from railhead.models import harness
from railhead.models.asking import ModelPlayer, maker
from railhead.models.rating import Belief, ladder, rate
from railhead.models.telling import parsed, prompt, seat_game

LEGAL = ["draw", "take 3", "claim paris-dieppe with 1 purple"]


@pytest.mark.parametrize(
    ("answer", "legal", "named"),
    [
        ('{"move": "draw"}', "draw", "draw"),
        ('I could {"move": "draw"}, but no:\n```json\n{"move": "Take  3"}\n```', "take 3", "Take  3"),
        ('{"why": {"move": "draw"}, "move": "take 3"} is mine', "take 3", "take 3"),
        ("I draw.", None, None),
        ("draw", None, None),
        ('{"move": "draw a card"}', None, "draw a card"),
        ('{"move": "claim paris-dieppe"}', None, "claim paris-dieppe"),
        ('{"move": 3}', None, None),
        ('{"move": ""}', None, None),
        ('{"move": "draw"', None, None),
        ("{" * 50_000, None, None),
    ],
)
def test_an_answer_counts_by_the_move_in_its_last_object_or_not_at_all(
    answer: str, legal: str | None, named: str | None
) -> None:
    found = parsed(answer, LEGAL)
    assert (found.legal_action, found.raw_action) == (legal, named)


def test_a_prompt_has_the_board_the_view_and_every_legal_move_and_nothing_hidden() -> None:
    game = Game("europe", 2, 5)
    text = prompt(seat_game(game, 0), 0)
    assert all(route.id in text for route in game.setting.routes)
    assert all(f"\n{move}\n" in text for move in listed(game))
    hidden = set(game.view(1).offer) - set(game.view(0).offer)
    assert not any(ticket in text for ticket in hidden)


def test_the_harness_offers_legal_moves_asks_and_reads_without_rescue() -> None:
    game = Game("usa", 2, 5)
    seen = harness.observation(game, 0)
    moves = harness.get_legal_moves(seen)
    assert list(moves.values()) == list(listed(game))
    asked = harness.generate_prompt(seen, [])
    assert "Legal moves:\nkeep 1 2" in asked
    again = harness.generate_prompt(seen, [], "hm", "keep 9")
    assert again.startswith(asked) and "'keep 9', which is none of the legal moves" in again
    assert harness.parse_response('{"move": "keep 1 2"}', list(moves.values())).legal_action == "keep 1 2"
    assert harness.parse_response("keep 1 2", list(moves.values())).legal_action is None
    assert harness.observation(game, 1)["legalActions"] == []
    general = {"playerId": 1, "observationString": "a table", "legalActions": [4], "legalActionStrings": ["draw"]}
    assert "a table" in harness.generate_prompt(general, ["take 3"]) and harness.get_legal_moves(general) == {4: "draw"}


# ---- models at the table


def played(name: str, seconds: float = 5.0) -> tuple[ModelPlayer, list[dict[str, Any]]]:
    setting, notes = load("usa"), list[dict[str, Any]]()
    player = ModelPlayer(maker(name)(setting, 1), setting, seconds, notes.append)
    play(setting, [player, sit("random", setting, 2)], 3)
    return player, notes


def test_what_was_asked_and_answered_is_written_down() -> None:
    player, notes = played("noisy:child:0.5")
    assert player.faults == [] and len(notes) == player.asked > 20
    for note in notes:
        assert note["prompt"].startswith("You play a game of railways")
        assert json.loads(note["answer"])["move"] == note["move"]


def test_a_program_that_stands_for_a_model_is_bounded_and_read_strictly(tmp_path: Path) -> None:
    file = tmp_path / "model.py"
    file.write_text(
        "import json, sys, time\nasked = 0\nfor line in sys.stdin:\n    asked += 1\n"
        "    question = json.loads(line)\n    text = question['prompt']\n    legal = text.split('Legal moves:\\n')[1].split('\\n')[0]\n"
        "    if asked == 2: time.sleep(3)\n"
        "    said = {3: legal, 4: json.dumps({'move': 'fly'})}.get(asked, json.dumps({'move': legal}))\n"
        "    print(json.dumps({'text': said, 'number': question['number']}), flush=True)\n"
    )
    player, notes = played(f"cmd:{sys.executable} {file}", seconds=1.0)
    assert player.faults[0].kind == "hang"
    assert {fault.kind for fault in player.faults} <= {"hang", "nonsense", "lie"}
    assert player.lost and player.asked < 8
    assert all(note["why"] for note in notes if note["move"] is None)


class Answering(BaseHTTPRequestHandler):
    """A service that speaks as chat completions do, and draws or takes what comes first."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert body["max_tokens"] == 4096 and body["model"] == "tiny"
        first = body["messages"][0]["content"].split("Legal moves:\n")[1].split("\n")[0]
        answer = {"choices": [{"message": {"content": f"So be it. {json.dumps({'move': first})}"}}]}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Silently."""


@pytest.fixture
def service() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Answering)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    server.server_close()


def test_a_service_is_asked_over_the_network(service: str) -> None:
    assert played(f"{service}#tiny")[0].faults == []
    missing, _ = played("http://127.0.0.1:9/v1#tiny")
    assert [fault.kind for fault in missing.faults] == ["crash"] * 3


def test_unknown_models_are_refused_in_a_sentence() -> None:
    for name in ("gpt", "noisy:hard:2", "cmd:", "http://127.0.0.1:9/v1"):
        result = CliRunner().invoke(app, ["bench-llm", "--model", name])
        assert result.exit_code == 2 and "railhead: " in result.output


# ---- ratings


def test_a_model_that_is_not_there_is_told_so_and_not_rated() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{probe.getsockname()[1]}/v1#any"
    for name, why in ((nobody, "refused"), (f"cmd:{sys.executable} -c pass", "ended")):
        result = CliRunner().invoke(app, ["bench-llm", "--model", name, "--games", "2"])
        assert result.exit_code != 0
        assert "answered none of its questions in game 1" in " ".join(result.output.split())
        assert why in result.output


def test_luck_is_what_came_less_what_might_have_come_and_what_one_seat_gets_the_other_loses() -> None:
    from railhead.boards import load
    from railhead.bots import sit
    from railhead.bots.match import play
    from railhead.models.luck import known, luck

    setting = load("usa")
    assert known(setting, 2) and not known(setting, 5)
    found = [
        luck(play(setting, [sit("medium", setting, 1), sit("easy", setting, 2)], seed).replayed(["", ""]))
        for seed in (3, 4)
    ]
    assert all(abs(sum(seats)) < 1e-9 and 0 < abs(seats[0]) < 1 for seats in found)


def test_sixty_games_against_near_rungs_are_enough_for_a_hundred_points_to_either_side() -> None:
    """For models of every strength on the ladder, with results as likely as Elo says."""
    import numpy as np

    generator, rungs = np.random.default_rng(3), ladder()
    held, most = 0, 0
    truths = np.linspace(rungs["one-step"], rungs["master"], 50)
    for truth in truths:
        belief, games = Belief(), 0
        while games < 60 and not belief.enough:
            rival = min(rungs.values(), key=lambda rating: abs(rating - belief.rating))
            belief.learn(rival, float(generator.random() < 1 / (1 + 10 ** ((rival - truth) / 400))))
            games += 1
        low, high = belief.interval
        held += low <= truth <= high
        most = max(most, games)
        assert high - low <= 210
    assert held >= 45 and most <= 60


def test_a_bot_that_stands_in_for_a_model_gets_a_rating_and_a_noisy_one_a_lower(tmp_path: Path) -> None:
    clean = rate("noisy:hard:0", maker("noisy:hard:0"), games=10)
    noisy = rate("noisy:hard:0.7", maker("noisy:hard:0.7"), games=10)
    assert noisy.rating < clean.rating
    assert clean.low < ladder()["hard"] < clean.high
    log = tmp_path / "log.jsonl"
    arguments = ["bench-llm", "--model", "noisy:child:0", "--games", "2", "--log", str(log), "--json"]
    found = json.loads(CliRunner().invoke(app, arguments).stdout)
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert found["games"] == 2 and found["forfeits"] == {} and found["luckTakenOut"]
    assert sum("prompt" in line for line in lines) == found["questions"]
    assert sum("won" in line for line in lines) == 2
