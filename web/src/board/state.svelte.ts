/** What the window shows of a board, and what is pointed at: nothing here knows elements or events. */
import type { Item } from "./near";
import {
  centreOn,
  fitting,
  type Point,
  type Size,
  settle,
  shows,
  unitOf,
  type Viewport,
  WHOLE,
  zoomAt,
} from "./viewport";

const PHONE = 480; // pixels: on a narrower window the whole board would be tiny
const CALM = 200; // milliseconds after which a gesture is over
const LITTLE = 1.15; // what fits so little better is not worth painting the board anew

export class BoardState {
  window = $state.raw<Size>({ width: 0, height: 0 });
  viewport = $state.raw<Viewport>(WHOLE);
  /** a hand moves the board */
  busy = $state(false);
  /** the board moves by itself */
  glide = $state(false);
  hovered = $state<string | null>(null);
  focused = $state.raw<Item | null>(null);
  /** the focus came by keys, so it is shown */
  showFocus = $state(false);

  #untouched = true;
  #fitted = 0; // the scale that last fitted the window: what is looked at may be smaller since, and stays so
  #before: Viewport | null = null; // what was looked at before something else was followed
  #revealed: Point[] = []; // what is to be in sight until somebody moves the board
  #calming: ReturnType<typeof setTimeout> | undefined;

  /** `size` tells the size of the picture. */
  constructor(private readonly size: () => Size) {}

  get unit(): number {
    return unitOf(this.window, this.size());
  }
  /** Pixels a unit of the picture takes now. */
  get scale(): number {
    return this.unit * this.viewport.scale;
  }

  /** By whole pixels: moved by a part of one, all of the board would be painted anew. */
  #put(next: Viewport, smooth: boolean): void {
    this.glide = smooth;
    const { x, y, scale } = settle(next, this.window, this.size());
    this.viewport = { x: Math.round(x), y: Math.round(y), scale };
  }
  /** Until somebody moves it: all of it, or, where that is tiny, as much as fills a phone's height. */
  #begin(): Viewport {
    const { window } = this;
    const size = this.size();
    if (window.width > PHONE) return WHOLE;
    const scale = Math.min(2.2, window.height / (size.height * unitOf(window, size)));
    return centreOn(WHOLE, window, size, size.width / 2, size.height / 2, Math.max(1, scale));
  }
  /**
   * A question takes some of a phone's height, and so does whatever is a line longer than before: the board stands still behind it,
   * and is not painted anew.
   */
  resize(window: Size): void {
    const { scale, viewport } = this;
    const narrow = window.width <= PHONE && window.width === this.window.width;
    this.window = window;
    const next = this.#untouched ? this.#begin() : viewport;
    const fitting = next.scale * this.unit;
    const still = narrow && Math.max(scale, this.#fitted) * LITTLE > fitting;
    if (!still) this.#fitted = fitting;
    this.#put(still ? { ...viewport, scale: scale / this.unit } : next, false);
    this.#bring(this.#revealed);
  }
  /** Somebody moves the board: nothing else does so any more. */
  #free(): void {
    this.#untouched = false;
    this.#before = null;
    this.#revealed = [];
  }
  /** By hand: at once, and painted for speed until the hand rests. */
  drag(next: Viewport): void {
    this.#free();
    this.busy = true;
    clearTimeout(this.#calming);
    this.#calming = setTimeout(() => {
      this.busy = false;
    }, CALM);
    this.#put(next, false);
  }
  /** By button or key: gliding. */
  move(next: Viewport): void {
    this.#free();
    this.#put(next, true);
  }
  zoom(factor: number): void {
    this.move(zoomAt(this.viewport, factor, this.window.width / 2, this.window.height / 2));
  }
  pan(dx: number, dy: number): void {
    this.move({ ...this.viewport, x: this.viewport.x + dx, y: this.viewport.y + dy });
  }
  whole(): void {
    this.move(WHOLE);
  }
  /** Bring a point of the picture into sight: what somebody looks at now is not left again for what they looked at before. */
  show(x: number, y: number): void {
    this.#before = null;
    const size = this.size();
    if (!shows(this.viewport, this.window, size, x, y))
      this.#put(centreOn(this.viewport, this.window, size, x, y), true);
  }
  /** Bring several points into sight together: where one is not, all of them, as large as fits and no larger than before. */
  reveal(points: Point[]): void {
    if (points.length > 0) this.#before = null;
    this.#bring(points);
  }
  #bring(points: Point[]): void {
    this.#revealed = points;
    const size = this.size();
    if (points.length === 0 || points.every(({ x, y }) => shows(this.viewport, this.window, size, x, y))) return;
    this.#put(fitting(this.viewport, this.window, size, points), true);
  }
  /** What was brought into sight need not be in it any more: where no hand has moved it, the board is as large as at the beginning. */
  release(): void {
    if (this.#revealed.length === 0) return;
    this.#revealed = [];
    this.#before = null;
    if (!this.#untouched) return;
    const begin = this.#begin();
    this.#fitted = begin.scale * this.unit;
    this.#put(begin, true);
  }
  /** The same as `reveal`, for a while. */
  follow(points: Point[]): void {
    const before = this.#before ?? this.viewport;
    this.#bring(points);
    if (this.viewport !== before) this.#before = before;
  }
  comeBack(): void {
    if (!this.#before) return;
    this.#put(this.#before, true);
    this.#before = null;
    this.#revealed = [];
  }
  /** The point of the window at which a point of the picture is. */
  shown(x: number, y: number): Point {
    return { x: this.viewport.x + x * this.scale, y: this.viewport.y + y * this.scale };
  }
  /** The point of the picture under a point of the window. */
  at(x: number, y: number): { x: number; y: number } {
    return { x: (x - this.viewport.x) / this.scale, y: (y - this.viewport.y) / this.scale };
  }
}
