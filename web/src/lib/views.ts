/** A view is a watcher's, or a seat's with its own cards and tickets. */
import type { Seat, SeatView, View } from "./types";

export const isSeatView = (view: View): view is SeatView => "hand" in view;

/** What lies on the board, and how many pieces are left to lay there: all of a view that a drawn card leaves as it was. */
export interface Standing extends Pick<View, "seat" | "closed" | "built"> {
  seats: Pick<Seat, "routes" | "stations" | "trains" | "stationsLeft">[];
  /** routes that are closed to the seat that looks, and to nobody else (C17) */
  barred?: string[];
}

export const standingIn = (view: View & { barred?: string[] }): Standing => ({
  seat: view.seat,
  seats: view.seats.map(({ routes, stations, trains, stationsLeft }) => ({ routes, stations, trains, stationsLeft })),
  closed: view.closed,
  ...(view.built && { built: view.built }),
  ...(view.barred && { barred: view.barred }),
});
