/** A board with its drawing, looked up by id. */
import type { Picture } from "../board/picture";
import { maybe } from "./messages";
import type { GameFacts, Place, Plan, Route, Slot, Spot, Ticket } from "./types";

export interface Board {
  facts: GameFacts;
  routes: Route[];
  route: Map<string, Route>;
  /** the routes that end at a place */
  ending: Map<string, Route[]>;
  cities: Place[];
  /** cities, zones and the ends of routes into zones: id to name */
  names: Map<string, string>;
  zones: Map<string, string>;
  tickets: Map<string, Ticket>;
  geometry: Plan;
  picture: Picture;
  slots: Map<string, Slot[]>;
  spots: Map<string, Spot>;
  /** the middle of a route, for focus, symbols and arrow keys */
  middles: Map<string, { x: number; y: number }>;
}

export function makeBoard(facts: GameFacts, picture: Picture): Board {
  const { geometry, tickets } = facts;
  if (!geometry) throw new Error(`${facts.board} cannot be drawn`);
  const names = new Map(facts.cities.map((city) => [city.id, city.name]));
  const zones = new Map<string, string>();
  for (const zone of facts.zones) {
    names.set(zone.id, zone.name);
    zones.set(zone.id, zone.id);
    for (const terminal of zone.terminals) {
      names.set(terminal, zone.name);
      zones.set(terminal, zone.id);
    }
  }
  const slots = new Map<string, Slot[]>();
  for (const slot of geometry.slots) {
    const some = slots.get(slot.route);
    if (some) some.push(slot);
    else slots.set(slot.route, [slot]);
  }
  const middles = new Map<string, { x: number; y: number }>();
  for (const [route, some] of slots) {
    const last = some.length - 1;
    const [a, b] = [some[last >> 1], some[(last + 1) >> 1]];
    if (a && b) middles.set(route, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  }
  const ending = new Map<string, Route[]>();
  for (const route of facts.routes)
    for (const end of endsOf({ zones }, route)) ending.set(end, [...(ending.get(end) ?? []), route]);
  return {
    facts,
    routes: facts.routes,
    ending,
    route: new Map(facts.routes.map((route) => [route.id, route])),
    cities: facts.cities,
    names,
    zones,
    tickets: new Map(tickets.map((ticket) => [ticket.id, ticket])),
    geometry,
    picture,
    slots,
    spots: new Map([...geometry.cities, ...geometry.terminals].map((spot) => [spot.id, spot])),
    middles,
  };
}

/** A city as it is printed on the board; a zone in the reader's language. */
export const nameOf = (board: Board, place: string): string =>
  maybe(`zone.${board.zones.get(place)}`) ?? board.names.get(place) ?? place;

/** A city's name in the reader's language, where it is not the printed one. */
export const alsoCalled = (place: string): string | undefined => maybe(`place.${place}`);

/** Both, for those who ask: `Wien (Vienna)`. */
export function fullName(board: Board, place: string): string {
  const [printed, also] = [nameOf(board, place), alsoCalled(place)];
  return also ? `${printed} (${also})` : printed;
}

/** The two ends of a route; one into a zone ends at a place of its own. */
export function endsOf(board: Pick<Board, "zones">, route: Route): [string, string] {
  const end = (place: string) => (route.terminal && board.zones.has(place) ? route.terminal : place);
  return [end(route.a), end(route.b)];
}
