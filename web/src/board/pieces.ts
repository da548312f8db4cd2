/** What the page itself puts on a board: claimed routes and stations, as symbols.json says for every picture. */
import symbols from "@draw/symbols.json";
import type { Kind, Slot } from "../lib/types";

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

/** A path drawn around the origin (absolute commands), laid onto a slot: no transform is left, which a browser would weigh at every picture. */
export function laid(data: string, { x, y, angle, length }: Slot): string {
  const stretch = length / train.length;
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  let [across, down] = [0, 0];
  return data.replace(/([MLHVAZ])([^MLHVAZ]*)/g, (_, command: string, given: string) => {
    const numbers = given
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    if (command === "Z") return "Z";
    if (command !== "V") across = numbers.at(command === "H" ? -1 : -2) ?? 0;
    if (command !== "H") down = numbers.at(-1) ?? 0;
    const [radius = 0, other = 0, , large, sweep] = numbers;
    const arc = command === "A" ? `A${n(radius * stretch)} ${n(other)} ${n(angle)} ${large} ${sweep} ` : "";
    const to = `${n(x + cos * across * stretch - sin * down)} ${n(y + sin * across * stretch + cos * down)}`;
    return `${arc || (command === "M" ? "M" : "L")}${to}`;
  });
}

/** A seat's wagons on all slots of a route, each part of them in one path. */
export const wagonsOn = (seat: number, slots: readonly Slot[]): string =>
  [...train.wagon, train.marks[seat % SEATS] ?? []]
    .map(([name = "", data = ""]) => pathOf([name, slots.map((slot) => laid(data, slot)).join("")]))
    .join("");
