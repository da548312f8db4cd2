/** Keys on a board: arrows go to the next route or city, letters to the next one of that name. */
import type { Board } from "../lib/board";
import { type Item, mayTouch, type Touchable } from "./near";
import { nextInDirection } from "./viewport";

export interface Reached extends Item {
  x: number;
  y: number;
}
export type Action =
  | { does: "zoom"; factor: number }
  | { does: "whole" }
  | { does: "pan"; dx: number; dy: number }
  | { does: "focus"; item: Item | undefined }
  | { does: "press"; item: Item };
export interface Place {
  items: Reached[];
  focused: Item | null;
  may: Touchable;
  labelOf: (kind: Item["kind"], id: string) => string;
  /** letters search by name; off where single keys mean something else */
  letters: boolean;
}
export type Key = Pick<KeyboardEvent, "key" | "shiftKey" | "altKey" | "metaKey" | "ctrlKey" | "timeStamp">;

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const STEP = 80; // pixels the board moves at a key
const PAUSE = 700; // milliseconds after which letters begin a new word

/** Everything that keys reach: routes, and cities where stations can be built. */
export function itemsOf(board: Board): Reached[] {
  const routes = board.routes.flatMap(({ id }) => {
    const middle = board.middles.get(id);
    return middle ? [{ kind: "route" as const, id, ...middle }] : [];
  });
  if (board.facts.numbers.stations === 0) return routes;
  return [...routes, ...board.geometry.cities.map(({ id, x, y }) => ({ kind: "city" as const, id, x, y }))];
}

export const same = (a: Item | null | undefined, b: Item | null | undefined): boolean =>
  a?.kind === b?.kind && a?.id === b?.id;

/** Where the focus is, or would go: what has it, else the first thing that may be touched. */
export const homeOf = ({ items, focused, may }: Pick<Place, "items" | "focused" | "may">): Reached | undefined =>
  (focused && items.find((item) => same(item, focused))) ?? items.find((item) => mayTouch(may, item)) ?? items[0];

export class Keys {
  #typed = "";
  #last = 0;

  /** What a key asks for; null where it is none of the board's. */
  read(key: Key, place: Place): Action | null {
    if (key.altKey || key.metaKey || key.ctrlKey) return null;
    const { items, focused, may } = place;
    const home = homeOf(place);
    const arrow = ARROWS[key.key];
    if (key.key === "+" || key.key === "=") return { does: "zoom", factor: 1.4 };
    if (key.key === "-") return { does: "zoom", factor: 1 / 1.4 };
    if (key.key === "0") return { does: "whole" };
    if (arrow && key.shiftKey) return { does: "pan", dx: -arrow[0] * STEP, dy: -arrow[1] * STEP };
    if (arrow && home) return { does: "focus", item: nextInDirection(home, items, ...arrow) };
    if (key.key === "PageDown" || key.key === "PageUp") {
      const legal = items.filter((item) => mayTouch(may, item));
      return { does: "focus", item: following(legal, focused, key.key === "PageDown" ? 1 : -1) };
    }
    if ((key.key === "Enter" || key.key === " ") && focused && home) return { does: "press", item: home };
    if (place.letters && /^\p{L}$/u.test(key.key)) return { does: "focus", item: this.#named(key, place) };
    return null;
  }

  #named(key: Key, { items, focused, labelOf }: Place): Item | undefined {
    this.#typed = (key.timeStamp - this.#last < PAUSE ? this.#typed : "") + key.key.toLowerCase();
    this.#last = key.timeStamp;
    const at = items.findIndex((item) => same(item, focused));
    const turned = [...items.slice(at + (this.#typed.length === 1 ? 1 : 0)), ...items.slice(0, Math.max(0, at))];
    return turned.find((item) => labelOf(item.kind, item.id).toLowerCase().startsWith(this.#typed));
  }
}

/** From one of some things to the next, around; from elsewhere to the first or the last. */
function following(some: Item[], from: Item | null, step: 1 | -1): Item | undefined {
  const at = some.findIndex((item) => same(item, from));
  return some[(at < 0 ? (step > 0 ? 0 : some.length - 1) : at + step + some.length) % (some.length || 1)];
}
