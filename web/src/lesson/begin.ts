/** Beginning a lesson: a table of its own. */
import { api } from "../lib/api";
import { t } from "../lib/messages";
import { keepTable } from "../lib/mine";
import { prefs } from "../lib/prefs.svelte";

/** A new table for a lesson; returns its address. */
export async function begin(lesson: string): Promise<string> {
  const { table, seats } = await api.learn(lesson, prefs.name.trim() || t("name.me"));
  keepTable(table, {
    lesson,
    phase: "playing",
    tokens: Object.fromEntries(seats.map(({ seat, token }) => [seat, token])),
  });
  return `/t/${table}`;
}
