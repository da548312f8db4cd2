"""A board from a server that keeps it, by the link that people share: one plain request, bounded in time and size."""

import re
from functools import lru_cache
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from railhead.boards.setting import BoardError

LARGEST = 512 * 1024  # bytes of a board file
PATIENCE = 20.0  # seconds
SHARED = re.compile(r"(.*)/map/(map-[0-9a-f]+)/?")  # what people share, which is a page


def is_link(text: str) -> bool:
    """Is this the address of something on a server?"""
    return text.startswith(("http://", "https://"))


@lru_cache(16)
def fetch(link: str) -> str:
    """The text of the board file behind a link."""
    try:
        parts = urlsplit(link)
        shared = SHARED.fullmatch(parts.path)
        path = f"{shared[1]}/api/maps/{shared[2]}" if shared else parts.path
        asked = Request(
            parts._replace(path=path, query="", fragment="").geturl(), headers={"Accept": "application/json"}
        )
        with urlopen(asked, timeout=PATIENCE) as answer:
            data = answer.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise BoardError(link, [f"it is larger than {LARGEST // 1024} kB; no board is"])
        return str(data, "utf-8")
    except HTTPError as error:
        raise BoardError(link, [f"the server answers {error.code}; copy the link from the map's page again"]) from None
    except (URLError, HTTPException, OSError, ValueError) as error:
        if isinstance(error, BoardError):
            raise
        reason = getattr(error, "reason", None) or error
        raise BoardError(link, [f"it cannot be fetched ({reason}); see whether the link opens in a browser"]) from None
