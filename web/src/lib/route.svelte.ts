/** Addresses: home, a table, a replay, a review, puzzles, the study of a position, lessons, the rules of a game, maps, oneself, the deal of a day, the best, clubs. */
export type Page =
  | { name: "home" }
  | { name: "table"; table: string }
  | { name: "replay"; table: string; move: number | null; eyes: string }
  | { name: "review"; table: string; move: number | null }
  | { name: "puzzles"; puzzle: string }
  | { name: "record" }
  | { name: "study"; position: string }
  | { name: "learn"; lesson: string }
  | { name: "me" }
  | { name: "daily"; day: string }
  | { name: "best" }
  | { name: "club"; club: string }
  | { name: "map"; map: string }
  | { name: "rules"; game: string };

export function read(path: string, query: string): Page {
  const [, first, id] = path.split("/");
  if (first === "t" && id) return { name: "table", table: id };
  if (first === "replay" && id) {
    const values = new URLSearchParams(query);
    const move = values.get("move");
    return { name: "replay", table: id, move: move === null ? null : Number(move), eyes: values.get("eyes") ?? "" };
  }
  if (first === "review" && id) {
    const move = new URLSearchParams(query).get("move");
    return { name: "review", table: id, move: move === null ? null : Number(move) };
  }
  if (first === "puzzles") return { name: "puzzles", puzzle: id ?? "" };
  if (first === "replay") return { name: "record" };
  if (first === "study") return { name: "study", position: new URLSearchParams(query).get("position") ?? "" };
  if (first === "learn") return { name: "learn", lesson: id ?? "" };
  if (first === "map") return { name: "map", map: id ?? "" };
  if (first === "me") return { name: "me" };
  if (first === "daily") return { name: "daily", day: id ?? "" };
  if (first === "best") return { name: "best" };
  if (first === "club") return { name: "club", club: id ?? "" };
  if (first === "rules") return { name: "rules", game: id ?? "" };
  return { name: "home" };
}

class Address {
  page = $state.raw<Page>(read(location.pathname, location.search));
  constructor() {
    addEventListener("popstate", () => this.look());
  }
  look(): void {
    this.page = read(location.pathname, location.search);
  }
  go(to: string): void {
    history.pushState(null, "", to);
    this.look();
    scrollTo(0, 0);
  }
  /** Change the address without leaving the page. */
  note(to: string): void {
    history.replaceState(null, "", to);
  }
}

export const address = new Address();

/** A click on an inner link stays in the page. */
export function inner(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  address.go(link.pathname + link.search + link.hash);
}
