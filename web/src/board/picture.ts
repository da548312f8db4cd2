/** The board as the server drew it: one SVG in parts, between which the page puts light, pieces and touch. */
import type { Colour, Slot } from "../lib/types";
import { laid, type Shape, shapeOf } from "./laying";

export interface Picture {
  viewBox: string;
  /** the width of the border: what the picture's corner is away from the board's origin */
  frame: number;
  width: number;
  height: number;
  /** sea, land, frame, title, and the thin lines to the tracks */
  ground: Node[];
  names: Node[];
  /** what is drawn on each slot of each route */
  slots: Map<string, Shape[][]>;
  /** path data of the lines from a route's ends to their places */
  links: Map<string, string>;
  /** the discs of cities and terminals */
  places: Map<string, Node[]>;
  /** a slot of each colour around the origin, to be laid on beds, and its length */
  pieces: Map<string, Shape[]>;
  pieceLength: number;
  /** fonts with the letters of its names that the page's own do not have, in base 64 */
  letters: string[];
}

export const parseSvg = (text: string): Element =>
  new DOMParser().parseFromString(text, "image/svg+xml").documentElement;

export function readPicture(text: string): Picture {
  const root = parseSvg(text);
  const viewBox = root.getAttribute("viewBox") ?? "";
  const [x = 0, , width = 0, height = 0] = viewBox.split(" ").map(Number);
  const part = (name: string): Node[] => [...(root.querySelector(`.${name}`)?.childNodes ?? [])];
  const named = <T>(name: string, key: string, read: (one: Element) => T): Map<string, T> =>
    new Map([...root.querySelectorAll(`.${name} > [${key}]`)].map((one) => [one.getAttribute(key) ?? "", read(one)]));
  const shapes = (one: Element): Shape[] => [...one.children].map(shapeOf);
  return {
    viewBox,
    frame: -x,
    width,
    height,
    ground: part("ground"),
    names: part("names"),
    slots: named("slots", "data-route", (route) => [...route.children].map(shapes)),
    links: new Map(
      [...root.querySelectorAll(".link")].map((one) => [
        one.getAttribute("data-route") ?? "",
        one.getAttribute("d") ?? "",
      ]),
    ),
    places: named("places", "data-place", (place) => [...place.childNodes]),
    pieces: named("pieces", "data-colour", shapes),
    pieceLength: Number(root.querySelector(".pieces")?.getAttribute("data-length") ?? 1),
    letters: [...root.querySelectorAll(".letters")].map((one) => one.textContent ?? ""),
  };
}

/** Names are written in any script, on the board and beside it: style sheets ask for these letters after the page's own. */
export function lend(letters: string[]): void {
  for (const one of letters)
    document.fonts.add(
      new FontFace(
        "Board letters",
        Uint8Array.from(atob(one), (sign) => sign.charCodeAt(0)),
        { weight: "100 900" },
      ),
    );
}

/** Put copies of drawn nodes into an element: an attachment. */
export const put =
  (nodes: Iterable<Node> = []) =>
  (element: Element): void =>
    element.replaceChildren(...[...nodes].map((node) => node.cloneNode(true)));

/** What is drawn on the slots of a route, or, where its bed has track, pieces of that colour: path data by class. */
export function drawnOn({ slots, pieces, pieceLength }: Picture, where: Slot[], colour?: Colour): [string, string][] {
  const found = new Map<string, string>();
  for (const [k, slot] of where.entries()) {
    const stretch = colour ? slot.length / pieceLength : 1;
    for (const { kind, data, scale } of (colour ? pieces.get(colour) : slots.get(slot.route)?.[k]) ?? [])
      found.set(kind, (found.get(kind) ?? "") + laid(data, slot, stretch * scale, scale));
  }
  return [...found];
}
