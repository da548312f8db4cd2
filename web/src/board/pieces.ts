/** What the page itself puts on a board: claimed routes and stations, as symbols.json says for every picture. */
import symbols from "@draw/symbols.json";
import type { Kind } from "../lib/types";

export const n = (value: number): string => String(Math.round(value * 100) / 100);
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
