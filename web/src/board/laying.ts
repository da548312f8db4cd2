/** Drawings laid where they lie: without a transform, which a browser would weigh at every picture, and all of one kind in one path. */

type Point = [x: number, y: number];
interface Place {
  x: number;
  y: number;
  angle: number;
}

export const n = (value: number): string => String(Math.round(value * 100) / 100);

const NUMBERS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, Q: 4, A: 7, Z: 0 }; // that each command takes

/** Path data drawn around the origin after it was stretched, turned and moved; ellipses in it lie along the axes. */
export function laid(data: string, { x, y, angle }: Place, along = 1, across = 1): string {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const put = ([u, v]: Point): string =>
    `${n(x + cos * u * along - sin * v * across)} ${n(y + sin * u * along + cos * v * across)}`;
  let at: Point = [0, 0];
  let began: Point = at;
  let found = "";
  for (const [, letter = "", given = ""] of data.matchAll(/([a-z])([^a-z]*)/gi)) {
    const command = letter.toUpperCase();
    const numbers = (given.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const count = NUMBERS[command] ?? 0;
    for (let k = 0; k === 0 || k < numbers.length; k += count || 1) {
      const own = numbers.slice(k, k + count);
      const [left, top]: Point = letter === command ? [0, 0] : at;
      const [first = 0, second = 0, , large, sweep] = own;
      const ends =
        command === "H"
          ? [first, at[1] - top]
          : command === "V"
            ? [at[0] - left, first]
            : own.slice(count === 7 ? 5 : 0);
      const points = ends.flatMap((u, i): Point[] => (i % 2 ? [] : [[left + u, top + (ends[i + 1] ?? 0)]]));
      const written = "HV".includes(command) || (command === "M" && k > 0) ? "L" : command;
      const ellipse = count === 7 ? `${n(first * along)} ${n(second * across)} ${n(angle)} ${large} ${sweep} ` : "";
      found += written + ellipse + points.map(put).join(" ");
      at = points.at(-1) ?? began;
      if (command === "M" && k === 0) began = at;
    }
  }
  return found;
}

/** A rectangle with round corners as path data, from where browsers begin it. */
function outlined(x: number, y: number, width: number, height: number, r: number): string {
  const corner = (across: number, down: number): string => `a${r} ${r} 0 0 1 ${across} ${down}`;
  const [top, right] = [`M${x + r} ${y}h${width - 2 * r}${corner(r, r)}`, `v${height - 2 * r}${corner(-r, r)}`];
  return `${top}${right}h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}Z`;
}

/** Something drawn around the origin: its class, path data, and how much larger than that it is. */
export interface Shape {
  kind: string;
  data: string;
  scale: number;
}

/** What a path or a rectangle is. */
export function shapeOf(element: Element): Shape {
  const number = (name: string): number => Number(element.getAttribute(name));
  return {
    kind: element.getAttribute("class") ?? "",
    data:
      element.getAttribute("d") ?? outlined(number("x"), number("y"), number("width"), number("height"), number("rx")),
    scale: Number(/scale\((.*)\)/.exec(element.getAttribute("transform") ?? "")?.[1] ?? 1),
  };
}
