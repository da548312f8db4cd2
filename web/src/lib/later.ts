/** The files of texts that no first screen needs. */
import type { Messages } from "./language.svelte";

export const later = import.meta.glob<Messages>("@text/{clubs,days,lessons,maps,review,rulebook}/*.json", {
  import: "default",
});
