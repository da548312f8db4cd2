/** Geometry of connections: is a ticket met, can it still be, and by which shortest way. A display, not a rule. */
import { type Board, endsOf } from "./board";
import type { Route, Ticket } from "./types";
import type { Standing } from "./views";

/** short: a way is open, but it takes more trains than are left. */
export type TicketState = "done" | "possible" | "short" | "cut";
export interface Way {
  state: TicketState;
  /** the routes from end to end */
  routes: string[];
  /** of these: one's own, those still to be claimed, those of others that stations lend */
  owned: string[];
  missing: string[];
  lent: string[];
  /** to be claimed */
  spaces: number;
  /** stations still to be built for it */
  stations: number;
}

/** What a seat has and may still hope for. */
export interface Reach {
  mine: ReadonlySet<string>;
  open: ReadonlySet<string>;
  trains: number;
  /** routes of others, which stations may lend (E8) */
  others: ReadonlySet<string>;
  /** cities with a station of one's own */
  built: string[];
  /** cities with a station of anybody: no second one is built there (E7) */
  taken: ReadonlySet<string>;
  stations: number;
}

const NONE: ReadonlySet<string> = new Set();
/** Nothing but routes and trains. */
export const reachWith = (mine: ReadonlySet<string>, open: ReadonlySet<string>, trains = 99): Reach => ({
  mine,
  open,
  trains,
  others: NONE,
  built: [],
  taken: NONE,
  stations: 0,
});

/** The routes a seat may still hope for: nobody's, not closed, not barred to it. */
export function openRoutes(board: Board, view: Standing): Set<string> {
  const gone = new Set([...view.closed, ...(view.barred ?? [])]);
  for (const seat of view.seats) for (const route of seat.routes) gone.add(route);
  return new Set(board.routes.filter((route) => !gone.has(route.id)).map((route) => route.id));
}

/** What a seat has and may still hope for, as a view shows it. */
export function reachOf(board: Board, view: Standing, number: number): Reach {
  const seat = view.seats[number];
  const others = view.seats.filter((_, other) => other !== number);
  return {
    mine: new Set(seat?.routes),
    open: openRoutes(board, view),
    trains: seat?.trains ?? 0,
    others: new Set(others.flatMap((other) => other.routes)),
    built: seat?.stations ?? [],
    taken: new Set(view.seats.flatMap((one) => one.stations)),
    stations: seat?.stationsLeft ?? 0,
  };
}

/** Where a place begins or ends: a zone is met at any one of its ends, and never passed through. */
function doors(board: Board, place: string): string[] {
  const ends = [...board.zones].filter(([end, zone]) => zone === place && end !== place).map(([end]) => end);
  return ends.length > 0 ? ends : [place];
}

/** Somewhere on a way: a place, which of one's stations have lent a route, how many more were built for it. */
interface Spot {
  place: string;
  used: number;
  fresh: number;
  cost: number;
  from: { spot: Spot; route: Route } | null;
}

/** The cheapest way in spaces to be claimed, with at most so many new stations; null where there is none. */
function search(board: Board, ticket: Ticket, reach: Reach, stations: boolean, fresh: number): Spot | null {
  const goals = new Set(doors(board, ticket.b));
  const starts = new Set(doors(board, ticket.a));
  const key = (spot: Spot): string => `${spot.place} ${spot.used} ${spot.fresh}`;
  const best = new Map<string, number>();
  const waiting = new Map<string, Spot>();
  const reached = (spot: Spot): void => {
    const name = key(spot);
    if (spot.cost >= (best.get(name) ?? Number.POSITIVE_INFINITY)) return;
    best.set(name, spot.cost);
    waiting.set(name, spot);
  };
  for (const place of starts) reached({ place, used: 0, fresh: 0, cost: 0, from: null });
  while (waiting.size > 0) {
    let spot: Spot | undefined;
    for (const other of waiting.values()) if (!spot || other.cost < spot.cost) spot = other;
    if (!spot) break;
    waiting.delete(key(spot));
    if (goals.has(spot.place)) return spot;
    if (board.zones.has(spot.place) && !starts.has(spot.place)) continue; // a zone is an end
    for (const route of board.ending.get(spot.place) ?? []) {
      const [a, b] = endsOf(board, route);
      const place = a === spot.place ? b : a;
      const from = { spot, route };
      // a small charge for every route prefers few routes among ways of equal length
      if (reach.mine.has(route.id)) reached({ ...spot, place, from });
      else if (reach.open.has(route.id)) reached({ ...spot, place, from, cost: spot.cost + route.length + 0.01 });
      else if (stations && reach.others.has(route.id)) {
        const cost = spot.cost + 0.01;
        for (const [k, city] of reach.built.entries()) {
          const bit = 1 << k;
          if ((city === a || city === b) && !(spot.used & bit))
            reached({ ...spot, place, from, cost, used: spot.used | bit });
        }
        if (spot.fresh < fresh && (!reach.taken.has(a) || !reach.taken.has(b)))
          reached({ ...spot, place, from, cost, fresh: spot.fresh + 1 });
      }
    }
  }
  return null;
}

