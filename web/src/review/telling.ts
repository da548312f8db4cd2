/** Moves of a position in words: as a heading, and as a part of a sentence. How a claim is paid is another decision, so it is left out. */
import type { Board } from "../lib/board";
import { t } from "../lib/messages";
import { named, textOf } from "../lib/moves";
import type { Move, View } from "../lib/types";
import { type ReviewKey, say } from "./texts";

const joined = (names: string[]): string => names.join("; ");

/** `Claim Paris to Dijon`. */
export function heading(board: Board, view: View, offer: readonly string[], move: Move): string {
  const values = named(board, view, offer, move, joined);
  return move.word === "pay" ? say("review.pay", values) : t(textOf(move, { ...values, cards: "" }), values);
}

/** `claiming Paris to Dijon`; tickets are a list, as in any sentence. */
export const doing = (board: Board, view: View, offer: readonly string[], move: Move): string =>
  say(`review.did.${move.word}` as ReviewKey, named(board, view, offer, move));
