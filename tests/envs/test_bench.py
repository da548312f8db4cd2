"""The benchmark measures every environment that is installed. How fast they are is for `railhead bench` to say, not for a test."""

from importlib.util import find_spec

import pytest

from railhead import gpu
from railhead.envs import bench


def test_every_installed_environment_has_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "ROUNDS", 1)
    found = dict(bench.rows(0.0))
    assert all(rate > 0 for figures in found.values() for rate in figures.values())
    assert ("pettingzoo-step" in found) == bool(find_spec("pettingzoo"))
    assert ("gymnasium-4096-usa-2p" in found) == bool(find_spec("gymnasium"))
    assert ("openspiel-usa-2p" in found) == bool(find_spec("pyspiel"))
    assert "vector-4096-usa-2p" in found
    assert any("no CUDA" in name for name in found) == (gpu.SIMULATED or not gpu.available())
