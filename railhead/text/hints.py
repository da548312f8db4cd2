"""Advice in words."""

from railhead.text.commands import spelled
from railhead.text.messages import Language
from railhead.words import Hint


def in_words(spoken: Language, advice: Hint) -> str:
    """What to do, why, and what else."""
    why = spoken.say(f"why.{advice.why}", **{"n": advice.values.get("cardsMissing", 0), **advice.values})
    lines = [f"{spelled(spoken, advice.move)}: {why}"]
    if advice.plan:
        lines.append(spoken.say("hint.plan", routes=", ".join(advice.plan)))
    lines += [
        spoken.say("hint.instead", move=spelled(spoken, other.move), value=other.value) for other in advice.others
    ]
    return "\n".join(lines)
