"""Advice in English sentences."""

from railhead.words import Hint, Reason

SENTENCES: dict[Reason, str] = {
    "none": "it is this bot's habit",
    "claim-plan": "the route belongs to the cheapest network for your tickets, and others could take it",
    "claim-extra": "the tickets leave trains over, and this route brings most for its turns",
    "claim-last": "the game is nearly over, and this brings most at once",
    "draw-cards": "the plan still lacks {cardsMissing} cards",
    "draw-tickets": "new tickets are worth {value} points on average with this network",
    "keep-best": "with these tickets the whole plan is worth most ({value} points)",
    "pay-spare": "these cards are needed least elsewhere",
    "place-station": "a station lends the route that the tickets lack",
    "build-for-plan": "the bed belongs to your plan, and you have cards for it",
    "build-harmless": "it serves the rivals least and bars nothing of your plan",
    "wins-most": "it did best in playouts of the game (value {value} of 1)",
}


def in_words(advice: Hint) -> str:
    """The advice as an English sentence."""
    lines = [f"{advice.move}: {SENTENCES[advice.why].format(**advice.values)}."]
    if advice.plan:
        lines.append(f"Plan: {', '.join(advice.plan)}.")
    lines += [f"Instead: {other.move} (value {other.value})." for other in advice.others]
    return "\n".join(lines)
