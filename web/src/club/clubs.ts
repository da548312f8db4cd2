/** Duplicates and tournaments: what the server is asked, and those that this browser made or plays in. */
import { get, post } from "../lib/api";
import { myKey } from "../lib/me";
import { keepTable, myTable } from "../lib/mine";
import type { Club, ClubMatch, ClubToken, ClubWish, FoundClubs, JoinClub, NewClub } from "../lib/types";
import { together } from "../me/profile";

export interface MyClub {
  club: string;
  name: string;
  /** holds one's place, and one's seat at every table of it */
  token: string;
  over?: boolean;
}

const KEY = "railhead.clubs";
const MOST = 40;

export function myClubs(): MyClub[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as MyClub[]) : [];
  } catch {
    return [];
  }
}
const myClub = (club: string): MyClub | undefined => myClubs().find((mine) => mine.club === club);

function keep(mine: MyClub): void {
  try {
    const others = myClubs().filter(({ club }) => club !== mine.club);
    localStorage.setItem(KEY, JSON.stringify([mine, ...others].slice(0, MOST)));
  } catch {
    // a full or forbidden store costs the list; a profile still knows it
  }
}

const key = (): string | undefined => myKey() ?? undefined;
const path = (club: string): string => `/api/clubs/${encodeURIComponent(club)}`;
/** What the server knows this browser by: its place, or its person. */
const bearer = (club: string): string | undefined => myClub(club)?.token ?? key();

export const clubs = {
  async make(wanted: NewClub): Promise<string> {
    const { club, token } = await post<NewClub, ClubToken>("/api/clubs", wanted, key());
    keep({ club, name: wanted.name, token });
    return club;
  },
  async read(club: string): Promise<Club> {
    const found = await get<Club>(path(club), bearer(club));
    await gather(found);
    return found;
  },
  async join(club: Club, name: string, place: { table: number; seat: number } | null): Promise<void> {
    const token = myClub(club.club)?.token ?? null;
    const body: JoinClub = { name, table: place?.table ?? null, seat: place?.seat ?? null, token };
    const given = await post<JoinClub, ClubToken>(`${path(club.club)}/members`, body, key());
    keep({ club: club.club, name: club.name, token: given.token });
  },
  wish: (club: string, wish: ClubWish["wish"], member: number | null = null) =>
    post<ClubWish, Club>(path(club), { wish, member }, bearer(club)),
  /** Those of one's profile. */
  mine: () => get<FoundClubs>("/api/me/clubs", key()),
};

/** The tables at which one sits come among one's games. */
async function gather(club: Club): Promise<void> {
  const mine = myClub(club.club);
  const own = myMatches(club);
  if (mine && club.you !== null)
    for (const { table, seat, ended } of own)
      if (!ended || myTable(table))
        keepTable(table, { game: club.game, tokens: { [seat]: mine.token }, ...phase(ended) });
  if (!mine && myKey() && own.some(({ table, ended }) => !ended && !myTable(table))) await together();
  const over = club.phase === "over" || club.phase === "cancelled";
  if (mine && over !== Boolean(mine.over)) keep({ ...mine, over });
}
const phase = (ended: boolean) => (ended ? {} : ({ phase: "playing" } as const));

export interface OwnMatch {
  table: string;
  seat: number;
  ended: boolean;
  round: number;
}
/** The tables of a club that are one's own. */
export const myMatches = (club: Club): OwnMatch[] =>
  club.matches.flatMap(({ table, seats, ended, round }) => {
    const seat = club.you === null ? -1 : seats.indexOf(club.you);
    return table && seat >= 0 ? [{ table, seat, ended, round }] : [];
  });

/** Look whether a round has begun anywhere. */
export async function gatherAll(): Promise<void> {
  for (const { club, over } of myClubs()) if (!over) await clubs.read(club).catch(() => {});
}

/** The tables of a club of which the reader knows the points. */
export const ended = (club: Club | null): ClubMatch[] =>
  club?.matches.filter(({ points }) => points && points.length > 0) ?? [];
