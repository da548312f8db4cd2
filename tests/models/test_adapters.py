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
