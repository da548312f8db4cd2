"""Railhead: the train-route board game as exact, fast, readable software."""
