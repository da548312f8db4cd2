"""The compiled bots: their names and, in the same order, the numbers by which compiled code knows them."""

COMPILED = ("random", "one-step", "long-route", "path", "hungry", "planner", "gentle", "playful", "steady")
RANDOM, ONE_STEP, LONG_ROUTE, PATH, HUNGRY, PLANNER, GENTLE, PLAYFUL, STEADY = range(len(COMPILED))
