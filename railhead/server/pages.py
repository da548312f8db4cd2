"""The page and its files, compressed once and kept in memory; unknown paths get the page itself, which finds its own way."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

HERE = Path(__file__).parent
FOLDERS = (HERE / "static", HERE.parent.parent / "web" / "dist")
MISSING = b"<!doctype html><html lang=en><meta charset=utf-8><title>Railhead</title><p>The page is not built: run <code>make play</code>."
TEXT = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")


@dataclass(frozen=True)
class Page:
    """A file, ready to be sent."""

    kind: str
    tag: str
    plain: bytes
    small: bytes | None
    lasting: bool


def folder() -> Path | None:
    """Where the built page lies."""
    return next((place for place in FOLDERS if (place / "index.html").is_file()), None)


@lru_cache(512)
def _read(path: Path, changed: float) -> Page:
    data = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if kind == "text/javascript" or path.suffix in (".js", ".mjs"):
        kind = "text/javascript"
    if path.suffix == ".webmanifest":
        kind = "application/manifest+json"
    small = gzip.compress(data, 9, mtime=0) if kind.startswith(TEXT) and len(data) > 500 else None
    if kind.startswith(("text/", "application/manifest", "image/svg")):
        kind += "; charset=utf-8"
    lasting = path.parent.name == "assets"  # names there carry a hash of the contents
    return Page(kind, _tag(data), data, small, lasting)


def find(path: str) -> Page | None:
    """The file of a path, or the page."""
    place = folder()
    if place is None:
        return None
    if path.startswith("/assets/") and not _inside(place, path):
        return None
    file = _inside(place, path) or place / "index.html"
    return _read(file, file.stat().st_mtime)


def _inside(place: Path, path: str) -> Path | None:
    """The file of a path, if there is one and it lies in the folder."""
    file = (place / path.lstrip("/")).resolve() if "\0" not in path else place
    return file if file.is_relative_to(place.resolve()) and file.is_file() else None


def with_head(page: Page, head: str) -> Page:
    """The page with something more in its head."""
    data = page.plain.replace(b"</head>", head.encode() + b"</head>", 1)
    return Page(page.kind, _tag(data), data, None, False)


def _tag(data: bytes) -> str:
    return f'"{hashlib.sha256(data).hexdigest()[:24]}"'


def answer(request: Request, head: str = "") -> Response:
    """A page or a file; the page with something more in its head."""
    page = find(request.url.path)
    if page is not None and head:
        page = with_head(page, head)
    if page is None:
        missing = folder() is not None
        return Response(b"" if missing else MISSING, 404 if missing else 200, media_type="text/html")
    headers = {
        "etag": page.tag,
        "vary": "accept-encoding",
        "cache-control": "public, max-age=31536000, immutable" if page.lasting else "no-cache",
    }
    if request.headers.get("if-none-match") == page.tag:
        return Response(status_code=304, headers=headers)
    body = page.plain
    if page.small is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = page.small
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type=page.kind)
