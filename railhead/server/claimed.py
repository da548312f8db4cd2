"""The routes that somebody has claimed in all their games, on the drawing of the board."""

import gzip
from collections.abc import Mapping

from railhead.server.games import laid_out
from railhead.server.refusals import Refusal
from railhead.text.messages import language


def picture(source: str, times: Mapping[str, int], code: str, look: str) -> bytes:
    """The picture as SVG, compressed; what it says is in the reader's language, its colours are those of their page."""
    from railhead.draw.svg.themes import themes
    from railhead.draw.svg.values import Measure, Valued, letters_on, value_map

    if look not in themes():
        raise Refusal("bad-message", at="$.look")

    setting, geometry = laid_out(source)
    if geometry is None:
        raise Refusal("unknown-path")
    texts = language(code, "days", "cities")
    bright = letters_on(themes()[look]["paper"]) == "#fff"
    measure = Measure(texts.say("routes.scale"), 0, max(times.values(), default=1), percent=False, bright=bright)
    names = {
        city["id"]: texts.maybe(f"place.{city['id']}", city.get("name", city["id"])) for city in setting.board["cities"]
    }
    ends = {route.id: (route.a, route.b) for route in setting.routes}
    told = {
        route: Valued(count, f"{' – '.join(names.get(place, place) for place in ends[route])}: {count}")
        for route, count in times.items()
        if route in ends
    }
    # an image on a page has none of its fonts
    drawn = value_map(setting.board, geometry, measure, told, theme=look, embed_fonts=True)
    return gzip.compress(drawn.encode(), 5, mtime=0)
