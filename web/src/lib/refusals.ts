/** Why something is not possible, in words: a message by code, filled with the values of the refusal. */
import { Refusal } from "./api";
import { type Board, nameOf } from "./board";
import { has, t, type Values } from "./messages";
import { routeName } from "./story";

export function refusalText(reason: unknown, board?: Board, names: string[] = []): string {
  const refusal = reason instanceof Refusal ? reason : new Refusal("offline");
  const values: Values = { n: 0 };
  for (const [key, value] of Object.entries(refusal.values ?? {})) {
    if (typeof value === "number") values[key] = value;
    else if (typeof value === "string") values[key] = value;
  }
  if (board && typeof values.route === "string") values.route = routeName(board, values.route);
  if (board && typeof values.city === "string") values.city = nameOf(board, values.city);
  if (typeof values.owner === "number") values.owner = names[values.owner] ?? "";
  if (typeof values.colour === "string")
    values.colour = t(values.colour === "one colour" ? "colour.one" : `colour.${values.colour}`);
  const count = values.length ?? values.minimum ?? values.price ?? values.due ?? values.ferry ?? values.offered;
  if (typeof count === "number") values.n = count;
  const key = `refused.${refusal.code}`;
  if (refusal.code === "not-now" && has(`refused.not-now.${values.phase}`))
    return t(`refused.not-now.${values.phase}`, values);
  return has(key) ? t(key, values) : t("refused", { code: refusal.code });
}
