/** The legal moves as data: texts of the server, read and grouped by what a finger can touch. */
import { type Colour, type Handful, KINDS, type Kind } from "./types";

export interface Move {
  text: string;
  word: string;
  place: string;
  slot: number;
  colour: Colour | "";
  cards: Handful;
  kept: number[];
}

/** The legal moves as the server lists them: only the keys that are possible now. */
export interface LegalTexts {
  draw?: boolean;
  take?: number[];
  tickets?: boolean;
  decline?: boolean;
  claim?: Record<string, string[]>;
  station?: { cities: string[]; with: string[] };
  keep?: string[];
  pay?: string[];
  build?: Record<string, string[]>;
}

export interface Legal {
  draw: boolean;
  tickets: boolean;
  take: Set<number>;
  claim: Map<string, Move[]>;
  station: Map<string, Move[]>;
  build: Map<string, Move[]>;
  pay: Move[];
  decline: boolean;
  keep: Move[];
}

const isKind = (word: string): word is Kind => (KINDS as readonly string[]).includes(word);

export function readMove(text: string): Move {
  const [word = "", ...rest] = text.split(" ");
  const move: Move = { text, word, place: "", slot: 0, colour: "", cards: {}, kept: [] };
  if (word === "take") move.slot = Number(rest[0]);
  else if (word === "keep") move.kept = rest.filter((part) => /^\d+$/.test(part)).map(Number);
  else if (word === "build") {
    move.place = rest[0] ?? "";
    move.colour = (rest[1] ?? "") as Colour | "";
  } else {
    if (word === "claim" || word === "station") move.place = rest.shift() ?? "";
    let count = 1;
    for (const part of rest) {
      if (/^\d+$/.test(part)) count = Number(part);
      else if (isKind(part)) move.cards[part] = count;
    }
  }
  return move;
}

const byPlace = (word: string, texts: Record<string, string[]> = {}, joint = " with "): Map<string, Move[]> =>
  new Map(
    Object.entries(texts).map(([place, ways]) => [
      place,
      ways.map((way) => readMove(`${word} ${place}${joint}${way}`)),
    ]),
  );

export function readMoves(texts: LegalTexts = {}): Legal {
  const stations = Object.fromEntries((texts.station?.cities ?? []).map((city) => [city, texts.station?.with ?? []]));
  return {
    draw: texts.draw ?? false,
    tickets: texts.tickets ?? false,
    take: new Set(texts.take),
    claim: byPlace("claim", texts.claim),
    station: byPlace("station", stations),
    build: byPlace("build", texts.build, " "),
    pay: (texts.pay ?? []).map((cards) => readMove(`pay ${cards}`)),
    decline: texts.decline ?? false,
    keep: (texts.keep ?? []).map((places) => readMove(`keep ${places}`)),
  };
}

export const NOTHING: Legal = readMoves();

/** Payments from the one that spares locomotives to the one that spends most. */
export function byThrift(moves: Move[]): Move[] {
  return [...moves].sort(
    (a, b) => (a.cards.locomotive ?? 0) - (b.cards.locomotive ?? 0) || size(b.cards) - size(a.cards),
  );
}

export const size = (cards: Handful): number => Object.values(cards).reduce((sum, count) => sum + count, 0);

/** A handful as a list of kinds in the usual order. */
export const kindsIn = (cards: Handful): [Kind, number][] =>
  KINDS.flatMap((kind): [Kind, number][] => ((cards[kind] ?? 0) > 0 ? [[kind, cards[kind] ?? 0]] : []));

/** The move that keeps exactly these places (from 1) of an offer. */
export const keeping = (legal: Legal, kept: Set<number>): Move | undefined =>
  legal.keep.find((move) => move.kept.length === kept.size && move.kept.every((place) => kept.has(place)));

export const fewestKept = (legal: Legal): number =>
  legal.keep.reduce((fewest, move) => Math.min(fewest, move.kept.length), Number.POSITIVE_INFINITY);
