/** What changed between two views of a game: the whole source of animation and sound. */
import { kindsIn } from "./cards";
import type { Kind, View } from "./types";
import { isSeatView } from "./views";

export interface Difference {
  claimed: { route: string; seat: number }[];
  stations: { city: string; seat: number }[];
  built: string[];
  /** places of the row whose card is new */
  row: number[];
  drawn: { kind: Kind; count: number }[];
  points: number[];
  turn: boolean;
  lastRound: boolean;
  over: boolean;
}

export function difference(before: View, after: View): Difference {
  const claimed = after.seats.flatMap((seat, number) => {
    const had = new Set(before.seats[number]?.routes);
    return seat.routes.filter((route) => !had.has(route)).map((route) => ({ route, seat: number }));
  });
  const stations = after.seats.flatMap((seat, number) => {
    const had = new Set(before.seats[number]?.stations);
    return seat.stations.filter((city) => !had.has(city)).map((city) => ({ city, seat: number }));
  });
  const sameEyes = before.seat === after.seat && isSeatView(before) && isSeatView(after);
  const drawn = !sameEyes
    ? []
    : kindsIn(after.hand).flatMap(([kind, count]) => {
        const more = count - (before.hand[kind] ?? 0);
        return more > 0 ? [{ kind, count: more }] : [];
      });
  return {
    claimed,
    stations,
    built: Object.keys(after.built ?? {}).filter((route) => !(route in (before.built ?? {}))),
    row: after.row.flatMap((card, place) => (card !== null && card !== before.row[place] ? [place] : [])),
    drawn,
    points: after.seats.map((seat, number) => seat.points - (before.seats[number]?.points ?? 0)),
    turn: after.toMove !== before.toMove,
    lastRound: before.turnsLeft === null && after.turnsLeft !== null,
    over: before.phase !== "over" && after.phase === "over",
  };
}
