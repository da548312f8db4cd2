/** The board as the server drew it: one SVG in parts, between which the page puts light, pieces and touch. */
import type { Colour, Slot } from "../lib/types";
import { n } from "./pieces";

export interface Picture {
  viewBox: string;
  /** the width of the border: what the picture's corner is away from the board's origin */
  frame: number;
  width: number;
  height: number;
  /** sea, land, frame, title, and the thin lines to the tracks */
  ground: Node[];
  names: Node[];
  /** the slots of each route */
  slots: Map<string, Node[]>;
  /** path data of the lines from a route's ends to their places */
  links: Map<string, string>;
  /** the discs of cities and terminals */
  places: Map<string, Node[]>;
  /** a slot of each colour around the origin, to be laid on beds, and its length */
  pieces: Map<string, Node[]>;
  pieceLength: number;
}

export const parseSvg = (text: string): Element =>
  new DOMParser().parseFromString(text, "image/svg+xml").documentElement;

export function readPicture(text: string): Picture {
  const root = parseSvg(text);
  const viewBox = root.getAttribute("viewBox") ?? "";
  const [x = 0, , width = 0, height = 0] = viewBox.split(" ").map(Number);
  const part = (name: string): Node[] => [...(root.querySelector(`.${name}`)?.childNodes ?? [])];
  const named = (name: string, key: string): Map<string, Node[]> =>
    new Map(
      [...root.querySelectorAll(`.${name} > [${key}]`)].map((one) => [
        one.getAttribute(key) ?? "",
        [...one.childNodes],
      ]),
    );
  return {
    viewBox,
    frame: -x,
    width,
    height,
    ground: part("ground"),
    names: part("names"),
    slots: named("slots", "data-route"),
    links: new Map(
      [...root.querySelectorAll(".link")].map((one) => [
        one.getAttribute("data-route") ?? "",
        one.getAttribute("d") ?? "",
      ]),
    ),
    places: named("places", "data-place"),
    pieces: named("pieces", "data-colour"),
    pieceLength: Number(root.querySelector(".pieces")?.getAttribute("data-length") ?? 1),
  };
}

/** Put copies of drawn nodes into an element: an attachment. */
export const put =
  (nodes: Iterable<Node> = []) =>
  (element: Element): void =>
    element.replaceChildren(...[...nodes].map((node) => node.cloneNode(true)));

/** Pieces of track laid on the slots of a bed. */
export function laidTrack(picture: Picture, slots: Slot[], colour: Colour): Node[] {
  return slots.map((slot) => {
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const stretch = (slot.length / picture.pieceLength).toFixed(4);
    group.setAttribute(
      "transform",
      `translate(${n(slot.x)} ${n(slot.y)}) rotate(${n(slot.angle)}) scale(${stretch} 1)`,
    );
    put(picture.pieces.get(colour))(group);
    return group;
  });
}
