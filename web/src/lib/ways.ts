/** Geometry of connections: is a ticket met, can it still be, and by which shortest way. A display, not a rule. */
import { type Board, endsOf } from "./board";
import type { Route, Ticket, View } from "./types";
import { barredIn } from "./views";

export type TicketState = "done" | "possible" | "cut";
export interface Way {
  state: TicketState;
  /** routes of the way, those still missing apart */
  owned: string[];
  missing: string[];
  spaces: number;
}

interface Step {
  to: string;
  route: Route;
  cost: number;
}

/** The routes a seat may still hope for: nobody's, not closed, not barred to it. */
export function openRoutes(board: Board, view: View): Set<string> {
  const gone = new Set([...view.closed, ...barredIn(view)]);
  for (const seat of view.seats) for (const route of seat.routes) gone.add(route);
  return new Set(board.routes.filter((route) => !gone.has(route.id)).map((route) => route.id));
}

/** Where a place begins or ends: a zone is met at any one of its ends, and never passed through. */
function doors(board: Board, place: string): string[] {
  const ends = [...board.zones].filter(([end, zone]) => zone === place && end !== place).map(([end]) => end);
  return ends.length > 0 ? ends : [place];
}

function network(board: Board, mine: Set<string>, open: Set<string>): Map<string, Step[]> {
  const steps = new Map<string, Step[]>();
  const add = (from: string, step: Step) => {
    const some = steps.get(from);
    if (some) some.push(step);
    else steps.set(from, [step]);
  };
  for (const route of board.routes) {
    const own = mine.has(route.id);
    if (!own && !open.has(route.id)) continue;
    // a small charge for every route prefers few routes among ways of equal length
    const cost = own ? 0 : route.length + 0.01;
    const [a, b] = endsOf(board, route);
    add(a, { to: b, route, cost });
    add(b, { to: a, route, cost });
  }
  return steps;
}

/** The cheapest way of a ticket in spaces still to be claimed; routes already owned cost nothing. */
export function wayOf(board: Board, ticket: Ticket, mine: Set<string>, open: Set<string>): Way {
  const steps = network(board, mine, open);
  const goals = new Set(doors(board, ticket.b));
  const cost = new Map<string, number>();
  const from = new Map<string, { place: string; route: Route }>();
  const waiting = new Set<string>();
  for (const door of doors(board, ticket.a)) {
    cost.set(door, 0);
    waiting.add(door);
  }
  const starts = new Set(waiting);
  while (waiting.size > 0) {
    let place = "";
    let best = Number.POSITIVE_INFINITY;
    for (const other of waiting) {
      const value = cost.get(other) ?? best;
      if (value < best) [place, best] = [other, value];
    }
    waiting.delete(place);
    if (goals.has(place)) return trace(place, from, mine, best);
    if (board.zones.has(place) && !starts.has(place)) continue; // a zone is an end
    for (const step of steps.get(place) ?? []) {
      const total = best + step.cost;
      if (total >= (cost.get(step.to) ?? Number.POSITIVE_INFINITY)) continue;
      cost.set(step.to, total);
      from.set(step.to, { place, route: step.route });
      waiting.add(step.to);
    }
  }
  return { state: "cut", owned: [], missing: [], spaces: 0 };
}

function trace(end: string, from: Map<string, { place: string; route: Route }>, mine: Set<string>, cost: number): Way {
  const owned: string[] = [];
  const missing: string[] = [];
  for (let at = from.get(end); at; at = from.get(at.place)) (mine.has(at.route.id) ? owned : missing).push(at.route.id);
  return { state: missing.length === 0 ? "done" : "possible", owned, missing, spaces: Math.floor(cost) };
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
