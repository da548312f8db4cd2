/** Why something is not possible, in words: a message by code, filled with the values of the refusal. */
import { type Board, nameOf } from "./board";
import { maybe, t, type Values } from "./messages";
import { routeName } from "./story";
import type { Refused } from "./types";

/** The server's codes, and three that the page knows without asking. */
export type Code = Refused["code"] | "offline" | "watching" | "no-push";

export class Refusal extends Error {
  constructor(
    readonly code: Code,
    readonly values: Refused["values"] = {},
    readonly rule = "",
  ) {
    super(code);
  }
}

export function refusalText(reason: unknown, board?: Board, names: string[] = [], me: number | null = null): string {
  const { code, values: told } = reason instanceof Refusal ? reason : new Refusal("offline");
  const values: Values = { n: 0 };
  for (const [key, value] of Object.entries(told)) if (!Array.isArray(value)) values[key] = value;
  if (board && typeof values.route === "string") values.route = routeName(board, values.route);
  if (board && typeof values.city === "string") values.city = nameOf(board, values.city);
  const mine = values.owner === me && me !== null;
  if (typeof values.owner === "number") values.owner = names[values.owner] ?? "";
  if (typeof values.colour === "string")
    values.colour = maybe(values.colour === "grey" ? "colour.one" : `card.${values.colour}`) ?? "";
  const count = values.length ?? values.minimum ?? values.price ?? values.due ?? values.ferry ?? values.offered;
  if (typeof count === "number") values.n = count;
  const special = mine ? "me" : values.phase;
  return maybe(`refused.${code}.${special}`, values) ?? t(`refused.${code}`, values);
}
