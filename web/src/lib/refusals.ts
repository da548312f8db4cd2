/** Why something is not possible, in words: a message by code, filled with the values of the refusal. */
import { type Board, nameOf } from "./board";
import { type Key, list, maybe, t, type Values } from "./messages";
import { routeName } from "./story";
import type { Refused } from "./types";

/** The server's codes, and two that the page knows without asking. */
export type Code = Refused["code"] | "offline" | "watching";

export class Refusal extends Error {
  constructor(
    readonly code: Code,
    readonly values: Refused["values"] = {},
    readonly rule = "",
  ) {
    super(code);
  }
}

export function refusalText(reason: unknown, board?: Board, names: string[] = []): string {
  const { code, values: told } = reason instanceof Refusal ? reason : new Refusal("offline");
  const values: Values = { n: 0 };
  for (const [key, value] of Object.entries(told)) values[key] = Array.isArray(value) ? list(value.map(String)) : value;
  if (board && typeof values.route === "string") values.route = routeName(board, values.route);
  if (board && typeof values.city === "string") values.city = nameOf(board, values.city);
  if (typeof values.owner === "number") values.owner = names[values.owner] ?? "";
  if (typeof values.colour === "string") {
    const colour = values.colour === "grey" ? "one" : values.colour;
    values.colour = maybe(`colour.${colour}`) ?? "";
  }
  const count = values.length ?? values.minimum ?? values.price ?? values.due ?? values.ferry ?? values.offered;
  if (typeof count === "number") values.n = count;
  const key: Key = `refused.${code}`;
  return maybe(`${key}.${values.phase}`, values) ?? maybe(key, values) ?? t("refused", { code }); // of a newer server
}
