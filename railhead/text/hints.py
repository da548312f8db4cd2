"""Advice in words."""

from railhead.text.commands import spelled
from railhead.text.messages import Language
from railhead.words import Hint


def in_words(spoken: Language, advice: Hint) -> str:
    """What to do, why, and what else."""
    counted = [value for value in advice.values.values() if isinstance(value, int | float)]  # of cards, or of points
    why = spoken.say(f"why.{advice.why}", n=round(counted[0]) if counted else 0)
    lines = [f"{spelled(spoken, advice.move)}: {why}"]
    if advice.plan:
        lines.append(spoken.say("terminal.plan", routes=", ".join(advice.plan)))
    lines += [
        spoken.say("terminal.instead", move=spelled(spoken, other.move), value=other.value) for other in advice.others
    ]
    return "\n".join(lines)
