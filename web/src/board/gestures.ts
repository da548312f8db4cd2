/** Pan, pinch, wheel and tap: what fingers and a mouse do to a board. Points are pixels of the window. */
import { type Viewport, zoomAt } from "./viewport";

export interface Point {
  x: number;
  y: number;
}
/** What can be moved by hand. */
export interface Movable {
  readonly viewport: Viewport;
  drag(next: Viewport): void;
}

const SLIP = 6; // pixels a finger may slip and still tap

export class Hands {
  /** where the last finger came down */
  down: Point & { touch: boolean } = { x: 0, y: 0, touch: false };
  #fingers = new Map<number, Point>();
  #way = 0;

  constructor(private readonly board: Movable) {}

  get resting(): boolean {
    return this.#fingers.size === 0;
  }
  /** Whether what has ended was a tap, not a move. */
  get tapped(): boolean {
    return this.#way < SLIP;
  }

  press(finger: number, at: Point, touch: boolean): void {
    if (this.resting) this.#way = 0;
    this.#fingers.set(finger, at);
    this.down = { ...at, touch };
  }
  /** True where the board moves with it. */
  drag(finger: number, now: Point): boolean {
    const last = this.#fingers.get(finger);
    if (!last) return false;
    this.#way += Math.hypot(now.x - last.x, now.y - last.y);
    this.#fingers.set(finger, now);
    if (this.tapped) return false;
    const other = [...this.#fingers].find(([id]) => id !== finger)?.[1];
    this.board.drag(other ? pinched(this.board.viewport, last, now, other) : panned(this.board.viewport, last, now));
    return true;
  }
  lift(finger: number): void {
    this.#fingers.delete(finger);
  }
  wheel(event: { deltaY: number; deltaMode: number; ctrlKey: boolean }, at: Point): void {
    const speed = event.deltaMode === 1 ? 0.05 : event.ctrlKey ? 0.01 : 0.0016;
    this.board.drag(zoomAt(this.board.viewport, Math.exp(-event.deltaY * speed), at.x, at.y));
  }
}

const panned = (view: Viewport, last: Point, now: Point): Viewport => ({
  ...view,
  x: view.x + now.x - last.x,
  y: view.y + now.y - last.y,
});

/** One finger of two has moved: zoom around the middle between them, which moves half as far. */
function pinched(view: Viewport, last: Point, now: Point, other: Point): Viewport {
  const before = Math.max(1, Math.hypot(last.x - other.x, last.y - other.y));
  const factor = Math.hypot(now.x - other.x, now.y - other.y) / before;
  const next = zoomAt(view, factor, (now.x + other.x) / 2, (now.y + other.y) / 2);
  return { ...next, x: next.x + (now.x - last.x) / 2, y: next.y + (now.y - last.y) / 2 };
}
