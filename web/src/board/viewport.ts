/** Zoom and pan as plain numbers: what the window shows of a picture. */
export interface Viewport {
  /** 1 shows the whole picture */
  scale: number;
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export const WHOLE: Viewport = { scale: 1, x: 0, y: 0 };
export const MOST = 8;

/** Pixels a unit of the picture takes when all of it is shown. */
export const unitOf = (window: Size, picture: Size): number =>
  Math.min(window.width / picture.width, window.height / picture.height) || 1;

/** Keep the picture in the window: centred where it is smaller, without gaps where it is larger. */
export function settle(view: Viewport, window: Size, picture: Size): Viewport {
  const scale = Math.min(MOST, Math.max(1, view.scale));
  const unit = unitOf(window, picture) * scale;
  const along = (at: number, room: number, size: number): number =>
    size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, at));
  return {
    scale,
    x: along(view.x, window.width, picture.width * unit),
    y: along(view.y, window.height, picture.height * unit),
  };
}

/** Zoom by a factor so that the point under (x, y) of the window stays there. */
export function zoomAt(view: Viewport, factor: number, x: number, y: number): Viewport {
  const scale = Math.min(MOST, Math.max(1, view.scale * factor));
  const real = scale / view.scale;
  return { scale, x: x - (x - view.x) * real, y: y - (y - view.y) * real };
}

/** Show a point of the picture (in its units) in the middle of the window, at least at this scale. */
export function centreOn(
  view: Viewport,
  window: Size,
  picture: Size,
  x: number,
  y: number,
  least = view.scale,
): Viewport {
  const scale = Math.max(view.scale, least);
  const unit = unitOf(window, picture) * scale;
  return settle({ scale, x: window.width / 2 - x * unit, y: window.height / 2 - y * unit }, window, picture);
}

/** Show all of these points of the picture with a margin in pixels: at the scale that was, or as much smaller as it takes. */
export function fitting(view: Viewport, window: Size, picture: Size, points: Point[], margin = 56): Viewport {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const unit = unitOf(window, picture);
  const most = Math.min(
    Math.max(1, window.width - 2 * margin) / Math.max(1, right - left),
    Math.max(1, window.height - 2 * margin) / Math.max(1, bottom - top),
  );
  const scale = Math.max(1, Math.min(view.scale, most / unit));
  return centreOn({ ...view, scale }, window, picture, (left + right) / 2, (top + bottom) / 2);
}

/** Is a point of the picture inside the window, with a margin in pixels? */
export function shows(view: Viewport, window: Size, picture: Size, x: number, y: number, margin = 40): boolean {
  const unit = unitOf(window, picture) * view.scale;
  const [px, py] = [view.x + x * unit, view.y + y * unit];
  return px >= margin && py >= margin && px <= window.width - margin && py <= window.height - margin;
}

/** The next thing in a direction, for arrow keys: near, and more ahead than aside. */
export function nextInDirection<T extends { x: number; y: number }>(
  from: { x: number; y: number },
  all: Iterable<T>,
  dx: number,
  dy: number,
): T | undefined {
  let best: T | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const one of all) {
    const [ax, ay] = [one.x - from.x, one.y - from.y];
    const ahead = ax * dx + ay * dy;
    const aside = Math.abs(ax * dy - ay * dx);
    if (ahead < 4 || aside > ahead * 2) continue;
    const cost = ahead + aside * 2;
    if (cost < least) [best, least] = [one, cost];
  }
  return best;
}
