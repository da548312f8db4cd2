"""Texts by key, as the page has them: those of `languages/` and `table/`, and what else is asked for, such as `terminal/`."""

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

Text = str | Mapping[str, str]  # or its plural forms
HERE = resources.files("railhead") / "text"
ENVIRONMENT = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts


@cache
def languages() -> Mapping[str, Mapping[str, Any]]:
    """What is known of each language: its name, and how it counts and lists."""
    known: Mapping[str, Mapping[str, Any]] = json.loads((HERE / "languages.json").read_text(encoding="utf-8"))
    return known


@dataclass(frozen=True, eq=False)
class Language:
    """A language in use."""

    code: str
    texts: Mapping[str, Text]

    @property
    def habits(self) -> Mapping[str, Any]:
        """How it counts and lists."""
        return languages()[self.code]

    def say(self, key: str, **values: object) -> str:
        """The text of a key. `{name}` stands for a value; forms ("one", "other", …) are chosen by the value `n`."""
        text = self.texts[key]
        chosen = text if isinstance(text, str) else self._form(text, values.get("n"))
        return re.sub(
            r"\{(\w+)\}", lambda found: self._shown(values[found[1]]) if found[1] in values else found[0], chosen
        )

    def maybe(self, key: str, otherwise: str) -> str:
        """The text of a key of which there may be none, such as the name of a board of one's own."""
        return self.say(key) if key in self.texts else otherwise

    def listed(self, parts: Sequence[str]) -> str:
        """`a, b and c`."""
        if len(parts) < 2:
            return "".join(parts)
        softer = self.habits.get("before", {}).items()
        last = next((word for start, word in softer if re.match(start, parts[-1], re.IGNORECASE)), self.habits["and"])
        return f"{', '.join(parts[:-1])} {last} {parts[-1]}"

    def number(self, value: float) -> str:
        """A number with at most three places."""
        plain = f"{value:.3f}".rstrip("0").rstrip(".")
        return plain.replace("-", self.habits["minus"]).replace(".", self.habits["decimal"])

    def _shown(self, value: object) -> str:
        return self.number(value) if isinstance(value, int | float) else str(value)

    def _form(self, forms: Mapping[str, str], n: object) -> str:
        count = n if isinstance(n, int) else 0
        return forms.get(f"={count}") or forms.get(self.plural(count)) or forms["other"]

    def plural(self, n: int) -> str:
        """The name of the form that goes with a number."""
        rules = self.habits.get("plural", {"one": "n = 1"})
        return next((form for form, rule in rules.items() if _holds(rule, n)), "other")


def _holds(rule: str, n: int) -> bool:
    """A rule for whole numbers as the Unicode CLDR writes them: `n = 0 or n % 100 = 1..19`."""
    return any(all(_relation(part, n) for part in clause.split(" and ")) for clause in rule.split(" or "))


def _relation(part: str, n: int) -> bool:
    found = re.fullmatch(r"n(?: % (\d+))? (!?=) ([\d.,]+)", part)
    if found is None:
        raise ValueError(f"{part!r} is no rule of plurals")
    value = n % int(found[1]) if found[1] else n
    ranges = [one.partition("..") for one in found[3].split(",")]
    return any(int(low) <= value <= int(high or low) for low, _, high in ranges) == (found[2] == "=")


@cache
def language(code: str = "en", *catalogues: str) -> Language:
    """A language with the page's texts and those of other catalogues; the terminal's where none is named."""
    texts: dict[str, Text] = {}
    for catalogue in ("languages", "table", *(catalogues or ("terminal",))):
        file = HERE / catalogue / f"{code}.json"
        known = file if file.is_file() else HERE / catalogue / "en.json"  # not translated yet
        texts |= json.loads(known.read_text(encoding="utf-8"))
    return Language(code, texts)


def wished(code: str | None = None) -> str:
    """The code of the language asked for, or else of the environment's; English where that has none of ours."""
    if code is not None and _known(code) is None:
        raise ValueError(f"there is no language {code!r}; there are {', '.join(languages())}")
    said = code or next((os.environ[name] for name in ENVIRONMENT if os.environ.get(name)), "")
    return _known(said) or "en"


def accepted(header: str) -> str:
    """The code of the first language of an `Accept-Language` that is ours; English where none is."""
    wishes = (part.partition(";")[0].strip() for part in header.split(",")[:20])
    return next((code for code in map(_known, wishes) if code), "en")


def _known(locale: str) -> str | None:
    """`nb` for `nn_NO.UTF-8`."""
    base = re.split(r"[-_.@]", locale.lower())[0]
    return next((code for code, about in languages().items() if base in (code, *about.get("also", ()))), None)
