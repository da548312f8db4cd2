"""The review: what decided a game, luck apart from skill. docs/review.md tells what the figures mean.

>>> from railhead.bots.match import play
>>> from railhead.boards import load
>>> from railhead.bots import sit
>>> from railhead.review import review
>>> setting = load("usa")
>>> game = play(setting, [sit("planner", setting, seat) for seat in range(2)], seed=3).replayed(["Ada", "Ben"])
>>> ada, ben = review(game).seats
>>> abs(ada.start + ada.luck + ada.rivals_luck - ada.errors + ada.rivals_errors - ada.result) < 1e-9
True
"""

from railhead.review.reviewing import review, reviews

__all__ = ["review", "reviews"]
