/** Which cards go where when something happens. */
import { kindsIn } from "./cards";
import type { GameEvent, Kind } from "./types";

/** A place of the page (a card of the row, a deck, a hand, a player) or of the board. */
export type Place =
  { at: "row"; slot: number } | { at: "deck" } | { at: "player"; seat: number } | { at: "board"; id: string };
export interface Flight {
  /** null: its back */
  kind: Kind | null;
  from: Place;
  to: Place;
}
const MOST = 6; // cards of one payment that are seen to fly

const paid = (seat: number, cards: Partial<Record<Kind, number>>, id: string): Flight[] =>
  kindsIn(cards)
    .flatMap(([kind, count]) => Array.from({ length: count }, () => kind))
    .slice(0, MOST)
    .map((kind) => ({ kind, from: { at: "player", seat }, to: { at: "board", id } }));

export function flightsOf(event: GameEvent): Flight[] {
  switch (event.e) {
    case "take":
      return [{ kind: event.card, from: { at: "row", slot: event.slot }, to: { at: "player", seat: event.p } }];
    case "blind":
      return [{ kind: event.card ?? null, from: { at: "deck" }, to: { at: "player", seat: event.p } }];
    case "claim":
      return paid(event.p, event.cards, event.route);
    case "station":
      return paid(event.p, event.cards, event.city);
    case "tunnel":
      return paid(event.p, event.cards, event.route);
    default:
      return [];
  }
}
