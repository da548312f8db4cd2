/** The time now, ticking once a second while somebody looks. */
class Ticker {
  now = $state(Date.now());
  constructor() {
    setInterval(() => {
      if (!document.hidden) this.now = Date.now();
    }, 500);
  }
}
export const ticker = new Ticker();

/** What is left on a clock: `12:05`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
