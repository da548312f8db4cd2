"""Fit how hopes become chances, on games that the network plays against itself: `python -m railhead.review.fitting usa 2 --games 400`."""

import argparse
import json
from typing import Any

import numpy as np

from railhead.bots.neural import load_network, opinion
from railhead.boards import load
from railhead.game import Game
from railhead.kernel.records import GAME, OVER
from railhead.review.eyes import DOUBT, Chances, Weighing, hopes, weigh
from railhead.review.judging import WEIGHINGS

RARE = 0.02  # pull of a phase's numbers towards all phases' mean: what is seen seldom is guessed from the rest
ROUNDS = 400


def positions(game_id: str, players: int, seed: int, bold: float = 0.5) -> tuple[Any, list[float]]:
    """A game that the network plays against itself, now and then choosing by lot: its positions, and who won."""
    learned, game = load_network(), Game(game_id, players, seed)
    lots = np.random.default_rng(seed)
    kept = []
    while not game.over:
        kept.append(game.array.copy())
        legal = np.array(game.legal())
        logits = opinion(learned, game.setting, game.veiled(game.to_move)).logits[legal] / bold
        shares = np.exp(logits - logits.max())
        game.apply(int(lots.choice(legal, p=shares / shares.sum())))
    winners = game.score().winners
    return np.concatenate(kept), [(seat in winners) / len(winners) for seat in range(players)]


def fit(hoped: Chances, games: Any, won: Chances) -> Weighing:
    """The weighing under which these results are likeliest, by plain gradient descent."""
    players = hoped.shape[1]
    weighing = Weighing(0.7, np.zeros((OVER, players)))
    phases = games["phase"].astype(int)
    logits = np.log(np.clip(hoped, DOUBT, 1 - DOUBT) / (1 - np.clip(hoped, DOUBT, 1 - DOUBT)))
    steps = (np.arange(players)[None, :] - games["seat"].astype(int)[:, None]) % players
    for number in range(ROUNDS):
        rate = 4.0 if number < ROUNDS // 2 else 1.0
        wrong = weigh(weighing, hoped, games) - won
        tempo = np.zeros_like(weighing.tempo)
        np.add.at(tempo, (phases[:, None], steps), wrong / len(games))
        tempo += RARE * (weighing.tempo - weighing.tempo.mean(axis=0)) / OVER
        weighing = Weighing(
            weighing.hope - 0.2 * rate * float((wrong * logits).sum(axis=1).mean()), weighing.tempo - rate * tempo
        )
    return Weighing(weighing.hope, weighing.tempo - weighing.tempo[:, -1:])


def main() -> None:
    """Play, fit, test on games that were not fitted, keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("players", type=int)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    setting = load(given.game)
    laid = load_network().at(setting, given.players)
    parts = [positions(given.game, given.players, given.seed + number) for number in range(given.games)]
    games = np.concatenate([part for part, _ in parts]).view(GAME)
    won = np.concatenate([np.tile(result, (len(part), 1)) for part, result in parts])
    hoped = hopes(setting, laid, games)
    half = sum(len(part) for part, _ in parts[: len(parts) // 2])
    tried = weigh(fit(hoped[:half], games[:half], won[:half]), hoped[half:], games[half:])
    squared = float(((tried - won[half:]) ** 2).mean())
    found = fit(hoped, games, won)
    kept = json.loads(WEIGHINGS.read_text(encoding="utf-8")) if WEIGHINGS.exists() else {}
    kept[f"{given.game}-{given.players}"] = {"hope": round(found.hope, 4), "tempo": np.round(found.tempo, 4).tolist()}
    WEIGHINGS.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    print(f"{len(games)} positions of {given.games} games; squared error on the half not fitted {squared:.4f}")


if __name__ == "__main__":
    main()
