/** One line that says what is going on, and what is wanted of whom. */
import { list, t } from "./messages";
import { lastTurn } from "./news";
import type { TableStore } from "./table.svelte";
import type { View } from "./types";

/** Where several share the screen, it is said who is meant. */
const meant = (store: TableStore, status: string): string =>
  store.you.length > 1 && store.eyes !== null
    ? t("status.named", { name: store.names[store.eyes] ?? "", status })
    : status;

export function statusText(store: TableStore, view: View): string {
  if (store.deciding && view.phase === "turn" && lastTurn(view) === "now") return meant(store, t("status.me.last"));
  if (store.deciding) return meant(store, t(`status.me.${view.phase}`, { n: view.underWay?.due ?? 0 }));
  const waiting = (store.state?.waiting ?? []).map((seat) => store.names[seat] ?? "");
  if (view.phase === "over") return t("status.over");
  if (view.phase === "first-tickets") return t("status.first-tickets", { names: list(waiting), n: waiting.length });
  return t("status.other", { name: waiting[0] ?? "" });
}
