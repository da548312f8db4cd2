/** Which rules there are, in which order, and to which games they belong: by what a game has, not by its name. */
import type { GameFacts } from "../lib/types";

const numbered = (letter: string, first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, k) => `${letter}${first + k}`);

/** The parts that all games have. */
export const PARTS = {
  table: numbered("C", 1, 7),
  cards: numbered("C", 8, 13),
  claiming: numbered("C", 14, 19),
  tickets: numbered("C", 20, 22),
  end: numbered("C", 23, 25),
} as const;
export type Part = keyof typeof PARTS | "special" | "others";

const beds = ({ routes }: GameFacts) => routes.some(({ colour }) => colour === "bed");
const tunnels = ({ routes }: GameFacts) => routes.some(({ tunnel }) => tunnel);
const stations = ({ numbers }: GameFacts) => numbers.stations > 0;

/** Rules that only some games have, and which these are. */
const SPECIAL: [string[], (facts: GameFacts) => boolean][] = [
  [["E1"], ({ numbers }) => numbers.firstLong > 0],
  [["E2"], ({ routes }) => routes.some(({ ferry }) => ferry > 0)],
  [numbered("E", 3, 6), tunnels],
  [numbered("E", 7, 11), stations],
  [["F1"], ({ numbers }) => numbers.firstReturn === "shuffled"],
  [numbered("F", 2, 7), beds],
  [["F8"], ({ zones }) => zones.length > 0],
  [["F9"], ({ numbers }) => numbers.mostTicketsBonus > 0],
];

/** The rules of a game, part by part; those that it has not come last, so that every link finds its rule. */
export function rulesOf(facts: GameFacts): [Part, string[]][] {
  const common = Object.entries(PARTS) as [Part, string[]][];
  const own = SPECIAL.flatMap(([rules, has]) => (has(facts) ? rules : []));
  const others = SPECIAL.flatMap(([rules, has]) => (has(facts) ? [] : rules));
  const all: [Part, string[]][] = [...common, ["special", own], ["others", others]];
  return all.filter(([, rules]) => rules.length > 0);
}

/** A text in which other rules are named: its pieces, every second one a rule. */
export const linked = (text: string): string[] => text.split(/\b([CEF]\d{1,2})\b/);

/** A game's numbers, in the order in which they are told: the key of the label, the number, and where it is so the least to keep. */
export function numbersOf({ numbers, tickets }: GameFacts) {
  const rows = [
    { key: "trains", n: numbers.trains },
    { key: "stations", n: numbers.stations },
    { key: "first-cards", n: numbers.firstCards },
    { key: "first-tickets", n: numbers.firstTickets + numbers.firstLong, keep: numbers.firstKeep },
    { key: "later-tickets", n: numbers.laterTickets, keep: numbers.laterKeep },
    { key: "deck", n: tickets.length },
    { key: "longest", n: numbers.longestBonus },
    { key: "most", n: numbers.mostTicketsBonus },
    { key: "unused", n: numbers.stations > 0 ? numbers.stationPoints : 0 },
  ] as const;
  return rows.filter(({ n }) => n > 0);
}
