"""The game in others' arenas: TextArena and OpenEnv, with the checks that these bring."""

import random
import re
import threading
import time
from typing import Any

import pytest


def test_a_game_of_text_arena_runs_to_its_end_and_shows_each_player_its_own() -> None:
    textarena: Any = pytest.importorskip("textarena", reason="no TextArena here: pip install 'railhead[textarena]'")
    from railhead.envs.textarena import NAME

    textarena.envs.registration.check_env_exists(NAME)
    env = textarena.make(NAME, game="europe")
    env.reset(num_players=3, seed=4)
    lot, done, steps = random.Random(1), False, 0
    seen: dict[int, str] = {}
    while not done:
        player, told = env.get_observation()
        seen[player] = told
        legal = re.findall(r"\[([^\[\]]+)\]", told.rsplit("Legal moves:", 1)[1])
        done, info = env.step(f"I think, then move. [{lot.choice(legal)}]")
        steps += 1
        assert isinstance(info, dict)
    rewards, info = env.close()
    assert sorted(rewards) == [0, 1, 2] and set(rewards.values()) <= {-1, 1} and steps > 60
    assert all(one["reason"].startswith("Final totals") for one in info.values())
    hands = [re.findall(r"Your hand: [^\n]*", text)[-1] for text in seen.values()]
    assert len(set(hands)) == 3


def test_repeated_nonsense_loses_a_game_of_text_arena() -> None:
    textarena: Any = pytest.importorskip("textarena", reason="no TextArena here: pip install 'railhead[textarena]'")
    from railhead.envs.textarena import NAME

    env = textarena.make(NAME)
    env.reset(num_players=2, seed=4)
    done, tries = False, 0
    while not done and tries < 10:
        env.get_observation()
        done, _ = env.step("I do not know")
        tries += 1
    rewards, info = env.close()
    assert tries == 4 and rewards == {0: -1, 1: 1} and info[0]["invalid_move"]


def test_an_open_env_server_passes_its_own_validation_and_plays_a_game() -> None:
    pytest.importorskip("openenv.core", reason="no OpenEnv here: pip install 'railhead[openenv]'")
    import uvicorn
    from openenv.cli._validation import validate_running_environment

    from railhead.envs.openenv import RailheadAction, RailheadEnvironment, app

    running = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_config=None))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    try:
        while not running.started:
            time.sleep(0.05)
        port = running.servers[0].sockets[0].getsockname()[1]
        report = validate_running_environment(f"http://127.0.0.1:{port}", timeout_s=30)
    finally:
        running.should_exit = True
        thread.join(10)
    assert report["passed"], report["criteria"]
    env, lot = RailheadEnvironment(level="child"), random.Random(2)
    seen = env.reset(seed=5, game="france", players=3)
    refused = env.step(RailheadAction(move="fly away"))
    assert refused.refused and refused.legal == seen.legal and not refused.done
    while not seen.done:
        seen = env.step(RailheadAction(move=lot.choice(seen.legal)))
        assert not seen.refused
    assert seen.reward in (0.0, 0.5, 1.0) and env.state.step_count > 20


def test_an_agent_of_kaggle_s_own_making_plays_a_game_with_our_harness(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their core makes the agent and asks a model, which answers by lot and now and then badly; our three functions do the rest."""
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # what it imports would ask for a file over the network
    core: Any = pytest.importorskip(
        "kaggle_environments.core_harness", reason="no Kaggle environments here: pip install kaggle-environments"
    )
    from railhead import Game
    from railhead.models import harness

    lot, asked = random.Random(4), 0
    counted = dict.fromkeys(("prompt_tokens", "generation_tokens", "total_tokens", "duration_secs"), 0)

    def model(prompt: str, *about: Any, **more: Any) -> tuple[str, dict[str, Any]]:
        nonlocal asked
        asked += 1
        legal = prompt.rpartition("Legal moves:\n")[2].partition("\n\n")[0].splitlines()
        if asked % 10 == 0:
            return "I draw a card, I think.", {**counted, "finish_reason": "stop"}
        return f'So {{"move": "{lot.choice(legal)}"}}', {**counted, "finish_reason": "stop"}

    monkeypatch.setattr(core, "_call_llm", model)
    agents = [core.create_agent_fn(harness, max_retries=3, model_override=("none", {})) for _ in range(2)]
    game = Game("europe", 2, 6)
    while not game.over:
        seat = game.to_move
        assert seat is not None
        seen = harness.observation(game, seat)
        answer = agents[seat](seen, {})
        assert (
            answer["status"] == "OK" and answer["actionString"] == harness.get_legal_moves(seen)[answer["submission"]]
        )
        game.play(answer["actionString"])
    assert asked > 100 and sum(map(len, (seat.routes for seat in game.view(None).seats))) > 10
    assert agents[0](harness.observation(game, 0), {})["status"] == "INACTIVE"
