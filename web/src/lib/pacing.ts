/** What comes from the server is shown one after the other, at the pace that a person likes. */
export const SPEEDS = ["slow", "normal", "fast", "at-once"] as const;
export type Speed = (typeof SPEEDS)[number];

/** Milliseconds to look at a usual move before the next one is shown. */
export const PAUSES: Record<Speed, number> = { slow: 2600, normal: 1200, fast: 400, "at-once": 0 };
/** How much longer than usual something takes at a speed. */
export const pace = (speed: Speed): number => Math.max(0.25, PAUSES[speed] / PAUSES.normal);
const MOST = 40; // things waiting: who is so far behind sees them at once

/** Things wait here until the one before has been seen. */
export class Queue<Item> {
  #waiting: Item[] = [];
  #free = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `pauseAfter` tells how long something is to be looked at, in milliseconds. */
  constructor(
    private readonly show: (item: Item) => void,
    private readonly pauseAfter: (item: Item) => number,
  ) {}

  get empty(): boolean {
    return this.#waiting.length === 0;
  }
  push(item: Item): void {
    this.#waiting.push(item);
    if (this.#waiting.length > MOST) this.hurry();
    else this.#run();
  }
  /** Show all that waits, now. */
  hurry(): void {
    this.#free = 0;
    for (let item = this.#waiting.shift(); item !== undefined; item = this.#waiting.shift()) this.show(item);
    this.#rest();
  }
  /** Forget what waits: something newer than all of it is there. */
  clear(): void {
    this.#waiting = [];
    this.#free = 0;
    this.#rest();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
  #run(): void {
    if (this.#timer !== undefined) return;
    for (let item = this.#waiting[0]; item !== undefined; item = this.#waiting[0]) {
      const wait = this.#free - Date.now();
      if (wait > 0) {
        this.#timer = setTimeout(() => {
          this.#timer = undefined;
          this.#run();
        }, wait);
        return;
      }
      this.#waiting.shift();
      this.show(item);
      this.#free = Date.now() + this.pauseAfter(item);
    }
  }
}
