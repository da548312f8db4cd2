"""What a program is, so that results of one that was built anew are not taken for those of the old."""

import hashlib
import os
import shlex
from collections.abc import Iterator
from pathlib import Path

MOST_FILES = 5_000  # of a folder


def _files(path: Path) -> Iterator[Path]:
    """A file, or all that a folder holds; what is hidden or made anew at every start is left out."""
    if path.is_file():
        yield path
        return
    found = 0
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__pycache__", "node_modules")))
        for name in sorted(names):
            found += 1
            if found > MOST_FILES:
                raise ValueError(f"{path} holds more than {MOST_FILES} files: name the program's own folder or file")
            yield Path(folder) / name


def identity(command: str) -> str:
    """A hash of a command and of every file and folder that it names. What is found on the PATH counts by its name alone."""
    digest = hashlib.sha256(command.encode())
    for word in shlex.split(command):
        path = Path(word)
        if path.exists() and (path.is_file() or path.is_dir()) and path != Path("/"):
            for file in _files(path):
                digest.update(str(file).encode() + b"\0")
                digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]
