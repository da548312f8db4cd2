/** Handfuls of cards. */
import { type Handful, KINDS, type Kind } from "./types";

export const size = (cards: Handful): number => Object.values(cards).reduce((sum, count) => sum + count, 0);

/** A handful as a list of kinds in the usual order. */
export const kindsIn = (cards: Handful): [Kind, number][] =>
  KINDS.flatMap((kind): [Kind, number][] => ((cards[kind] ?? 0) > 0 ? [[kind, cards[kind] ?? 0]] : []));
