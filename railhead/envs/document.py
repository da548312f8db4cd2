"""The tables of docs/observation.md, written from the names in fields.py and actions.py: `python -m railhead.envs.document docs/observation.md`.

A table stands between `<!-- observation usa 2 -->` (or `<!-- decisions usa -->`) and `<!-- end -->`. A test demands that it is this one.
"""

import re
import sys
from pathlib import Path

from railhead.boards import load
from railhead.envs import actions, fields

PLACE = re.compile(r"(<!-- (observation|decisions) (\S+) ?(\d?) -->\n).*?(<!-- end -->)", re.DOTALL)


def _filled(found: "re.Match[str]") -> str:
    setting = load(found[3])
    made = fields.table(setting, int(found[4])) if found[2] == "observation" else actions.ranges(setting)
    return f"{found[1]}\n{made}\n\n{found[5]}"


def filled(text: str) -> str:
    """The text with every table as it should be."""
    return PLACE.sub(_filled, text)


def main(files: list[str]) -> None:
    """Write the tables into the files."""
    for file in map(Path, files):
        file.write_text(filled(file.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
