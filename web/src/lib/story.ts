/** Events in words. The engine gives codes and values; every sentence is made here from the message file. */
import { type Board, nameOf } from "./board";
import { list, t } from "./messages";
import { kindsIn } from "./moves";
import type { GameEvent, Handful, Kind, Route, View } from "./types";

export const cardName = (kind: Kind, n = 1): string => t(`card.${kind}`, { n });
export const countedCards = (cards: Handful): string =>
  list(kindsIn(cards).map(([kind, n]) => t("cards.counted", { n, cards: cardName(kind, n) })));

export const routeName = (board: Board, id: string): string => {
  const route = board.route.get(id);
  return route ? t("route.name", { a: nameOf(board, route.a), b: nameOf(board, route.b) }) : id;
};

export const ticketName = (board: Board, id: string): string => {
  const ticket = board.tickets.get(id);
  return ticket ? t("route.name", { a: nameOf(board, ticket.a), b: nameOf(board, ticket.b) }) : id;
};

/** Colour, length and what is special about a route, in words. */
export function routeFacts(route: Route, built: string | undefined): string {
  const colour = built ?? route.colour;
  const parts = [t("route.spaces", { n: route.length }), t(`colour.${colour}`)];
  if (route.tunnel) parts.push(t("route.tunnel"));
  if (route.ferry) parts.push(t("route.ferry", { n: route.ferry }));
  return parts.join(", ");
}

/** Who has what: the state of a route for those who cannot see it. */
export function routeState(view: View, id: string, names: string[]): string {
  const owner = view.seats.findIndex((seat) => seat.routes.includes(id));
  if (owner >= 0) return owner === view.seat ? t("route.mine") : t("route.owned", { name: names[owner] ?? "" });
  if (view.closed.includes(id)) return t("route.closed");
  if (view.barred?.includes(id)) return t("route.barred");
  return t("route.free");
}

/** One event as a sentence; an empty text where nobody needs to hear of it. */
export function tell(board: Board, event: GameEvent, names: string[], me: number | null): string {
  const who = event.p === undefined ? "" : (names[event.p] ?? "");
  const key = (code: string) => (event.p !== undefined && event.p === me ? `story.${code}.me` : `story.${code}`);
  const cards = Array.isArray(event.cards) ? "" : countedCards(event.cards ?? {});
  const values = {
    who,
    cards,
    n: event.count ?? event.tickets?.length ?? event.extra ?? event.points ?? 0,
    route: event.route ? routeName(board, event.route) : "",
    city: event.city ? nameOf(board, event.city) : "",
    card: event.card ? cardName(event.card) : "",
    colour: event.colour ? t(`colour.${event.colour}`) : "",
  };
  switch (event.e) {
    case "take":
    case "claim":
    case "station":
    case "build":
    case "pass":
    case "decline":
    case "last":
    case "first":
    case "keep":
      return t(key(event.e), values);
    case "blind":
      return t(event.card ? key("blind") : "story.blind", values);
    case "tunnel":
      return t(key("tunnel"), {
        ...values,
        turned: list((event.turned ?? []).map((kind) => cardName(kind))) || t("story.nothing"),
        extra: t("story.extra", { n: event.extra ?? 0 }),
      });
    case "offer":
      return t(key("offer"), values);
    case "reset":
    case "reshuffle":
      return t(`story.${event.e}`, values);
    case "end":
      return t("story.end", {
        n: event.winners?.length ?? 0,
        names: list((event.winners ?? []).map((seat) => names[seat] ?? "")),
      });
    default:
      return "";
  }
}
