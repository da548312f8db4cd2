#!/usr/bin/env python3
"""A bot for Railhead in Python: claims the longest route it can pay, else takes a card of the colour it has most of.

railhead arena --bot "mine=cmd:python3 bot.py" --bot path --deals 20
"""

from railhead.bot import Question, play


def decide(question: Question) -> str:
    """One of the legal moves."""
    claims = [move for move in question.legal if move.startswith("claim ")]
    if claims:
        routes = question.hello.routes
        return max(claims, key=lambda move: routes[move.split()[1]]["length"])
    hand, row = question.view["hand"], question.view["row"]
    for colour in sorted(hand, key=lambda colour: -hand[colour]):
        if colour in row and f"take {row.index(colour) + 1}" in question.legal:
            return f"take {row.index(colour) + 1}"
    return question.legal[0]


if __name__ == "__main__":
    play(decide)
