/** What the others did since one's own last move: told in a line, and marked where it was done. */
import { eventsOf } from "./story";
import type { Entry, GameEvent, View } from "./types";

/** A seat's last turn. */
export interface Turn {
  seat: number;
  /** of its last entry */
  number: number;
  events: GameEvent[];
}

/** Where the others' last turns took place, by seat. */
export interface Marks {
  /** routes and cities */
  places: Map<string, number>;
  /** places of the row, from 0 */
  slots: Map<number, number>;
  deck: number[];
  tickets: number[];
}

/** The last turn of each other seat since one's own last move, the latest first; for who watches, of each seat. */
export function lastTurns(story: Entry[], me: number | null): Turn[] {
  const turns: Turn[] = [];
  let open = false; // the turn that was seen last may have begun earlier
  for (const entry of [...story].reverse()) {
    if (entry.kind === "start") break;
    const events = eventsOf(entry);
    if (entry.kind !== "move" || entry.seat === null || events.length === 0) continue;
    if (entry.seat === me || events.some((event) => event.e === "first")) break;
    const last = turns.at(-1);
    if (open && last?.seat === entry.seat) last.events.unshift(...events);
    else if (turns.some((turn) => turn.seat === entry.seat)) {
      if (me === null) break;
      open = false;
      continue;
    } else turns.push({ seat: entry.seat, number: entry.number, events: [...events] });
    open = true;
  }
  return turns;
}

/** What a line tells of a turn: what the seat did, and of a tunnel that it claimed, the claim; the rest stands in the story. */
export function gistOf({ seat, events }: Turn): GameEvent[] {
  const claimed = new Set(events.flatMap((event) => (event.e === "claim" ? [event.route] : [])));
  return events.filter(
    (event) => "p" in event && event.p === seat && !(event.e === "tunnel" && claimed.has(event.route)),
  );
}

/** Where these turns took place; what was done later lies on top. */
export function marksOf(turns: Turn[]): Marks {
  const marks: Marks = { places: new Map(), slots: new Map(), deck: [], tickets: [] };
  for (const { seat, events } of [...turns].reverse()) {
    for (const event of events) {
      if (!("p" in event) || event.p !== seat) continue;
      if ("route" in event) marks.places.set(event.route, seat);
      else if (event.e === "station") marks.places.set(event.city, seat);
      else if (event.e === "take") marks.slots.set(event.slot, seat);
      else if (event.e === "blind" && !marks.deck.includes(seat)) marks.deck.push(seat);
      else if (event.e === "offer") marks.tickets.push(seat);
    }
  }
  return marks;
}

/** Is one's last turn now, still to come, or over? Null before the last round. */
export function lastTurn(view: View): "now" | "coming" | "gone" | null {
  if (view.turnsLeft === null || view.phase === "over" || view.toMove === null || view.seat === null) return null;
  const away = (view.seat - view.toMove + view.seats.length) % view.seats.length;
  return away === 0 ? "now" : away < view.turnsLeft ? "coming" : "gone";
}
