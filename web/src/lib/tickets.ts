/** Tickets in words: how far one is, and by which way. */
import type { Board } from "./board";
import { list, t } from "./messages";
import { routeFacts, routeName } from "./story";
import type { GameEvent, Score, View } from "./types";
import type { Standing } from "./views";
import { reachOf, type TicketState, type Way, wayOf } from "./ways";

/** A ticket with its number in the list and on the board. */
export interface Held {
  id: string;
  number: number;
  way: Way;
}

/** Tickets in the order in which a seat kept them, as far as that was seen: a number once given to one is not another's later. */
export function asTheyCame(events: GameEvent[], seat: number | null, tickets: string[]): string[] {
  const came = events.flatMap((event) => (event.e === "keep" && event.p === seat ? (event.tickets ?? []) : []));
  const place = (id: string): number => (came.includes(id) ? came.indexOf(id) : came.length);
  return [...tickets].sort((one, other) => place(one) - place(other));
}

/** The tickets of a seat, numbered in the order given, with their ways. */
export function heldBy(board: Board, view: Standing, seat: number, tickets: string[], first = 1): Held[] {
  const reach = reachOf(board, view, seat);
  return tickets.flatMap((id, k) => {
    const ticket = board.tickets.get(id);
    return ticket ? [{ id, number: first + k, way: wayOf(board, ticket, reach) }] : [];
  });
}

/** The trains left: only so many, where more are needed. */
export const trainsText = (needed: number, trains: number): string =>
  t(needed > trains ? "tickets.few" : "player.trains", { n: trains });

/** How far a ticket is. */
export function stateText(way: Way, trains: number): string {
  const n = way.spaces;
  if (way.state === "short") return `${t("ticket.short", { n })}, ${trainsText(n, trains)}`;
  if (way.state !== "possible") return t(`ticket.${way.state}`);
  return t(way.stations > 0 ? "ticket.station" : way.lent.length > 0 ? "ticket.lent" : "ticket.possible", { n });
}

/** The way of a ticket, route by route, for those who cannot see it on the board. */
export function wayText(board: Board, view: View, way: Way): string {
  const steps = way.routes.flatMap((id) => {
    const route = board.route.get(id);
    if (!route) return [];
    const name = routeName(board, id);
    if (way.owned.includes(id)) return [t("way.mine", { route: name })];
    if (way.lent.includes(id)) return [t("way.lent", { route: name })];
    return [t("way.free", { route: name, facts: routeFacts(route, view.built?.[id]) })];
  });
  return steps.length > 0 ? t("way", { steps: list(steps) }) : t("way.none");
}

/** After the end a ticket is done or missed, whatever its way was. */
export const outcome = (score: Score | undefined, id: string): "done" | "missed" | null =>
  score?.completed.includes(id) ? "done" : score?.failed.includes(id) ? "missed" : null;

/** A ticket's state with what the end has made of it. */
export const endState = (way: Way, ended: ReturnType<typeof outcome>): TicketState =>
  ended === "done" ? "done" : ended === "missed" ? "cut" : way.state;

/** Routes and ends to be lit for some tickets. */
export function lightsOf(board: Board, looked: Held[], others: Held[] = []) {
  const lights = {
    routes: new Set<string>(),
    way: new Set<string>(),
    faint: new Set(others.flatMap(({ way }) => way.routes)),
    places: new Set<string>(),
  };
  for (const { id, way } of looked) {
    const ticket = board.tickets.get(id);
    for (const route of [...way.owned, ...way.lent]) lights.routes.add(route);
    for (const route of way.missing) lights.way.add(route);
    for (const end of ticket ? [ticket.a, ticket.b] : []) {
      lights.places.add(end);
      for (const [terminal, zone] of board.zones) if (zone === end) lights.places.add(terminal);
    }
  }
  return lights;
}

/** All that is to be in sight with some tickets: their ways, and their ends. */
export const extentOf = (board: Board, held: Held[]): string[] =>
  held.flatMap(({ id, way }) => {
    const ticket = board.tickets.get(id);
    return ticket ? [...way.routes, ticket.a, ticket.b] : [];
  });
