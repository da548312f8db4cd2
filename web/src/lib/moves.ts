/** Moves in words: what could be done. */
import { type Board, nameOf } from "./board";
import { list, t, type Values } from "./messages";
import { cardName, countedCards, routeName, ticketName } from "./story";
import type { Advice, Chance, Hint, Move, View } from "./types";
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

/** The text of a move: of a claim or a station with or without how it is paid, of track with or without its colour. */
export const textOf = ({ word }: Move, { cards, colour }: Values) =>
  ((word === "claim" || word === "station") && !cards) || (word === "build" && !colour)
    ? (`move.${word}.any` as const)
    : (`move.${word}` as const);

/** A move as a sentence without its end. */
export function moveText(board: Board, view: View, move: Move): string {
  const values = named(board, view, isSeatView(view) ? view.offer : [], move);
  return t(textOf(move, values), values);
}

/** A choice beside others: what it is, how likely it is to win, and whether it is the one that is advised. */
export interface Told {
  text: string;
  chance: Chance;
  advised: boolean;
}
const FEW = 5;

/** The best choices, the best first, and always what is advised; what is said alike, such as two cards of a colour in the row, is said once. */
export function toldChances(board: Board, view: View, { hint, chances }: Pick<Advice, "hint" | "chances">): Told[] {
  const { word, place, slot, kept = [] } = hint.move;
  const meant = ({ move }: Chance): boolean =>
    move.word === word && move.place === place && move.slot === slot && (move.kept ?? []).join() === kept.join();
  const told = new Map<string, Told>();
  for (const chance of [...chances].sort((a, b) => b.chance - a.chance)) {
    const text = moveText(board, view, chance.move);
    const before = told.get(text);
    if (before) before.advised ||= meant(chance);
    else told.set(text, { text, chance, advised: meant(chance) });
  }
  const all = [...told.values()];
  const best = all.slice(0, FEW);
  const advised = all.find((one) => one.advised);
  return !advised || best.includes(advised) ? best : [...best.slice(0, FEW - 1), advised];
}

/** Why a move is advised. */
export function whyText({ why, values }: Hint): string {
  const n = Math.round(Number(why === "draw-cards" ? values.cardsMissing : values.value) || 0);
  return t(`why.${why}`, { n });
}
