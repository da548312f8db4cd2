/** What those at a table are called. */
import { maybe, t } from "./messages";
import { LEVELS, type TableSeat } from "./types";

/** A game by its name in the reader's language; one of somebody's own by the name they gave it. */
export const gameName = (id: string, given?: string | null): string =>
  maybe(`game.${id}`) ?? given ?? (id.startsWith("map-") ? t("game.own") : id);

/** A level of bots in the reader's language; a server may have more of them than we have words. */
export const levelName = (level: string): string => maybe(`level.${level}`) ?? level;

/** People by their names, bots by their level in the reader's language, numbered where a level plays more than once. */
export function namesOf(seats: Pick<TableSeat, "kind" | "level" | "name">[]): string[] {
  return seats.map((seat) => {
    if (seat.kind !== "bot" || seat.level === null) return seat.name ?? "";
    const alike = seats.filter((other) => other.kind === "bot" && other.level === seat.level);
    const name = levelName(seat.level);
    return alike.length > 1 ? t("bot.numbered", { name, n: alike.indexOf(seat) + 1 }) : name;
  });
}

/** The names in a record, where bots are called by their level, numbered from the second on. */
export const recordedNames = (names: string[]): string[] =>
  namesOf(
    names.map((name) => {
      const level = LEVELS.find((one) => name.replace(/ \d+$/, "") === one) ?? null;
      return { kind: level ? "bot" : "person", level, name };
    }),
  );
