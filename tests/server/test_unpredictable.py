"""An attacker with the code and every card that was ever open learns nothing about the next one."""

import random

import numpy as np

from railhead.game import Game, seeds
from railhead.words import KINDS

GUESSED = 2000  # seeds that the attacker can try; the idea is the same with 2^40


def open_cards(game: Game) -> list[object]:
    """All that lies open after the set-up."""
    return list(game.view(None).row)


def attack(row: list[object]) -> list[int]:
    """The small seeds whose set-up shows these open cards."""
    return [seed for seed in range(GUESSED) if open_cards(Game("usa", players=2, seed=seed)) == row]


def blind_cards(game: Game, count: int) -> list[int]:
    """Draw from the deck and say which kinds came."""
    found: list[int] = []
    while len(found) < count:
        if game.phase not in ("turn", "second-card"):
            game.apply(game.legal()[-1])
            continue
        before = game.record.hands.copy()
        seat = int(game.record.seat)
        game.play("draw")
        found.append(int(np.flatnonzero(game.record.hands[seat] != before[seat])[0]))
    return found


def test_the_attack_works_on_a_guessable_seed() -> None:
    """So that the next test means something."""
    victim = Game("usa", players=2, seed=1234)
    candidates = attack(open_cards(victim))
    assert 1234 in candidates
    twin = Game("usa", players=2, seed=1234)
    assert blind_cards(twin, 20) == blind_cards(victim, 20)


def test_the_attack_finds_nothing_in_a_served_game() -> None:
    victim = Game("usa", players=2)
    assert isinstance(victim.seed, str) and len(victim.seed) >= 32
    future = blind_cards(victim.clone(), 20)
    for candidate in attack(open_cards(victim)):
        assert blind_cards(Game("usa", players=2, seed=candidate), 20) != future


def test_even_the_generators_whole_state_does_not_tell_the_next_card() -> None:
    """The strongest attacker: knows every card, the deck, and the generator as it stands, but not the seed. The next card stays at
    chance, because the generator gets a new key at every decision; an attacker of a game without re-keying is always right.
    """
    lot = random.Random(8)

    def hits(rekeyed: bool, tries: int) -> tuple[int, float, float]:
        right, expected, variance = 0, 0.0, 0.0
        for number in range(tries):
            game = Game("usa", players=2, seed=seeds.new_secret() if rekeyed else number)
            for _ in range(2):
                game.apply(game.legal()[0])
            for _ in range(lot.randrange(0, 12)):
                game.play("draw")
            attacker = game.clone()
            attacker.seed = None  # goes on with the generator as it stands
            deck = game.record.deck / game.record.deck.sum()
            guess, truth = blind_cards(attacker, 1)[0], blind_cards(game, 1)[0]
            right += guess == truth
            chance = float(deck[guess])
            expected += chance
            variance += chance * (1 - chance)
        return right, expected, variance

    right, expected, variance = hits(True, 600)
    assert abs(right - expected) < 4.5 * variance**0.5
    right, _, _ = hits(False, 60)
    assert right == 60


def test_open_cards_do_not_help_to_guess_the_next() -> None:
    """A learner that counts which kind followed which open row does no better than the deck's own shares."""
    follows = np.zeros((len(KINDS), len(KINDS)))
    right = expected = variance = 0.0
    for number in range(120):
        game = Game("usa", players=2)
        for _ in range(2):
            game.apply(game.legal()[0])
        for _ in range(10):
            first = int(game.record.row[0])
            share = game.record.deck / game.record.deck.sum()
            card = blind_cards(game, 1)[0]
            if number >= 60:  # learnt on the first half, tried on the second
                guess = int(np.argmax(follows[first] + 1e-9 * share))
                right += guess == card
                expected += float(share[guess])
                variance += float(share[guess] * (1 - share[guess]))
            else:
                follows[first, card] += 1
    assert right - expected < 4.5 * variance**0.5


def test_every_decision_has_a_key_of_its_own() -> None:
    from railhead.kernel.records import GAME

    records = np.zeros(3, GAME)
    secret = seeds.new_secret()
    for number, record in enumerate(records):
        seeds.set_generator(record.generator, secret, number)
    keys = {record.generator.tobytes() for record in records}
    assert len(keys) == 3
