"""Learning libraries step the environments as they are: Tianshou, sb3-contrib, RLlib. Each is skipped where it is not installed.

None of them is in an extra: they bring gigabytes with them, and need not agree with each other. docs/environments.md says how to install
them, and which versions these tests were run with.
"""

import warnings
from typing import Any

import numpy as np
import pytest

PETTINGZOO = "needs PettingZoo: pip install 'railhead[envs]'"


def test_a_tianshou_collector_steps_the_environment() -> None:
    pytest.importorskip("pettingzoo", reason=PETTINGZOO)
    data = pytest.importorskip("tianshou.data", reason="needs Tianshou: pip install tianshou")
    from tianshou.algorithm import MultiAgentOffPolicyAlgorithm
    from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
    from tianshou.env import DummyVectorEnv
    from tianshou.env.pettingzoo_env import PettingZooEnv

    from railhead.envs import pettingzoo

    one = PettingZooEnv(pettingzoo.env("usa", 2))
    agents = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=one.action_space) for _ in one.agents]
    both = MultiAgentOffPolicyAlgorithm(algorithms=agents, env=one)
    tables = DummyVectorEnv([lambda: PettingZooEnv(pettingzoo.env("usa", 2)) for _ in range(2)])
    collector = data.Collector(both, tables, data.VectorReplayBuffer(5000, 2))
    collector.reset()
    found = collector.collect(n_episode=4)
    assert found.n_collected_episodes == 4
    assert found.n_collected_steps > 200
    assert np.abs(found.returns).sum() > 0


def test_maskable_ppo_of_sb3_contrib_learns_on_the_environment() -> None:
    pytest.importorskip("gymnasium", reason="needs Gymnasium: pip install 'railhead[envs]'")
    contrib = pytest.importorskip("sb3_contrib", reason="needs sb3-contrib: pip install sb3-contrib")
    import gymnasium

    import railhead.envs.gymnasium  # noqa: F401 (registers the ids)

    env = gymnasium.make("railhead/usa-v1", players=2, opponents=["one-step"], illegal="raise")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = contrib.MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=64, n_epochs=1, seed=1)
        model.learn(total_timesteps=256)
    assert model.num_timesteps == 256
    observation, info = env.reset(seed=1)
    decision, _ = model.predict(observation, action_masks=info["action_mask"])
    assert info["action_mask"][int(decision)]


def test_an_rllib_environment_runner_steps_the_environment() -> None:
    pytest.importorskip("pettingzoo", reason=PETTINGZOO)
    pytest.importorskip("ray.rllib", reason="needs RLlib: pip install 'ray[rllib]'")
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

    from railhead.envs import pettingzoo

    def make(_: Any) -> Any:
        return PettingZooEnv(pettingzoo.env("usa", 2, key="observations", dtype="float32"))

    from ray.tune import register_env

    register_env("railhead-usa", make)
    space = pettingzoo.env("usa", 2, key="observations", dtype="float32").observation_space("player_0")
    config = (
        PPOConfig()
        .environment("railhead-usa")
        .multi_agent(policies={"both"}, policy_mapping_fn=lambda *_, **__: "both")
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                observation_space=space,
                action_space=pettingzoo.env("usa", 2).action_space("player_0"),
                model_config={"head_fcnet_hiddens": [64]},
            )
        )
        .env_runners(num_env_runners=0, num_envs_per_env_runner=1)
    )
    runner = MultiAgentEnvRunner(config=config)
    episodes = runner.sample(num_episodes=2, random_actions=False)
    assert len(episodes) == 2
    assert all(episode.is_terminated for episode in episodes)
    assert all(episode.env_t > 50 for episode in episodes)
