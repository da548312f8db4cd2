"""Files that are written whole or not at all: whoever is killed meanwhile keeps the last one."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any


def whole(file: Path, write: Callable[[Path], Any]) -> None:
    """Write a file beside it, then put it in its place."""
    fresh = file.with_name(f"fresh-{file.name}")
    write(fresh)
    os.replace(fresh, file)


def tell(file: Path, /, **line: Any) -> None:
    """Add a line to a log, and say it."""
    text = json.dumps({name: round(value, 5) if isinstance(value, float) else value for name, value in line.items()})
    print(text, flush=True)
    with file.open("a", encoding="utf-8") as out:
        out.write(text + "\n")
