/** Who is to sit at a table that is being set. */
import type { Level, SeatPlan } from "../lib/types";

export const USUAL: Level = "medium";
export const bot = (): SeatPlan => ({ kind: "bot", level: USUAL });
