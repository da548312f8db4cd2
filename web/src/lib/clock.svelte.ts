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

/** What is left on a clock: `12:05`; of hours and days the two largest: `2d 7h`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const of = (n: number, unit: string): string =>
    n.toLocaleString(document.documentElement.lang, { style: "unit", unit, unitDisplay: "narrow" });
  if (hours >= 24) return `${of(Math.floor(hours / 24), "day")} ${of(hours % 24, "hour")}`;
  if (hours >= 2) return `${of(hours, "hour")} ${of(Math.floor(seconds / 60) % 60, "minute")}`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
