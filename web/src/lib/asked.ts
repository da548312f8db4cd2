/** What a lesson asks for, by where it is on the table. */
import type { Act } from "./choices";
import type { LessonStep, Move, View } from "./types";

export interface Asked {
  /** routes and cities */
  places: ReadonlySet<string>;
  /** places of the row, from 0 */
  row: ReadonlySet<number>;
  deck: boolean;
  ticketDeck: boolean;
  /** places of the offer, from 1 */
  kept: ReadonlySet<number>;
  /** routes, cities and tickets to look at */
  marked: readonly string[];
  /** is this one of the ways to pay, or of the pieces, for a place? */
  way: (place: string, act: Act) => boolean;
}

const NOTHING: Asked = {
  places: new Set(),
  row: new Set(),
  deck: false,
  ticketDeck: false,
  kept: new Set(),
  marked: [],
  way: () => false,
};

export function askedIn(lesson: Pick<LessonStep, "ask" | "mark"> | null | undefined, view: View): Asked {
  if (!lesson) return NOTHING;
  const moves = lesson.ask ?? [];
  const words = new Set(moves.map(({ word }) => word));
  const taken = moves.filter(({ word, slot, colour }) => word === "take" && (slot || colour));
  return {
    places: new Set(moves.flatMap(({ place }) => place ?? [])),
    row: new Set(
      view.row.flatMap((kind, place) =>
        taken.some(({ slot, colour }) => slot === place + 1 || colour === kind) ? place : [],
      ),
    ),
    deck: words.has("draw"),
    ticketDeck: words.has("tickets"),
    kept: new Set(moves.find(({ word }) => word === "keep")?.kept),
    marked: lesson.mark ?? [],
    way: (place, act) => moves.some((move) => move.place === place && pays(move, act)),
  };
}

/** Does the move say how it is paid or built, and is it so? */
function pays({ cards = {}, colour }: Move, act: Act): boolean {
  const counts = Object.entries(cards) as [keyof Act["cards"], number][];
  const right = counts.every(([kind, count]) => (count ? act.cards[kind] === count : (act.cards[kind] ?? 0) > 0));
  return act.colour ? act.colour === colour : counts.length > 0 && right;
}
