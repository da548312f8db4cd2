/** Where the numbers of tickets stand: beside the places they name, clear of names and tracks as far as can be. */
import type { Board } from "../lib/board";
import type { Box } from "../lib/types";

export const BADGE = { width: 19, height: 17, gap: 1.5 };

interface Point {
  x: number;
  y: number;
}

/** How much of each other two boxes cover. */
export const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));

const boxAround = ({ x, y }: Point, width: number, height: number): Box => [
  x - width / 2,
  y - height / 2,
  x + width / 2,
  y + height / 2,
];

/** Points all around something of some size, at which a box of another size touches it not. */
function around({ x, y }: Point, halfWidth: number, halfHeight: number, width: number, height: number): Point[] {
  const [dx, dy] = [halfWidth + width / 2 + 2, halfHeight + height / 2 + 2];
  return [
    { x, y: y - dy },
    { x, y: y + dy },
    { x: x + dx, y },
    { x: x - dx, y },
    { x: x + dx * 0.8, y: y - dy * 0.8 },
    { x: x - dx * 0.8, y: y - dy * 0.8 },
    { x: x + dx * 0.8, y: y + dy * 0.8 },
    { x: x - dx * 0.8, y: y + dy * 0.8 },
  ];
}

/** Where rows of badges were found to stand, on each board. */
const found = new WeakMap<Board, Map<string, Point | null>>();

/** The middle of so many badges in a row beside a place, `size` times as large as usual: looked for once. */
export function badgesAt(board: Board, place: string, count: number, size = 1): Point | null {
  const known = found.get(board) ?? new Map<string, Point | null>();
  found.set(board, known);
  const key = `${place} ${count} ${size}`;
  const at = known.get(key) ?? bestPlace(board, place, count, size);
  known.set(key, at);
  return at;
}

function bestPlace(board: Board, place: string, count: number, size: number): Point | null {
  const { cities, labels, slots, width: wide, height: high } = board.geometry;
  const spot = board.spots.get(place);
  const label = labels.find((one) => one.id === place);
  const width = (count * BADGE.width + (count - 1) * BADGE.gap) * size;
  const height = BADGE.height * size;
  const candidates = spot
    ? around(spot, spot.r, spot.r, width, height)
    : label
      ? around(
          { x: (label.box[0] + label.box[2]) / 2, y: (label.box[1] + label.box[3]) / 2 },
          (label.box[2] - label.box[0]) / 2,
          (label.box[3] - label.box[1]) / 2,
          width,
          height,
        )
      : [];
  let best: Point | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [order, at] of candidates.entries()) {
    const box = boxAround(at, width, height);
    let cost = order; // what is tried first is better among equals
    for (const other of labels) cost += 3 * overlap(box, other.box);
    for (const slot of slots) cost += overlap(box, boxAround(slot, slot.length * 0.7, slot.length * 0.5));
    for (const city of cities) cost += 2 * overlap(box, boxAround(city, city.r * 2, city.r * 2));
    if (box[0] < 0 || box[1] < 0 || box[2] > wide || box[3] > high) cost += 10_000;
    if (cost < least) [best, least] = [at, cost];
  }
  return best;
}

/** A row of badges at a place: its middle, and what it covers. */
export interface Row<E> {
  place: string;
  middle: Point;
  box: Box;
  some: E[];
}

/** The numbers at every place that a ticket names, in rows. */
export function rowsOf<E extends { id: string }>(board: Board, ends: readonly E[], size = 1): Row<E>[] {
  const at = new Map<string, E[]>();
  for (const end of ends) {
    const ticket = board.tickets.get(end.id);
    for (const place of ticket ? [ticket.a, ticket.b] : []) at.set(place, [...(at.get(place) ?? []), end]);
  }
  return [...at].flatMap(([place, some]) => {
    const middle = badgesAt(board, place, some.length, size);
    const width = (some.length * BADGE.width + (some.length - 1) * BADGE.gap) * size;
    return middle ? [{ place, middle, box: boxAround(middle, width, BADGE.height * size), some }] : [];
  });
}

const HEAD = { away: 25, wide: 25 }; // of a pin: how far from its point, and how wide
const LEANS = [0, 50, -50, 100, -100, 150, -150];

/** What the head of a pin covers that leans so far, in degrees. */
function headOf({ x, y }: Point, lean: number, size: number): Box {
  const turn = (lean * Math.PI) / 180;
  const head = { x: x + Math.sin(turn) * HEAD.away * size, y: y - Math.cos(turn) * HEAD.away * size };
  return boxAround(head, HEAD.wide * size, HEAD.wide * size);
}

/** How far each of some pins leans, in degrees, so that its head hides as little of the boxes, and of the other pins, as can be. */
export function leansOf(points: readonly Point[], boxes: readonly Box[], size = 1): number[] {
  const taken = [...boxes];
  return points.map((at) => {
    const heads = LEANS.map((lean) => headOf(at, lean, size));
    const hidden = heads.map((head) => taken.reduce((sum, other) => sum + overlap(head, other), 0));
    const best = hidden.indexOf(Math.min(...hidden));
    taken.push(...heads.slice(best, best + 1));
    return LEANS[best] ?? 0;
  });
}

/** A letter for each player: the first of the name, or the last where others begin alike. */
export const lettersOf = (names: readonly string[]): string[] => {
  const firsts = names.map((name) => [...name][0] ?? "");
  return names.map((name, seat) => {
    const first = firsts[seat] ?? "";
    return firsts.filter((other) => other === first).length > 1 ? ([...name].at(-1) ?? "") : first;
  });
};
