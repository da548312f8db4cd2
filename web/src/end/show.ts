/** The scoring show as a list of small steps, made from the final scores. */
import type { GameEvent, Scores } from "../lib/types";

export type Step =
  | { kind: "ticket"; seat: number; ticket: string; done: boolean; points: number }
  | { kind: "stations"; seat: number; points: number }
  | { kind: "borrowed"; seat: number; route: string }
  | { kind: "longest"; seat: number; length: number; points: number }
  | { kind: "most"; seat: number; points: number }
  | { kind: "winner"; seats: number[] };

/** Points of routes first, then what each step adds. */
export function makeShow(final: Scores, pointsOf: (ticket: string) => number): Step[] {
  const steps: Step[] = [];
  // the seat that is behind goes first: the suspense is better
  const seats = final.scores
    .map((_, seat) => seat)
    .sort((a, b) => (final.scores[a]?.total ?? 0) - (final.scores[b]?.total ?? 0));
  for (const seat of seats) {
    const score = final.scores[seat];
    if (!score) continue;
    for (const route of score.borrowed) steps.push({ kind: "borrowed", seat, route });
    const tickets = [
      ...score.failed.map((ticket) => ({ ticket, done: false })),
      ...score.completed.map((ticket) => ({ ticket, done: true })),
    ];
    for (const { ticket, done } of tickets) {
      steps.push({ kind: "ticket", seat, ticket, done, points: done ? pointsOf(ticket) : -pointsOf(ticket) });
    }
    if (score.stations > 0) steps.push({ kind: "stations", seat, points: score.stations });
  }
  for (const seat of seats) {
    const score = final.scores[seat];
    if (score && score.longestBonus > 0)
      steps.push({ kind: "longest", seat, length: score.longest, points: score.longestBonus });
  }
  for (const seat of seats) {
    const score = final.scores[seat];
    if (score && score.mostTicketsBonus > 0) steps.push({ kind: "most", seat, points: score.mostTicketsBonus });
  }
  steps.push({ kind: "winner", seats: final.winners });
  return steps;
}

/** Every seat's points after so many steps. */
export function totals(final: Scores, steps: Step[], until: number): number[] {
  const sums = final.scores.map((score) => score.routes);
  for (const step of steps.slice(0, until)) {
    if ("points" in step) sums[step.seat] = (sums[step.seat] ?? 0) + step.points;
  }
  return sums;
}

/** The seats from first to last: winners before others of as many points. */
export const ranked = ({ scores, winners }: Scores): number[] =>
  scores
    .map((_, seat) => seat)
    .sort(
      (a, b) =>
        Number(winners.includes(b)) - Number(winners.includes(a)) || (scores[b]?.total ?? 0) - (scores[a]?.total ?? 0),
    );

/** The final scoring in the latest story, if it is there. */
export const finalOf = (events: GameEvent[]): Scores | null => events.findLast((event) => event.e === "end") ?? null;

const SHOWN = "railhead.shown";
const REMEMBERED = 40; // tables whose count was shown

/** Is this the first time that a table's count is shown in this browser? Asking makes it so. */
export function firstTime(table: string): boolean {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(SHOWN) ?? "[]");
    const shown = Array.isArray(found) ? found : [];
    if (shown.includes(table)) return false;
    localStorage.setItem(SHOWN, JSON.stringify([table, ...shown].slice(0, REMEMBERED)));
  } catch {
    // then the count is shown again
  }
  return true;
}
