/** Who is to sit at a table that is being set. */
import type { Level, SeatPlan } from "../lib/types";

export const USUAL: Level = "medium";
export const bot = (): SeatPlan => ({ kind: "bot", level: USUAL });

/** A table as it is set at first: oneself where the colour is that one likes, if there is such a seat, and bots. */
export function usual(name: string, colour: number | null): SeatPlan[] {
  const seats = [bot(), bot()];
  seats.splice(colour !== null && colour <= seats.length ? colour : 0, 0, { kind: "me", name });
  return seats;
}
