/** What a finger or the mouse means: the nearest thing within reach, what may be touched before what may not. */
import type { Board } from "../lib/board";

export interface Item {
  kind: "route" | "city";
  id: string;
}

export interface Touchable {
  routes: ReadonlySet<string>;
  cities: ReadonlySet<string>;
}

export const mayTouch = (may: Touchable, item: Item): boolean =>
  (item.kind === "route" ? may.routes : may.cities).has(item.id);

/** `favour` is by how much things that may be touched count as nearer. */
export function nearest(
  board: Board,
  x: number,
  y: number,
  reach: number,
  may: Touchable,
  favour: number,
): Item | null {
  let best: Item | null = null;
  let least = reach;
  for (const slot of board.geometry.slots) {
    const angle = (slot.angle * Math.PI) / 180;
    const [dx, dy] = [x - slot.x, y - slot.y];
    const along = Math.max(0, Math.abs(dx * Math.cos(angle) + dy * Math.sin(angle)) - slot.length / 2);
    const aside = Math.abs(-dx * Math.sin(angle) + dy * Math.cos(angle));
    const away = Math.hypot(along, aside) * (may.routes.has(slot.route) ? favour : 1);
    if (away < least) [best, least] = [{ kind: "route", id: slot.route }, away];
  }
  for (const id of may.cities) {
    const spot = board.spots.get(id);
    if (!spot) continue;
    const away = Math.max(0, Math.hypot(x - spot.x, y - spot.y) - spot.r) * 0.8;
    if (away < least) [best, least] = [{ kind: "city", id }, away];
  }
  return best;
}

/** Has the upper right corner of a board less to touch than the lower one? There the buttons hide least. */
export function emptier({ geometry: { slots, width, height } }: Board): boolean {
  const right = slots.filter(({ x }) => x > width * 0.88);
  return right.filter(({ y }) => y < height * 0.3).length < right.filter(({ y }) => y > height * 0.7).length;
}
