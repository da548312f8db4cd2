/** HTTP: puzzles. */
import { get, post } from "../lib/api";
import type { PuzzleAnswer, PuzzlePosition, Puzzles, PuzzleTry } from "../lib/types";

const at = (id: string): string => `/api/puzzles/${encodeURIComponent(id)}`;

export const allPuzzles = () => get<Puzzles>("/api/puzzles");
export const onePuzzle = (id: string) => get<PuzzlePosition>(at(id));
/** What a decision is worth in a puzzle; none: what is best. */
export const tryOut = (id: string, decision: number | null) => post<PuzzleTry, PuzzleAnswer>(at(id), { decision });
