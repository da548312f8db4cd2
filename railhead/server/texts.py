"""The few sentences that the server itself says to people: of the page's texts, in the reader's language."""

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent.parent / "text"


@dataclass(frozen=True)
class Texts:
    """A language's texts by key."""

    of: dict[str, str | dict[str, str]]

    def say(self, key: str, **values: object) -> str:
        """The text of a key, `{name}` filled with its value; of forms the one for `n`."""
        text = self.of[key]
        if isinstance(text, dict):
            text = text.get(f"={values.get('n')}") or text["one" if values.get("n") == 1 and "one" in text else "other"]
        return re.sub(r"\{(\w+)\}", lambda found: str(values.get(found[1], found[0])), text)

    def maybe(self, key: str, otherwise: str) -> str:
        """The text of a key of which there may be none."""
        return self.say(key) if key in self.of else otherwise

    def listed(self, parts: list[str]) -> str:
        """Names in a row."""
        return ", ".join(parts)


@cache
def texts_of(code: str) -> Texts:
    """A language's texts."""
    return Texts(json.loads((HERE / "languages" / f"{code}.json").read_text(encoding="utf-8")))


@cache
def _codes() -> frozenset[str]:
    return frozenset(file.stem for file in (HERE / "languages").glob("*.json"))


def spoken(accepted: str) -> str:
    """The first language of an `Accept-Language` that we have; English where we have none."""
    wished = (part.partition(";")[0].strip().lower().partition("-")[0] for part in accepted.split(",")[:20])
    return next((code for code in wished if code in _codes()), "en")
