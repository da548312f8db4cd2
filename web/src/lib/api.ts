/** HTTP: games, tables, seats, replays. Refusals become errors with a code. */
import { type Board, makeBoard } from "./board";
import type { GameFacts, GameSummary, Options, ReplayData, Table } from "./types";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly values: Record<string, unknown> = {},
    readonly rule = "",
  ) {
    super(code);
  }
}

async function ask<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  } catch {
    throw new Refusal("offline");
  }
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(data.code ?? "offline", data.values, data.rule);
  return data as T;
}

export interface SeatWish {
  kind: "me" | "here" | "friend" | "bot";
  name?: string;
  level?: string;
}
export interface Taken {
  table: string;
  seats: { seat: number; token: string }[];
}

export const api = {
  games: () => ask<{ games: GameSummary[]; levels: string[] }>("GET", "/api/games"),
  tables: () => ask<{ tables: Table[] }>("GET", "/api/tables"),
  table: (id: string) => ask<Table>("GET", `/api/tables/${id}`),
  create: (game: string, seats: SeatWish[], options: Partial<Options>) =>
    ask<Taken>("POST", "/api/tables", { game, seats, options }),
  sit: (table: string, seat: number, name: string) =>
    ask<Taken>("POST", `/api/tables/${table}/seats/${seat}`, { name }),
  rematch: (table: string, token: string, sameDeal: boolean) =>
    ask<{ table: string }>("POST", `/api/tables/${table}/rematch`, { sameDeal }, token),
  replay: (table: string, eyes: string, token?: string) =>
    ask<ReplayData>("GET", `/api/tables/${table}/replay?eyes=${encodeURIComponent(eyes)}`, undefined, token),
};

/** The level to suggest: `medium` where there is one, else one in the middle. */
export const usualLevel = (levels: string[]): string =>
  levels.includes("medium") ? "medium" : (levels[Math.floor((levels.length - 1) / 2)] ?? "");

const boards = new Map<string, Promise<Board>>();

/** A game's board, fetched once a page. */
export function boardOf(game: string): Promise<Board> {
  let found = boards.get(game);
  if (!found) {
    found = ask<GameFacts>("GET", `/api/games/${encodeURIComponent(game)}`).then(makeBoard);
    found.catch(() => boards.delete(game));
    boards.set(game, found);
  }
  return found;
}
