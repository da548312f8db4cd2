/** What the page itself puts on a board: wagons and stations, around the origin. */
import symbols from "@draw/symbols.json";
import type { Kind } from "../lib/types";

export const n = (value: number): string => String(Math.round(value * 100) / 100);
export const symbolOf = (kind: Kind): string => (kind === "locomotive" ? symbols.locomotive : symbols.colours[kind]);
export const stationShape: string = symbols.station;

/** The windows of a wagon differ from seat to seat, so that nobody needs to tell colours apart. */
const windows = [
  (w: number) => panes(w, [0.14, 0.38, 0.62, 0.86], 5.2),
  (w: number) => `<rect class="train-window" x="${n(-w + 4)}" y="-1.8" width="${n(2 * w - 8)}" height="3.6" rx="1.8"/>`,
  (w: number) => panes(w, [0.26, 0.74], 8),
  (w: number) => [-0.55, 0, 0.55].map((at) => `<circle class="train-window" cx="${n(at * w)}" r="2.6"/>`).join(""),
  (w: number) =>
    `<path class="train-window" d="M${n(-w + 5)} 2.2l4.4-4.4h3l-4.4 4.4zM-3.7 2.2l4.4-4.4h3l-4.4 4.4zM${n(w - 12.4)} 2.2l4.4-4.4h3l-4.4 4.4z"/>`,
];
const panes = (w: number, places: number[], size: number): string =>
  places
    .map(
      (at) =>
        `<rect class="train-window" x="${n(-w + 2 * w * at - size / 2)}" y="-2" width="${n(size)}" height="4" rx="1"/>`,
    )
    .join("");

export function trainPicture(seat: number, length: number, width: number): string {
  const [w, h] = [length / 2 - 1, width / 2 + 1.8];
  const box = `x="${n(-w)}" y="${n(-h)}" width="${n(2 * w)}" height="${n(2 * h)}" rx="3.4"`;
  const shadow = `<rect class="shadow" x="${n(-w + 1)}" y="${n(-h + 2)}" width="${n(2 * w)}" height="${n(2 * h)}" rx="3.4"/>`;
  const roof = `<path class="train-roof" d="M${n(-w + 2)} ${n(h - 4)}H${n(w - 2)}V${n(h - 1)}H${n(-w + 2)}Z"/>`;
  const shine = `<path class="shine" d="M${n(-w + 4)} ${n(-h + 2)}H${n(w - 4)}"/>`;
  const glass = windows[seat % windows.length]?.(w) ?? "";
  const halo = `<rect class="train-halo" x="${n(-w - 1.3)}" y="${n(-h - 1.3)}" width="${n(2 * w + 2.6)}" height="${n(2 * h + 2.6)}" rx="4.6"/>`;
  return `${shadow}${halo}<rect class="seat-${(seat % 5) + 1}" ${box}/>${roof}${shine}${glass}<rect class="train-edge" ${box}/>`;
}
