/** Moves in words: what could be done. */
import { type Board, nameOf } from "./board";
import { list, t, type Values } from "./messages";
import { cardName, countedCards, routeName, ticketName } from "./story";
import type { Hint, Move, View } from "./types";
import { isSeatView } from "./views";

/** What a text about a move names; `offer` are the tickets that are chosen from. */
export function named(
  board: Board,
  view: View,
  offer: readonly string[],
  move: Move,
  joined: (names: string[]) => string = list,
): Values {
  const cards = countedCards(move.cards ?? {});
  const place = move.place ?? "";
  switch (move.word) {
    case "take": {
      const kind = move.colour || view.row[(move.slot ?? 0) - 1];
      return { card: kind ? cardName(kind) : "" };
    }
    case "keep": {
      const kept = (move.kept ?? []).map((k) => ticketName(board, offer[k - 1] ?? ""));
      return { n: kept.length, tickets: joined(kept) };
    }
    case "claim":
      return { route: routeName(board, place), cards };
    case "pay":
      return { cards };
    case "station":
      return { city: nameOf(board, place), cards };
    case "build":
      return {
        route: routeName(board, place),
        colour: move.colour && move.colour !== "locomotive" ? t(`colour.${move.colour}`) : "",
      };
    default:
      return {};
  }
}

/** The text of a move: of a claim or a station with or without how it is paid. */
export const textOf = ({ word }: Move, paid: boolean) =>
  (word === "claim" || word === "station") && !paid ? (`move.${word}.any` as const) : (`move.${word}` as const);

/** A move as a sentence without its end. */
export function moveText(board: Board, view: View, move: Move): string {
  const values = named(board, view, isSeatView(view) ? view.offer : [], move);
  return t(textOf(move, Boolean(values.cards)), values);
}

/** Why a move is advised. */
export function whyText({ why, values }: Hint): string {
  const n = Math.round(Number(why === "draw-cards" ? values.cardsMissing : values.value) || 0);
  return t(`why.${why}`, { n });
}
