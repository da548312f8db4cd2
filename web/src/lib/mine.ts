/** The tables of this browser: which seats it holds, and what to show of them at home. */
export interface MyTable {
  table: string;
  game: string;
  created: number;
  names: string[];
  /** seat to token */
  tokens: Record<string, string>;
  phase: "gathering" | "cancelled" | "playing" | "over";
  won?: boolean;
  resigned?: boolean;
}

const KEY = "railhead.tables";
const MOST = 60;

export function myTables(): MyTable[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as MyTable[]) : [];
  } catch {
    return [];
  }
}

export const myTable = (table: string): MyTable | undefined => myTables().find((mine) => mine.table === table);

export function keepTable(table: string, change: Partial<MyTable>): void {
  const all = myTables();
  const old = all.find((mine) => mine.table === table);
  const made: MyTable = {
    game: "",
    created: Date.now(),
    names: [],
    tokens: {},
    phase: "gathering",
    ...old,
    ...change,
    table,
  };
  made.tokens = { ...change.tokens, ...old?.tokens }; // a token held is never overwritten
  write([made, ...all.filter((mine) => mine.table !== table)]);
}

export const forgetTable = (table: string): void => write(myTables().filter((mine) => mine.table !== table));

/** A token that opens nothing is forgotten. */
export function dropToken(table: string, token: string): void {
  write(
    myTables().map((mine) =>
      mine.table === table
        ? { ...mine, tokens: Object.fromEntries(Object.entries(mine.tokens).filter(([, held]) => held !== token)) }
        : mine,
    ),
  );
}

function write(all: MyTable[]): void {
  const kept = all.sort((a, b) => b.created - a.created).slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // a full or forbidden store costs the list, not the game
  }
}

/** A link's `#SEAT:TOKEN` gives a seat to this browser. */
export function seatInLink(hash: string): { seat: number; token: string } | null {
  const found = /^#(\d):([\w-]{20,})$/.exec(hash);
  return found?.[1] && found[2] ? { seat: Number(found[1]), token: found[2] } : null;
}
