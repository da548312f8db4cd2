/** Moves of a position in words: as a heading, and as a part of a sentence. How a claim is paid is another decision, so it is left out. */
import { type Board, nameOf } from "../lib/board";
import { t, type Values } from "../lib/messages";
import { cardName, countedCards, routeName, ticketName } from "../lib/story";
import type { Move, View } from "../lib/types";
import { type ReviewKey, say } from "./texts";

/** What a text about a move names; `offer` are the tickets that are chosen from. */
function parts(board: Board, view: View, offer: readonly string[], move: Move): Values {
  const place = move.place ?? "";
  switch (move.word) {
    case "take": {
      const kind = move.colour || view.row[(move.slot ?? 0) - 1];
      return { card: kind ? cardName(kind) : "" };
    }
    case "keep": {
      const kept = (move.kept ?? []).map((k) => ticketName(board, offer[k - 1] ?? ""));
      return { n: kept.length, tickets: kept.join("; ") };
    }
    case "claim":
      return { route: routeName(board, place) };
    case "pay":
      return { cards: countedCards(move.cards ?? {}) };
    case "station":
      return { city: nameOf(board, place) };
    case "build":
      return {
        route: routeName(board, place),
        colour: move.colour && move.colour !== "locomotive" ? t(`colour.${move.colour}`) : "",
      };
    default:
      return {};
  }
}

/** `Claim Paris to Dijon`. */
export function heading(board: Board, view: View, offer: readonly string[], move: Move): string {
  const values = parts(board, view, offer, move);
  if (move.word === "pay") return say("review.pay", values);
  if (move.word === "claim" || move.word === "station") return t(`move.${move.word}.any`, values);
  return t(`move.${move.word}`, values);
}

/** `claiming Paris to Dijon`. */
export const doing = (board: Board, view: View, offer: readonly string[], move: Move): string =>
  say(`review.did.${move.word}` as ReviewKey, parts(board, view, offer, move));
