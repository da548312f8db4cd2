/** Events in words. The engine gives codes and values; every sentence is made here from the message file. */
import { type Board, nameOf } from "./board";
import { kindsIn } from "./cards";
import { list, t, type Values } from "./messages";
import type { Colour, Entry, GameEvent, Handful, Kind, Route } from "./types";
import type { Standing } from "./views";

export const cardName = (kind: Kind): string => t(`card.${kind}`);
export const countedCards = (cards: Handful): string =>
  list(kindsIn(cards).map(([kind, n]) => t(`cards.${kind}`, { n })));

export const routeName = (board: Board, id: string, named = nameOf): string => {
  const route = board.route.get(id);
  return route ? t("route.name", { a: named(board, route.a), b: named(board, route.b) }) : id;
};

export const ticketName = (board: Board, id: string, named = nameOf): string => {
  const ticket = board.tickets.get(id);
  return ticket ? t("route.name", { a: named(board, ticket.a), b: named(board, ticket.b) }) : id;
};

/** Colour, length and what is special about a route, in words. */
export function routeFacts(route: Route, built: Colour | undefined): string {
  const parts = [t("route.spaces", { n: route.length }), t(`colour.${built ?? route.colour}`)];
  if (route.tunnel) parts.push(t("route.tunnel"));
  if (route.ferry) parts.push(t("route.ferry", { n: route.ferry }));
  return parts.join(", ");
}

/** Who has what: the state of a route for those who cannot see it. */
export function routeState(view: Standing, id: string, names: string[]): string {
  const owner = view.seats.findIndex((seat) => seat.routes.includes(id));
  if (owner >= 0) return owner === view.seat ? t("route.mine") : t("route.owned", { name: names[owner] ?? "" });
  if (view.closed.includes(id)) return t("route.closed");
  if (view.barred?.includes(id)) return t("route.barred");
  return t("route.free");
}

/** What a seat did, for all to hear. */
type Deed = Exclude<Extract<GameEvent, { p: number }>, { e: "deal" }>;

/** One event as a sentence; an empty text where nobody needs to hear of it. */
export function tell(board: Board, event: GameEvent, names: string[], me: number | null): string {
  const of = ({ e, p }: Deed, values: Values = {}): string =>
    t(p === me ? `story.${e}.me` : `story.${e}`, { who: names[p] ?? "", ...values });
  switch (event.e) {
    case "deal":
    case "row":
      return "";
    case "reset":
    case "reshuffle":
      return t(`story.${event.e}`);
    case "first":
    case "pass":
    case "last":
      return of(event);
    case "offer":
    case "keep":
      return of(event, { n: event.count ?? event.tickets?.length ?? 0 });
    case "take":
      return of(event, { card: cardName(event.card) });
    case "blind":
      return of(event, { card: event.card ? cardName(event.card) : "" });
    case "claim":
      return of(event, { route: routeName(board, event.route), cards: countedCards(event.cards), n: event.points });
    case "tunnel":
      return of(event, {
        route: routeName(board, event.route),
        turned: list(event.turned.map((kind) => cardName(kind))) || t("story.nothing"),
        extra: t("story.extra", { n: event.extra }),
      });
    case "decline":
      return of(event, { route: routeName(board, event.route) });
    case "station":
      return of(event, { city: nameOf(board, event.city) });
    case "build":
      return of(event, { route: routeName(board, event.route), colour: t(`colour.${event.colour}`) });
    case "end":
      return t("story.end", {
        n: event.winners.length,
        names: list(event.winners.map((seat) => names[seat] ?? "")),
      });
  }
}

/** The events of an entry of the story, if it has some. */
export const eventsOf = (entry: Entry): GameEvent[] => ("events" in entry ? entry.events : []);

export interface Line {
  seat: number | null;
  text: string;
}

/** What there is to tell of an entry of the story. */
export function linesOf(board: Board, entry: Entry, names: string[], me: number | null): Line[] {
  const { seat } = entry;
  const who = seat === null ? "" : (names[seat] ?? "");
  switch (entry.kind) {
    case "sit":
      return [{ seat, text: t("entry.sit", { who: entry.name }) }];
    case "stand":
      return [{ seat, text: t("entry.stand", { who: entry.name }) }];
    case "holiday":
      return [{ seat, text: t(entry.until > entry.time ? "entry.holiday" : "entry.holiday.end", { who }) }];
    case "replace":
      return [{ seat, text: t(entry.reason === "resign" ? "entry.resign" : "entry.replace", { who }) }];
    case "propose":
      return [
        {
          seat,
          text:
            entry.about === null
              ? t("entry.propose.end", { who })
              : t("entry.propose.bot", { who, name: names[entry.about] ?? "" }),
        },
      ];
    case "agree":
      return [{ seat, text: t(entry.yes ? "entry.agree.yes" : "entry.agree.no", { who }) }];
    case "answer":
      return [{ seat, text: t(entry.yes ? "entry.answer.yes" : "entry.answer.no", { who }) }];
    case "start": // the cards are dealt: nothing that anybody would not expect
    case "cancel":
    case "fill":
    case "choose":
    case "undo":
    case "back":
    case "call-off":
      return [{ seat, text: t(`entry.${entry.kind}`, { who }) }];
    case "move":
      return entry.events
        .map((event) => ({ seat: "p" in event ? event.p : null, text: tell(board, event, names, me) }))
        .filter(({ text }) => text !== "");
    case "rematch":
    case "again":
    case "disclose":
    case "prepared":
      return [];
  }
}

/** What the same seat does twice in a row is told once, with how often. */
export function counted<One extends Line>(lines: One[]): One[] {
  const told: (One & { times: number })[] = [];
  for (const line of lines) {
    const last = told.at(-1);
    if (last && last.seat === line.seat && last.text === line.text) last.times++;
    else told.push({ ...line, times: 1 });
  }
  return told.map((line) => (line.times > 1 ? { ...line, text: `${line.text} ×${line.times}` } : line));
}

/** The story without moves that were taken back. */
export function undone(entries: Entry[]): Entry[] {
  const gone = new Set(entries.flatMap((entry) => (entry.kind === "undo" ? [entry.undoes] : [])));
  return entries.map((entry) => (entry.kind === "move" && gone.has(entry.number) ? { ...entry, events: [] } : entry));
}
