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
  /** seats that are not listened to */
  muted?: number[];
  /** the lesson that it is for */
  lesson?: string | undefined;
}

const KEY = "railhead.tables";
const MOST = 60;
const LESSON = 47 * 3600 * 1000; // ms: a little shorter than the server keeps its table

function kept(): MyTable[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as MyTable[]) : [];
  } catch {
    return [];
  }
}

/** The games among them: lessons have a list of their own. */
export const myTables = (): MyTable[] => kept().filter((mine) => !mine.lesson);

export const myTable = (table: string): MyTable | undefined => kept().find((mine) => mine.table === table);

/** The table at which a lesson was begun, if it is not over. */
export const myLesson = (name: string): string | undefined =>
  kept().find((mine) => mine.lesson === name && mine.phase !== "over" && Date.now() - mine.created < LESSON)?.table;

export function keepTable(table: string, change: Partial<MyTable>): void {
  const all = kept();
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

export const forgetTable = (table: string): void => write(kept().filter((mine) => mine.table !== table));

/** A token that opens nothing is forgotten. */
export function dropToken(table: string, token: string): void {
  write(
    kept().map((mine) =>
      mine.table === table
        ? { ...mine, tokens: Object.fromEntries(Object.entries(mine.tokens).filter(([, held]) => held !== token)) }
        : mine,
    ),
  );
}

function write(all: MyTable[]): void {
  const latest = all.sort((a, b) => b.created - a.created).slice(0, MOST);
  const text = JSON.stringify(latest);
  try {
    if (text !== localStorage.getItem(KEY)) localStorage.setItem(KEY, text);
  } catch {
    // a full or forbidden store costs the list, not the game
  }
}

/** A link's `#SEAT:TOKEN` gives a seat to this browser. */
export function seatInLink(hash: string): { seat: number; token: string } | null {
  const found = /^#(\d):([\w-]{20,})$/.exec(hash);
  return found?.[1] && found[2] ? { seat: Number(found[1]), token: found[2] } : null;
}
