/** A profile: its key in words and as a link, and what the server keeps for it. */
import { get, post, svg } from "../lib/api";
import { isKey, myKey, setKey } from "../lib/me";
import { keepTable, myTables } from "../lib/mine";
import type {
  Alive,
  Best,
  Card,
  Daily,
  Days,
  Everything,
  Forget,
  FoundSeats,
  History,
  KeptSeats,
  KnownTables,
  Me,
  NewTry,
  NewWay,
  Proof,
  Seated,
} from "../lib/types";

const key = (): string | undefined => myKey() ?? undefined;
export const me = {
  read: () => get<Me>("/api/me", key()),
  write: (card: Card) => post<Card, Me>("/api/me", card, key()),
  addWay: (way: NewWay["way"]) => post<NewWay, Me>("/api/me/ways", { way }, key()),
  /** The code that came a way; none: give the way up. */
  prove: (way: string, code: string | null) => post<Proof, Me>(`/api/me/ways/${way}`, { code }, key()),
  games: () => get<History>("/api/me/games", key()),
  everything: () => get<Everything>("/api/me/all", key()),
  best: () => get<Best>("/api/best", key()),
  days: () => get<Days>("/api/daily", key()),
  day: (day: string) => get<Daily>(`/api/daily/${encodeURIComponent(day)}`, key()),
  /** Play the deal of today, or go on with it; or of another day, for practice. */
  play: (name: string, day: string | null) => post<NewTry, Seated>("/api/daily", { name, day }, key()),
  /** The routes one has claimed, on the board, as a picture. */
  routes: (game: string, look: string) =>
    svg(`/api/me/routes/${encodeURIComponent(game)}.svg?look=${encodeURIComponent(look)}`, key()),
  forget: () => post<Forget, Alive>("/api/me/forget", { sure: "forget" }, key()),
};

export const coded = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
export const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

export const newKey = (): string => coded(crypto.getRandomValues(new Uint8Array(32)));
/** The words of a key, to be printed: any of its devices may be lost. */
export async function wordsOf(held: string): Promise<string[]> {
  const [{ entropyToMnemonic }, { wordlist }] = await wordBook();
  return entropyToMnemonic(bytesOf(held), wordlist).split(" ");
}
/** The key in some words, or in a link; none if there is none in it. */
export async function keyIn(text: string): Promise<string | null> {
  const link = /#([\w-]{43})$/.exec(text.trim())?.[1] ?? text.trim();
  if (isKey(link)) return link;
  const [{ mnemonicToEntropy }, { wordlist }] = await wordBook();
  try {
    const bytes = mnemonicToEntropy(text.trim().toLowerCase().split(/\s+/).join(" "), wordlist);
    return bytes.length === 32 ? coded(bytes) : null;
  } catch {
    return null;
  }
}
const wordBook = () => Promise.all([import("@scure/bip39"), import("@scure/bip39/wordlists/english.js")]);

/** A profile for whoever has none: it costs a key, and a click. */
export async function become(name: string): Promise<Me> {
  setKey(newKey());
  try {
    const language = document.documentElement.lang;
    return await me.write({ name, colour: null, language, notices: true, quiet: null });
  } catch (error) {
    setKey(null);
    throw error;
  }
}

/** The seats that this browser holds become the person's, and theirs that it does not hold come into its keeping. */
export async function together(gives = true): Promise<void> {
  const mine = myTables();
  const seats = mine.flatMap(({ table, tokens }) => Object.values(tokens).map((token) => ({ table, token })));
  if (gives) await post<KeptSeats, Me>("/api/me/seats", { seats: seats.slice(0, 60) }, key());
  const known = mine.map(({ table }) => table);
  const found = await post<KnownTables, FoundSeats>("/api/me/tables", { known }, key());
  for (const { table, game, created, seat, token, over } of found.seats)
    keepTable(table, { game, created, tokens: { [seat]: token }, phase: over ? "over" : "playing" });
}

export { myKey, setKey };

/** Is this browser able to be told something while nobody looks? */
export const pushable = (): boolean => "serviceWorker" in navigator && "PushManager" in window;

/** Have this browser told; refused where its person or its maker does not want it. */
export async function subscribe(pushKey: string): Promise<NewWay["way"]> {
  const worker = await navigator.serviceWorker.ready;
  const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  const { endpoint, keys } = found.toJSON();
  return { kind: "push", endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
}
