"""The golden playthroughs are what the game plays today; see golden_games.py for how to write them anew."""

import pytest
from golden_games import FOLDER, GAMES, text


@pytest.mark.parametrize("name", GAMES)
def test_golden_playthrough(name: str) -> None:
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    now = text(name).splitlines()
    for number, (old, new) in enumerate(zip(kept, now, strict=False), 1):
        assert new == old, f"tests/golden/{name}.txt, line {number}: if it is meant, run python tests/golden_games.py"
    assert len(now) == len(kept)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("usa", ("take", "blind", "claim", "offer", "keep", "last", "end")),
        ("usa-10th", ("take", "blind", "claim", "offer", "keep", "last", "end")),
        ("europe", ("tunnel", "decline", "station", "claim", "reshuffle", "end")),
        ("france", ("build", "claim", "offer", "end")),
    ],
)
def test_much_happens_in_them(name: str, wanted: tuple[str, ...]) -> None:
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    for event in wanted:
        assert f'event {{"e": "{event}"' in kept