function traced(end: Spot, reach: Reach): Way {
  const routes: string[] = [];
  for (let at: Spot | null = end; at?.from; at = at.from.spot) routes.unshift(at.from.route.id);
  const owned = routes.filter((id) => reach.mine.has(id));
  const missing = routes.filter((id) => reach.open.has(id) && !reach.mine.has(id));
  const lent = routes.filter((id) => !reach.mine.has(id) && !reach.open.has(id));
  const spaces = Math.floor(end.cost);
  const state = owned.length === routes.length ? "done" : spaces <= reach.trains ? "possible" : "short";
  return { state, routes, owned, missing, lent, spaces, stations: end.fresh };
}

/** The way of a ticket that is possible with what a seat has: without stations if it can be, then with those built, then with more. */
export function wayOf(board: Board, ticket: Ticket, reach: Reach): Way {
  let short: Way | null = null;
  const plain = search(board, ticket, reach, false, 0);
  if (plain) short = traced(plain, reach);
  if (short && short.state !== "short") return short;
  const most = reach.others.size > 0 && reach.built.length + reach.stations > 0 ? reach.stations : -1;
  for (let fresh = reach.built.length > 0 ? 0 : 1; fresh <= most; fresh++) {
    const end = search(board, ticket, reach, true, fresh);
    const way = end && traced(end, reach);
    if (way?.state === "possible") return way;
    short ??= way;
  }
  return short ?? { state: "cut", routes: [], owned: [], missing: [], lent: [], spaces: 0, stations: 0 };
}

const lengthOf = (board: Board, routes: string[]): number =>
  routes.reduce((sum, id) => sum + (board.route.get(id)?.length ?? 0), 0);

/** How much of a way is there, from 0 to 1. */
export function progress(board: Board, way: Way): number {
  if (way.state === "done") return 1;
  const all = lengthOf(board, way.routes);
  return all > 0 ? lengthOf(board, way.owned) / all : 0;
}

/** The spaces that several tickets still need together, each route counted once. */
const sumOf = (board: Board, ways: Way[]): number => lengthOf(board, [...new Set(ways.flatMap((way) => way.missing))]);

/** What the tickets that are possible need together: by their ways, and where the trains left do not do, by ways that share more. */
export function spacesTogether(board: Board, tickets: { id: string; way: Way }[], reach: Reach): number {
  const open = tickets.filter(({ way }) => way.state === "possible");
  const apart = sumOf(
    board,
    open.map(({ way }) => way),
  );
  if (apart <= reach.trains) return apart;
  const shared = (order: typeof open): number => {
    const mine = new Set(reach.mine);
    const ways = order.flatMap(({ id }) => {
      const ticket = board.tickets.get(id);
      const way = ticket && wayOf(board, ticket, { ...reach, mine });
      for (const route of way?.missing ?? []) mine.add(route);
      return way ?? [];
    });
    return sumOf(board, ways);
  };
  const order = [...open].sort((a, b) => b.way.spaces - a.way.spaces);
  return Math.min(apart, shared(order), shared(order.reverse()));
}

/** A longest trail of routes, no route twice, as route ids in order. Stops at the length that the score names. */
export function longestTrail(board: Board, owned: string[], wanted: number): string[] {
  const edges = owned.flatMap((id) => board.route.get(id) ?? []);
  const at = new Map<string, Route[]>();
  for (const route of edges) {
    for (const place of endsOf(board, route)) at.set(place, [...(at.get(place) ?? []), route]);
  }
  let best: string[] = [];
  let bestLength = 0;
  let budget = 300_000;
  const used = new Set<string>();
  const trail: string[] = [];
  const walk = (place: string, length: number): boolean => {
    if (length > bestLength) [best, bestLength] = [[...trail], length];
    if (bestLength >= wanted || budget-- <= 0) return true;
    for (const route of at.get(place) ?? []) {
      if (used.has(route.id)) continue;
      used.add(route.id);
      trail.push(route.id);
      const [a, b] = endsOf(board, route);
      const found = walk(a === place ? b : a, length + route.length);
      trail.pop();
      used.delete(route.id);
      if (found) return true;
    }
    return false;
  };
  // begin at odd cities: trails that end nowhere better begin there
  const places = [...at.keys()].sort((p, q) => ((at.get(q)?.length ?? 0) % 2) - ((at.get(p)?.length ?? 0) % 2));
  for (const place of places) if (walk(place, 0)) break;
  return best;
}
