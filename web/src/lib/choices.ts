/** What may be done now, by what a finger can touch, and the decisions that say so to the server. */
import { size } from "./cards";
import type { Choices, Colour, Handful, Keeping, Payment } from "./types";

/** What is touched on the board. */
export type Touch = "claim" | "station" | "build";

/** One way to do something: the decisions to send, and the cards or the track piece that it takes. */
export interface Act {
  decisions: number[];
  cards: Handful;
  colour: Colour | null;
}

/** A decision that is null is already made. */
const told = (...decisions: (number | null)[]): number[] => decisions.filter((decision) => decision !== null);

const paid = (first: number | null, payments: Payment[]): Act[] =>
  payments.map(({ decision, cards }) => ({ decisions: told(first, decision), cards, colour: null }));

/** All ways to claim a route, to build a station in a city, or to lay a piece on a bed. */
export function actsAt(choices: Choices, touch: Touch, place: string): Act[] {
  if (touch === "claim") {
    const claim = choices.claim?.[place];
    return claim ? paid(claim.decision, claim.payments) : [];
  }
  if (touch === "station") {
    const city = choices.station?.cities[place];
    return choices.station && city !== undefined ? paid(city, choices.station.payments) : [];
  }
  const bed = choices.build?.[place];
  if (!bed) return [];
  return bed.pieces.map(({ decision, colour }) => ({ decisions: told(bed.decision, decision), cards: {}, colour }));
}

/** All ways to pay for what is under way. */
export const paymentsDue = (choices: Choices): Act[] => paid(null, choices.pay ?? []);

/** The routes that may be claimed or built. */
export const routesIn = ({ claim = {}, build = {} }: Choices): Set<string> =>
  new Set([...Object.keys(claim), ...Object.keys(build)]);

/** The cities that may have a station. */
export const citiesIn = ({ station }: Choices): Set<string> => new Set(Object.keys(station?.cities ?? {}));

/** The decision to take the card at a place of the row, from 1. */
export const taking = (choices: Choices, slot: number): number | undefined =>
  choices.take?.find((card) => card.slot === slot)?.decision;

/** The choice that keeps exactly these places (from 1) of an offer. */
export const keeping = (choices: Choices, kept: Set<number>): Keeping | undefined =>
  choices.keep?.find((choice) => choice.kept.length === kept.size && choice.kept.every((place) => kept.has(place)));

export const fewestKept = (choices: Choices): number =>
  Math.min(...(choices.keep ?? []).map((choice) => choice.kept.length));

/** Payments from the one that spares locomotives to the one that spends most. */
export const byThrift = (acts: Act[]): Act[] =>
  [...acts].sort((a, b) => (a.cards.locomotive ?? 0) - (b.cards.locomotive ?? 0) || size(b.cards) - size(a.cards));
