"""Boards of your own: proposed from a list of cities, tried by bots, told about in a report; and the commands of `railhead board`."""
