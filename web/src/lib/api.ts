/** HTTP: games, tables, seats, replays. Refusals become errors with a code. */
import { lend, parseSvg, readPicture } from "../board/picture";
import { type Board, makeBoard } from "./board";
import { myKey } from "./me";
import { Refusal } from "./refusals";
import type {
  GameFacts,
  GameReview,
  GameSummary,
  Games,
  NewTable,
  PlayOn,
  Refused,
  Replay,
  Seated,
  SeenTable,
  Tables,
  TakeSeat,
  WatchedChances,
} from "./types";

async function fetched(method: "GET" | "POST", path: string, body?: unknown, token?: string): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  } catch {
    throw new Refusal("offline");
  }
  if (answer.ok) return answer;
  const refused: Partial<Refused> = await answer.json().catch(() => ({})); // a proxy has no codes
  throw new Refusal(refused.code ?? "offline", refused.values, refused.rule);
}
export const get = async <Answer>(path: string, token?: string): Promise<Answer> =>
  (await fetched("GET", path, undefined, token)).json();
export const post = async <Body, Answer>(path: string, body: Body, token?: string): Promise<Answer> =>
  (await fetched("POST", path, body, token)).json();
export const svg = async (path: string, token?: string): Promise<string> =>
  (await fetched("GET", path, undefined, token)).text();

export const api = {
  games: () => get<Games>("/api/games"),
  tables: () => get<Tables>("/api/tables"),
  table: (id: string) => get<SeenTable>(`/api/tables/${id}`),
  /** How some tables stand, those that there are. */
  standing: (ids: string[]) => get<Tables>(`/api/tables?of=${ids.join()}`),
  learn: (lesson: string, name: string) =>
    post<TakeSeat, Seated>(`/api/lessons/${encodeURIComponent(lesson)}`, { name }),
  create: (table: NewTable) => post<NewTable, Seated>("/api/tables", table, myKey() ?? undefined),
  sit: (table: string, seat: number, name: string) =>
    post<TakeSeat, Seated>(`/api/tables/${table}/seats/${seat}`, { name }, myKey() ?? undefined),
  study: (position: string) => get<Replay>(`/api/study?position=${encodeURIComponent(position)}`),
  /** The game of a record that was kept; whatever stands in the file, the server judges it. */
  opened: (record: unknown) => post<unknown, Replay>("/api/replay", record),
  /** The board of a table as a picture of its own. */
  board: (table: string, look: string) => svg(`/api/tables/${table}/board.svg?look=${encodeURIComponent(look)}`),
  /** Play on from before a move of a finished game, against bots. */
  branch: (table: string, from: PlayOn) => post<PlayOn, Seated>(`/api/tables/${table}/branch`, from),
  /** What decided a finished game, as far as it is known; begun when it is first asked for. */
  review: (table: string) => post<object, GameReview>(`/api/tables/${table}/review`, {}),
  /** Everybody's chances over a game between bots, as far as somebody has watched it. */
  chances: (table: string) => get<WatchedChances>(`/api/tables/${table}/chances`),
  /** The same of a record that was kept. */
  reviewOf: (record: unknown) => post<unknown, GameReview>("/api/review", record),
  replay: (table: string, eyes: string, token?: string) =>
    get<Replay>(`/api/tables/${table}/replay?eyes=${encodeURIComponent(eyes)}`, token),
};

/** Fetched once a page, and again after a failure. */
function once<Answer>(fetching: (game: string) => Promise<Answer>): (game: string) => Promise<Answer> {
  const kept = new Map<string, Promise<Answer>>();
  return (game) => {
    let found = kept.get(game);
    if (!found) {
      found = fetching(encodeURIComponent(game));
      found.catch(() => kept.delete(game));
      kept.set(game, found);
    }
    return found;
  };
}

/** A game's board: its facts, and its picture. */
export const boardOf = once<Board>(async (game) => {
  const [facts, picture] = await Promise.all([get<GameFacts>(`/api/games/${game}`), svg(`/api/games/${game}/map.svg`)]);
  const drawn = readPicture(picture);
  lend(drawn.letters);
  return makeBoard(facts, drawn);
});

/** A map of somebody's own as it stands among the games; none if there is none. */
export const summaryOf = async (game: string): Promise<GameSummary | null> => {
  const found = await boardOf(game).catch((reason: unknown) => {
    if (reason instanceof Refusal && reason.code === "unknown-path") return null;
    throw reason; // later, then
  });
  if (!found) return null;
  const { id, name, board, numbers, tickets } = found.facts;
  const players = { least: 2, most: 5 };
  return { id, name, board, players, minutes: numbers.trains, featured: -1, tour: false, tickets: tickets.length };
};

const small = once((game) => svg(`/api/games/${game}/small.svg`));
/** A game's board at the size of a thumb, to be put in the page. */
export const smallPicture = async (game: string): Promise<Element> => parseSvg(await small(game));
