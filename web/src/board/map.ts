/** What lies under the game: sea, land, frame, title and compass, as one string of SVG made once a board. */
import symbols from "@draw/symbols.json";
import type { Geometry, Point } from "../lib/types";
import { n } from "./pieces";

export const FRAME = 20;

const path = (lines: Point[][], close: boolean): string =>
  lines.map((line) => `M${line.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}${close ? "Z" : ""}`).join("");

function seaAndLand({ width, height, geography: layers }: Geometry): string {
  const land = (name: string, size: number, opacity: number) =>
    `<use href="#land" class="${name}" stroke-width="${size}" stroke-opacity="${opacity}"/>`;
  return [
    `<defs><path id="land" d="${path(layers.land, true)}"/>`,
    '<clipPath id="on-land"><use href="#land" clip-rule="evenodd"/></clipPath>',
    '<pattern id="grain" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(38)">',
    '<path class="grain" d="M0 1H7M0 4.5H7"/></pattern></defs>',
    `<rect class="water" width="${width}" height="${height}"/>`,
    `<path class="graticule" d="${path(layers.graticule, false)}"/>`,
    land("shelf", 26, 0.3) + land("shelf", 16, 0.35) + land("shelf", 8, 0.45),
    '<use href="#land" class="land"/><g clip-path="url(#on-land)">',
    land("beach", 30, 0.25) + land("beach", 16, 0.3) + land("beach", 7, 0.45),
    `<rect width="${width}" height="${height}" fill="url(#grain)"/>`,
    `<path class="river" d="${path(layers.rivers, false)}"/></g>`,
    `<path class="lake" d="${path(layers.lakes, true)}"/>`,
    `<path class="province" d="${path(layers.provinces, false)}"/>`,
    `<path class="border" d="${path(layers.borders, false)}"/>`,
    '<use href="#land" class="coast"/>',
  ].join("");
}

function neatline(width: number, height: number): string {
  const f = FRAME;
  const parts = [
    `<path class="paper" fill-rule="evenodd" d="M${-f} ${-f}h${n(width + 2 * f)}v${n(height + 2 * f)}h${n(-width - 2 * f)}ZM0 0v${n(height)}h${n(width)}v${n(-height)}Z"/>`,
  ];
  for (const across of [true, false]) {
    const size = across ? width : height;
    const count = 2 * Math.round(size / 80) + 1;
    const step = size / count;
    for (let k = 0; k < count; k += 2) {
      for (const at of [-8, (across ? height : width) + 4]) {
        const [x, y, w, h] = across ? [k * step, at, step, 4] : [at, k * step, 4, step];
        parts.push(`<rect class="tick" x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"/>`);
      }
    }
  }
  const rules: [number, number][] = [
    [0, 1.6],
    [4, 0.6],
    [8, 0.6],
    [14, 2.6],
  ];
  for (const [away, thick] of rules) {
    parts.push(
      `<rect class="frame" x="${-away}" y="${-away}" width="${n(width + 2 * away)}" height="${n(height + 2 * away)}" stroke-width="${thick}"/>`,
    );
  }
  return parts.join("");
}

function cartouche(geometry: Geometry): string {
  const title = geometry.ornaments.title;
  if (!title) return "";
  const [x0, y0, x1, y1] = title.box;
  const { size } = title;
  const middle = (x0 + x1) / 2;
  const [w, h, notch] = [x1 - x0, y1 - y0, size * 0.32];
  const plaque = (inset: number): string => {
    const [a, b, c, d] = [x0 + inset, y0 + inset, x1 - inset, y1 - inset];
    const arc = `A${n(notch)} ${n(notch)} 0 0 0`;
    return `M${n(a + notch)} ${n(b)}H${n(c - notch)}${arc} ${n(c)} ${n(b + notch)}V${n(d - notch)}${arc} ${n(c - notch)} ${n(d)}H${n(a + notch)}${arc} ${n(a)} ${n(d - notch)}V${n(b + notch)}${arc} ${n(a + notch)} ${n(b)}Z`;
  };
  const line = y0 + h * 0.73;
  const [reach, gap] = [w * 0.3, size * 0.62];
  const rules = `M${n(middle - reach)} ${n(line)}H${n(middle - gap)}M${n(middle + gap)} ${n(line)}H${n(middle + reach)}`;
  const text = title.text.replace(/[<&]/g, "");
  return [
    `<path class="shadow" transform="translate(2 3)" d="${plaque(0)}"/>`,
    `<path class="paper" d="${plaque(0)}"/><path class="frame" stroke-width="2" d="${plaque(0)}"/>`,
    `<path class="frame" stroke-width=".8" d="${plaque(size * 0.11)}"/>`,
    `<text class="title" text-anchor="middle" x="${n(middle + size * 0.06)}" y="${n(y0 + h * 0.54)}" font-size="${n(size)}" letter-spacing="${n(size * 0.12)}">${text}</text>`,
    `<path class="frame" stroke-width="1" d="${rules}"/>`,
    `<path class="tick" fill-rule="evenodd" transform="translate(${n(middle)} ${n(line)}) scale(${n((size * 0.62) / 24)})" d="${symbols.locomotive}"/>`,
  ].join("");
}

function compass(geometry: Geometry): string {
  const rose = geometry.ornaments.compass;
  if (!rose) return "";
  const { r } = rose;
  let [light, dark] = ["", ""];
  for (const [long, angles] of [
    [0.62, [45, 135, 225, 315]],
    [1, [0, 90, 180, 270]],
  ] as const) {
    for (const angle of angles) {
      const tip = r * 0.86 * long;
      const side = r * 0.13 * (long === 1 ? 1.25 : 1);
      const point = (sign: number) =>
        `<path transform="rotate(${angle})" d="M0 0L${n(sign * side)} ${n(-side)}L0 ${n(-tip)}Z"/>`;
      dark += point(1);
      light += point(-1);
    }
  }
  return [
    `<g transform="translate(${n(rose.x)} ${n(rose.y)}) rotate(${n(rose.north)})" class="compass">`,
    `<circle class="frame" r="${n(r * 0.75)}" stroke-width=".8"/><circle class="frame" r="${n(r * 0.7)}" stroke-width=".5"/>`,
    `<g class="rose-light">${light}</g><g class="rose-dark">${dark}</g><circle class="rose-light" r="${n(r * 0.07)}"/>`,
    `<text class="title" text-anchor="middle" y="${n(-r * 0.92)}" font-size="${n(r * 0.34)}">N</text></g>`,
  ].join("");
}

export function mapPicture(geometry: Geometry): string {
  const { width, height } = geometry;
  return [
    `<clipPath id="window"><rect width="${width}" height="${height}"/></clipPath>`,
    `<g clip-path="url(#window)">${seaAndLand(geometry)}${compass(geometry)}</g>`,
    cartouche(geometry),
    neatline(width, height),
  ].join("");
}
