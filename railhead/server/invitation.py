"""What a messenger shows of a link: a title, a sentence and a picture, in the head of the page. Only what all may know stands there."""

from html import escape

from starlette.requests import Request
from starlette.responses import Response

from railhead.server import gate, pages, rooms
from railhead.server.games import PREVIEW
from railhead.server.limits import Buckets, address_of
from railhead.server.refusals import Refusal
from railhead.server.worker import Worker
from railhead.text.messages import Language, accepted, language
from railhead.words import Table

SHOWN = "europe"  # on a link to no table


def tags(texts: Language, origin: str, path: str, table: Table | None) -> str:
    """The tags of a page: of a table, or of the home page."""
    game = table.game if table else SHOWN
    named = texts.maybe(f"game.{game}", (table and table.name) or game)
    title, about = _title(texts, table, named), texts.say("preview.about")
    if table is not None:
        people = [seat.name for seat in table.seats if seat.kind == "person" and seat.name]
        free = sum(seat.kind == "free" for seat in table.seats)
        seats = texts.say("home.free", n=free) if table.phase == "gathering" else ""
        about = " · ".join(part for part in (texts.listed(people), seats, about) if part)
    properties = {
        "og:type": "website",
        "og:site_name": "Railhead",
        "og:title": title,
        "og:description": about,
        "og:url": origin + path,
        "og:image": f"{origin}/api/games/{game}/preview.png",
        "og:image:type": "image/png",
        "og:image:width": str(PREVIEW[0]),
        "og:image:height": str(PREVIEW[1]),
        "og:image:alt": texts.say("preview.picture", game=named),
    }
    found = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()]
    return "".join([*found, '<meta name="twitter:card" content="summary_large_image" />'])


def _title(texts: Language, table: Table | None, game: str) -> str:
    if table is None:
        return texts.say("preview.title")
    if table.phase == "over":
        return texts.say("preview.over", game=game)
    if table.phase != "gathering":
        return texts.say("preview.watch", game=game)
    host = next((seat.name for seat in table.seats if seat.kind == "person" and seat.name), None)
    return texts.say("preview.invited", name=host, game=game) if host else texts.say("preview.open", game=game)


async def answer(worker: Worker, request: Request, reads: Buckets) -> Response:
    """The page of a table, or the home page, with its tags; without those of a table that is not there, or for one who asks too often."""
    name, table = request.path_params.get("table"), None
    if name is not None and not reads.wait(address_of(request)):
        try:
            found = await rooms.standing(worker, [name])
            table = gate.table_info(found[0][0]) if found else None
        except Refusal:
            table = None
    texts = language(accepted(request.headers.get("accept-language", "")), "languages")
    if "preview.about" not in texts.texts:  # not translated yet
        texts = language("en", "languages")
    origin = f"{request.url.scheme}://{request.headers.get('host', '')}"
    return pages.answer(request, tags(texts, origin, request.url.path, table))
