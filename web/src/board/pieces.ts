/** What the page itself puts on a board: claimed routes and stations, as symbols.json says for every picture. */
import symbols from "@draw/symbols.json";
import type { Kind, Slot } from "../lib/types";
import { laid, n } from "./laying";

export const symbolOf = (kind: Kind): string => (kind === "locomotive" ? symbols.locomotive : symbols.colours[kind]);
export const stationShape: string = symbols.station;

const { train } = symbols;
const SEATS = train.marks.length;
const pathOf = ([name, data]: string[]): string => (data ? `<path class="${name}" d="${data}"/>` : "");
const wagons = train.marks.map((mark) => [...train.wagon, mark].map(pathOf).join(""));

/** The class that gives everything of a seat its colour. */
export const ownerClass = (seat: number): string => `owner-${(seat % SEATS) + 1}`;

/** What lies under the wagons of a claimed route, through to its places. */
export const ribbon = (line: string, links: string): string =>
  train.strokes.map(([name, along]) => pathOf([name ?? "", along === "line" ? line : links])).join("");

/** A seat's wagon around the origin, along the x axis. */
export const wagon = (seat: number, length: number): string =>
  `<g transform="scale(${n(length / train.length)} 1)">${wagons[seat % SEATS] ?? ""}</g>`;

/** A seat's wagons on all slots of a route, each part of them in one path. */
export const wagonsOn = (seat: number, slots: readonly Slot[]): string =>
  [...train.wagon, train.marks[seat % SEATS] ?? []]
    .map(([name = "", data = ""]) =>
      pathOf([name, slots.map((slot) => laid(data, slot, slot.length / train.length)).join("")]),
    )
    .join("");
