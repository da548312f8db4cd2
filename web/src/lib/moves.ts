/** Moves in words: what could be done. */
import { type Board, nameOf } from "./board";
import { list, t } from "./messages";
import { cardName, countedCards, routeName, ticketName } from "./story";
import type { Hint, Move, View } from "./types";
import { isSeatView } from "./views";

/** A move as a sentence without its end. */
export function moveText(board: Board, view: View, move: Move): string {
  const cards = countedCards(move.cards ?? {});
  const place = move.place ?? "";
  switch (move.word) {
    case "take": {
      const kind = move.colour || view.row[(move.slot ?? 0) - 1];
      return t("move.take", { card: kind ? cardName(kind) : "" });
    }
    case "keep": {
      const offer = isSeatView(view) ? view.offer : [];
      const kept = (move.kept ?? []).map((k) => ticketName(board, offer[k - 1] ?? ""));
      return t("move.keep", { n: kept.length, tickets: list(kept) });
    }
    case "claim":
      return t(cards ? "move.claim" : "move.claim.any", { route: routeName(board, place), cards });
    case "pay":
      return t("move.pay", { cards });
    case "station":
      return t(cards ? "move.station" : "move.station.any", { city: nameOf(board, place), cards });
    case "build":
      return t("move.build", {
        route: routeName(board, place),
        colour: move.colour && move.colour !== "locomotive" ? t(`colour.${move.colour}`) : "",
      });
    case "draw":
    case "tickets":
    case "decline":
      return t(`move.${move.word}`);
  }
}

/** Why a move is advised. */
export function whyText({ why, values }: Hint): string {
  const n = Math.round(Number(why === "draw-cards" ? values.cardsMissing : values.value) || 0);
  return t(`why.${why}`, { n });
}
