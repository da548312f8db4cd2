/** Why a route cannot be claimed now, as far as a view tells: by code, and what there is of what it takes. */
import type { Board } from "./board";
import type { Choices, View } from "./types";
import { COLOURS } from "./types";
import { isSeatView } from "./views";

export type Why =
  | { code: "may" | "maybuild" | "closed" | "barred" | "bed" | "turn" | "second" | "none" }
  | { code: "owned"; seat: number }
  | { code: "trains" | "cards" | "locomotives"; have: number; need: number };

export function whyNot(board: Board, view: View, choices: Choices, deciding: boolean, id: string): Why {
  const owner = view.seats.findIndex((seat) => seat.routes.includes(id));
  if (owner >= 0) return { code: "owned", seat: owner };
  if (choices.claim?.[id]) return { code: "may" };
  if (choices.build?.[id]) return { code: "maybuild" };
  if (view.closed.includes(id)) return { code: "closed" };
  if (isSeatView(view) && view.barred.includes(id)) return { code: "barred" };
  const route = board.route.get(id);
  if (!route) return { code: "none" };
  const colour = view.built?.[id] ?? route.colour;
  if (colour === "bed") return { code: "bed" };
  if (!isSeatView(view) || view.seat === null || view.phase === "over") return { code: "none" };
  const trains = view.seats[view.seat]?.trains ?? 0;
  if (trains < route.length) return { code: "trains", have: trains, need: route.length };
  const locomotives = view.hand.locomotive ?? 0;
  if (locomotives < route.ferry) return { code: "locomotives", have: locomotives, need: route.ferry };
  const cards = Math.max(...(colour === "grey" ? COLOURS : [colour]).map((one) => view.hand[one] ?? 0)) + locomotives;
  if (cards < route.length) return { code: "cards", have: cards, need: route.length };
  if (view.phase === "second-card" && deciding) return { code: "second" };
  return { code: deciding ? "none" : "turn" };
}
