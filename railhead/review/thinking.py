"""Which decisions a strong player thinks of first."""

import numpy as np

from railhead.bots.mind import new_mind
from railhead.bots.neural import load_network, opinion
from railhead.bots.numbers import PLANNER
from railhead.bots.player import lots
from railhead.bots.search import MOST_CANDIDATES, list_candidates
from railhead.game import Game


def order(game: Game) -> list[int]:
    """By the network's policy where it was learned, else as the search lists them."""
    assert game.to_move is not None
    view, learned = game.veiled(game.to_move), load_network()
    if f"{game.setting.id}-{game.players}" in learned.tables:
        logits = opinion(learned, game.setting, view).logits
        return sorted(game.legal(), key=lambda decision: -float(logits[decision]))
    listed = np.zeros(MOST_CANDIDATES, np.int64)
    count = int(list_candidates(game.setting.record, view, new_mind(PLANNER, lots(view, 0)), listed))
    return [int(decision) for decision in listed[:count]]
