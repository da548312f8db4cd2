/** The puzzles as people find their way among them: by game and by how hard, each with a number. */
import type { PuzzleSummary } from "../lib/types";

export interface Numbered extends PuzzleSummary {
  /** among those of its game, from 1 */
  number: number;
}
export interface Group {
  game: string;
  /** from the easiest to the hardest */
  levels: { hard: number; puzzles: Numbered[] }[];
}

export function numbered(puzzles: readonly PuzzleSummary[]): Numbered[] {
  const counts = new Map<string, number>();
  return puzzles.map((one) => {
    const number = (counts.get(one.game) ?? 0) + 1;
    counts.set(one.game, number);
    return { ...one, number };
  });
}

export function grouped(puzzles: readonly Numbered[]): Group[] {
  const unique = <Value>(values: Value[]): Value[] => [...new Set(values)];
  return unique(puzzles.map(({ game }) => game)).map((game) => {
    const own = puzzles.filter((one) => one.game === game);
    const levels = unique(own.map(({ hard }) => hard));
    return { game, levels: levels.map((hard) => ({ hard, puzzles: own.filter((one) => one.hard === hard) })) };
  });
}

/** The next one of the same game that is not solved, in a circle; none where all are. */
export function following(puzzles: readonly PuzzleSummary[], id: string, solved: Record<string, number>) {
  const at = puzzles.findIndex((one) => one.id === id);
  const game = puzzles[at]?.game;
  const order = [...puzzles.slice(at + 1), ...puzzles.slice(0, Math.max(0, at))];
  return order.find((one) => one.game === game && !(one.id in solved));
}
