/** A view is a watcher's, or a seat's with its own cards and tickets. */
import type { SeatView, View } from "./types";

export const isSeatView = (view: View): view is SeatView => "hand" in view;

/** The routes that are closed to the seat that looks, and to nobody else (C17). */
export const barredIn = (view: View): string[] => (isSeatView(view) ? view.barred : []);
