/** A review by the moves of its game: chances after each, decisions in each, what is asked again. */
import type { Considered, Figures, Review, ReviewedMoment } from "../lib/types";

/** Each seat's chance after every move; the first is after the deal. */
export function chancesAfter(review: Review): number[][] {
  const found: number[][] = [];
  for (const moment of review.moments) if (moment.kind === "chance") found[moment.move] = moment.chances;
  return found;
}

/** The decisions of a move: a claim may be two, which route and how it is paid. */
export const decisionsOf = (review: Review, move: number): ReviewedMoment[] =>
  review.moments.filter((moment) => moment.kind === "decision" && moment.move === move);

const LEAST = 0.01; // of win chance: what is worth telling of how a claim was paid

/** Of a move's decisions the first, and how it was paid where that cost something. */
export const worthTelling = (decisions: ReviewedMoment[]): ReviewedMoment[] =>
  decisions.filter((one, k) => k === 0 || one.cost >= LEAST);

/** What the luck of a move was worth to a seat. */
export const luckOf = (review: Review, move: number, seat: number): number =>
  review.moments
    .filter((moment) => moment.move === move && moment.kind === "chance")
    .reduce((sum, moment) => sum + (moment.luck[seat] ?? 0), 0);

/** What a seat could hope for before each of its moves, by what it could know. */
export function hopesOf(review: Review, seat: number): { move: number; chance: number }[] {
  const found = new Map<number, number>();
  for (const { seat: who, move, best } of review.moments)
    if (who === seat && best[0] && !found.has(move)) found.set(move, best[0].chance);
  return [...found].map(([move, chance]) => ({ move: move - 1, chance }));
}

/** What was compared, the best first, with the one that was played. */
export function compared(moment: ReviewedMoment): Considered[] {
  const { played, best } = moment;
  if (!played || best.some((one) => one.decision === played.decision)) return best;
  return [...best, played];
}

/** The same as a question: in an order that tells nothing. */
export const asked = (moment: ReviewedMoment): Considered[] =>
  compared(moment).toSorted((one, other) => one.decision - other.decision);

/** The moments of the costliest decisions. */
export const questions = (review: Review, figures: Figures): ReviewedMoment[] =>
  figures.costliest.flatMap(({ moment }) => review.moments[moment] ?? []);

/** Where moments lie on the graph, each spot once: a claim may be two decisions of one move. */
export const marksOf = <Mark extends { move: number; seat: number }>(some: readonly Mark[]): Mark[] =>
  some.filter((one, k) => some.findIndex(({ move, seat }) => move === one.move && seat === one.seat) === k);
