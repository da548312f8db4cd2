/** Going through a game: from claim to claim, and the final scores at its end. */
import type { ReplayStep, Scores } from "../lib/types";

const CLAIMS = new Set(["claim", "station", "build"]);

/** The steps in which something came onto the board. */
export const claimsIn = (steps: ReplayStep[]): number[] =>
  steps.flatMap((step, at) => (step.events.some(({ e }) => CLAIMS.has(e)) ? [at] : []));

/** The claim before or after a step; the start or the end where there is none. */
export function claimFrom(steps: ReplayStep[], at: number, way: 1 | -1): number {
  const claims = claimsIn(steps);
  return way > 0
    ? (claims.find((claim) => claim > at) ?? steps.length - 1)
    : (claims.findLast((claim) => claim < at) ?? 0);
}

/** The final scores, at the step that ends the game. */
export const finalAt = (step: ReplayStep | undefined): Scores | null =>
  step?.events.findLast((event) => event.e === "end") ?? null;
