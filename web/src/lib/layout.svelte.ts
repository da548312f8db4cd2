/** How a table is laid out in this window; layout.css says what that means. */
import { MediaQuery } from "svelte/reactivity";

/** wide: the board, a strip below and a column beside it; column: the board and all else beside it; stack: one below the other. */
export type Layout = "wide" | "column" | "stack";

const wide = new MediaQuery("(orientation: landscape) and (min-width: 72rem) and (min-height: 45rem)");
const landscape = new MediaQuery("(orientation: landscape)");
const roomy = new MediaQuery("(min-width: 40rem) and (min-height: 30rem)");

const high = new MediaQuery("(min-height: 42rem)");

export const layout = {
  get kind(): Layout {
    return wide.current ? "wide" : landscape.current ? "column" : "stack";
  },
  /** there is room for the story, too */
  get storied(): boolean {
    return layout.kind === "column" && high.current;
  },
  /** tickets lie open; elsewhere a button opens them */
  get roomy(): boolean {
    return roomy.current;
  },
};
