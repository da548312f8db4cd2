"""Why a move cannot be made, in words: from its code and values, with the texts of the page where they are enough."""

from railhead.game.moves import MoveError
from railhead.text.commands import forms, spelled, words_of
from railhead.text.facts import cards_text
from railhead.text.messages import Language, language
from railhead.words import COLOURS, WORDS

SHOWN = 8  # of the moves that could be made instead
COUNTED = ("length", "minimum", "price", "due", "ferry", "offered", "ways")  # by the first of these a form is chosen


def reason(spoken: Language, error: MoveError) -> str:
    """The sentences alone."""
    said = words_of(spoken)
    values: dict[str, object] = {**said, **error.values, "forms": forms(spoken)}
    values["n"] = next((error.values[name] for name in COUNTED if name in error.values), 0)
    values.setdefault("cards", cards_text(spoken, {"red": 2, "locomotive": 1}))
    values["colours"] = ", ".join(spoken.say(f"card.{colour}") for colour in COLOURS)
    if (word := error.values.get("word")) in WORDS:
        values["word"] = said[str(word)]
    if "colour" in error.values:
        colour = error.values["colour"]
        values["colour"] = spoken.maybe("colour.one" if colour == "grey" else f"card.{colour}", "")
    owner = error.values.get("owner")
    values["owner"] = error.names[owner] if isinstance(owner, int) and owner < len(error.names) else owner
    waiting = f"refused.{error.code}.{error.values.get('phase')}"
    why = spoken.say(waiting if waiting in spoken.texts else f"refused.{error.code}", **values)
    near = error.values.get("near")
    return (
        f"{why} {spoken.say('refused.near', near=' · '.join(map(str, near)))}"
        if isinstance(near, list) and near
        else why
    )


def sentence(error: MoveError, spoken: Language | None = None) -> str:
    """The whole of it: why, by which rule, and what could be done instead."""
    spoken = spoken or language()
    parts = [reason(spoken, error), f"({error.rule})" if error.rule else ""]
    legal = [spelled(spoken, move) for move in error.legal]
    if legal:
        key = "refused.more" if len(legal) > SHOWN else "refused.legal"
        parts.append(spoken.say(key, moves="; ".join(legal[:SHOWN]), n=len(legal)))
    return " ".join(part for part in parts if part)
