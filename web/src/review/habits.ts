/** What this browser's player gives away, by kind, over all games reviewed here. */
import type { Review, ReviewedMoment } from "../lib/types";
import { compared } from "./moments";

export const HABITS = ["tickets", "tunnels", "end", "waiting", "routes", "cards"] as const;
export type Habit = (typeof HABITS)[number];
type Given = Partial<Record<Habit, number>>;

const KEY = "railhead.reviews";
const MOST = 200; // games
const END = 0.9; // of a game's moves: what comes after is its end
const LEAST = 0.005; // of win chance a game: what would be told as 0 % is not told
const DRAWS = ["draw", "take"];
const CLAIMS = ["claim", "station", "build"];

/** What kind of decision it was that cost something. */
export function habitOf(moment: ReviewedMoment, last: number): Habit {
  const words = compared(moment).map(({ move }) => move.word as string);
  const [played, best] = [moment.played?.move.word ?? "", words[0] ?? ""];
  if ([played, best].some((word) => word === "keep" || word === "tickets")) return "tickets";
  if (words.includes("decline")) return "tunnels";
  if (moment.move > END * last) return "end";
  if (DRAWS.includes(played) && CLAIMS.includes(best)) return "waiting";
  return CLAIMS.includes(played) ? "routes" : "cards";
}

/** What a seat gave away in a game, by kind. */
export function givenIn(review: Review, seat: number): Given {
  const last = Math.max(...review.moments.map(({ move }) => move));
  const given: Given = {};
  for (const moment of review.moments)
    if (moment.seat === seat && moment.cost > 0) {
      const habit = habitOf(moment, last);
      given[habit] = (given[habit] ?? 0) + moment.cost;
    }
  return given;
}

export function keptHabits(): Record<string, Given> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Given>;
  } catch {
    return {};
  }
}

/** Remember a game; a new review of it takes the place of the old one, and the oldest games go. */
export function keepHabits(table: string, given: Given): Record<string, Given> {
  const { [table]: _, ...others } = keptHabits();
  const all = Object.fromEntries([...Object.entries(others), [table, given] as const].slice(-MOST));
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // nothing is lost but a sum
  }
  return all;
}

/** What is given away a game, the most first. */
export function mostGiven(all: Record<string, Given>): { habit: Habit; given: number }[] {
  const games = Object.values(all);
  return HABITS.map((habit) => ({
    habit,
    given: games.reduce((sum, one) => sum + (one[habit] ?? 0), 0) / Math.max(1, games.length),
  }))
    .filter(({ given }) => given >= LEAST)
    .sort((one, other) => other.given - one.given);
}
