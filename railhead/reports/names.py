"""Routes and tickets as people know them."""

from railhead.boards import Setting


def route_names(setting: Setting) -> dict[str, str]:
    """`Paris – Dijon`, and `Paris – Dijon (2)` for the second of two."""
    places = setting.place_names
    found: dict[str, str] = {}
    seen: dict[frozenset[str], int] = {}
    for route in setting.routes:
        seen[route.ends] = seen.get(route.ends, 0) + 1
        track = f" ({seen[route.ends]})" if seen[route.ends] > 1 else ""
        found[route.id] = f"{places.get(route.a, route.a)} – {places.get(route.b, route.b)}{track}"
    return found


def ticket_names(setting: Setting) -> dict[str, str]:
    """`Los Angeles – New York (21)`."""
    places = setting.place_names
    return {
        ticket.id: f"{places.get(ticket.a, ticket.a)} – {places.get(ticket.b, ticket.b)} ({ticket.points})"
        for ticket in setting.tickets
    }
