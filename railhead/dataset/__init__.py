"""A data set of games by strong players: what everybody saw, what was hidden, and chances to win, as Parquet in shards.

    railhead dataset games --games 1000 --table usa-2

>>> from railhead import dataset
>>> dataset.read("games", "decisions")  # doctest: +SKIP
"""

from railhead.dataset.reading import read, replayed

__all__ = ["read", "replayed"]
