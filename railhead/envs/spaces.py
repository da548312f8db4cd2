"""The spaces of observations and decisions, the same for every environment here."""

import numpy as np
from gymnasium import spaces

from railhead.boards import Setting
from railhead.envs.fields import highest


def observations(setting: Setting, players: int, dtype: str = "uint8") -> spaces.Box:
    """The numbers that a seat sees."""
    high = highest(setting, players).astype(dtype)
    return spaces.Box(np.zeros_like(high), high, dtype=high.dtype.type)


def masks(setting: Setting) -> spaces.Box:
    """Which decisions are legal."""
    return spaces.Box(0, 1, (int(setting.record.decisions),), np.int8)


def decisions(setting: Setting) -> spaces.Discrete:
    """A decision is one number."""
    return spaces.Discrete(int(setting.record.decisions))


def observations_and_masks(setting: Setting, players: int, key: str, dtype: str = "uint8") -> spaces.Dict:
    """Both in one dict, as most libraries want it."""
    return spaces.Dict({key: observations(setting, players, dtype), "action_mask": masks(setting)})
