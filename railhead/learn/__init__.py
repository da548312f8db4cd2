"""Learning by self-play: one network for every board and number of players, games and learning on one device.

    python -m railhead.learn settings.toml --out runs/usa

docs/learning.md is the tutorial; `railhead.bots.neural` plays what was learned without PyTorch.
"""

try:
    import torch  # noqa: F401
except ImportError as error:
    raise ImportError("the learner needs PyTorch: pip install 'railhead[learn]'") from error
