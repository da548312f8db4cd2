/** HTTP: games, tables, seats, replays. Refusals become errors with a code. */
import { type Board, makeBoard } from "./board";
import { Refusal } from "./refusals";
import type {
  Follower,
  GameFacts,
  Games,
  NewTable,
  Refused,
  Rematch,
  Replay,
  Seated,
  Table,
  Tables,
  TakeSeat,
} from "./types";

async function ask<Answer>(method: "GET" | "POST", path: string, body?: unknown, token?: string): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  } catch {
    throw new Refusal("offline");
  }
  if (answer.ok) return answer.json();
  const refused: Partial<Refused> = await answer.json().catch(() => ({})); // a proxy has no codes
  throw new Refusal(refused.code ?? "offline", refused.values, refused.rule);
}
const get = <Answer>(path: string, token?: string) => ask<Answer>("GET", path, undefined, token);
const post = <Body, Answer>(path: string, body: Body, token?: string) => ask<Answer>("POST", path, body, token);

export const api = {
  games: () => get<Games>("/api/games"),
  tables: () => get<Tables>("/api/tables"),
  table: (id: string) => get<Table>(`/api/tables/${id}`),
  create: (table: NewTable) => post<NewTable, Seated>("/api/tables", table),
  sit: (table: string, seat: number, name: string) =>
    post<TakeSeat, Seated>(`/api/tables/${table}/seats/${seat}`, { name }),
  rematch: (table: string, token: string, sameDeal: boolean) =>
    post<Rematch, Follower>(`/api/tables/${table}/rematch`, { sameDeal }, token),
  replay: (table: string, eyes: string, token?: string) =>
    get<Replay>(`/api/tables/${table}/replay?eyes=${encodeURIComponent(eyes)}`, token),
};

const boards = new Map<string, Promise<Board>>();

/** A game's board, fetched once a page. */
export function boardOf(game: string): Promise<Board> {
  let found = boards.get(game);
  if (!found) {
    found = get<GameFacts>(`/api/games/${encodeURIComponent(game)}`).then(makeBoard);
    found.catch(() => boards.delete(game));
    boards.set(game, found);
  }
  return found;
}
