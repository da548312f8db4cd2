/** What the server says, as types. The client adds nothing to it and knows no rule. */
import type { LegalTexts } from "./moves";

export const COLOURS = ["purple", "white", "blue", "yellow", "orange", "black", "red", "green"] as const;
export const KINDS = [...COLOURS, "locomotive"] as const;
export type Colour = (typeof COLOURS)[number];
export type Kind = (typeof KINDS)[number];
export type Handful = Partial<Record<Kind, number>>;

// ---- the board: facts and geometry

export interface Place {
  id: string;
  name: string;
}
export interface Zone extends Place {
  terminals: string[];
}
export interface Route {
  id: string;
  a: string;
  b: string;
  length: number;
  colour: Colour | "grey" | "bed";
  tunnel: boolean;
  ferry: number;
  /** the end of its own that a route into a zone has */
  terminal: string | null;
}
export interface Ticket {
  id: string;
  a: string;
  b: string;
  points: number;
  long?: boolean;
}
export interface Slot {
  route: string;
  index: number;
  x: number;
  y: number;
  angle: number;
  length: number;
  locomotive: boolean;
}
export interface Spot {
  id: string;
  x: number;
  y: number;
  r: number;
}
export interface Label {
  id: string;
  box: [number, number, number, number];
  lines: string[];
  size: number;
  kind: string;
}
export type Point = [number, number];
export interface Track {
  route: string;
  curve: Point[];
  kind: "plain" | "tunnel" | "ferry" | "bed";
  /** the thin lines to the two cities: from, control, to */
  links?: [Point, Point, Point][];
}
export interface Geometry {
  board: string;
  width: number;
  height: number;
  slot: { pitch: number; width: number };
  cities: Spot[];
  terminals: Spot[];
  slots: Slot[];
  labels: Label[];
  tracks: Track[];
  ornaments: {
    title?: { text: string; box: [number, number, number, number]; size: number };
    compass?: { x: number; y: number; r: number; north: number };
  };
  geography: Record<"land" | "lakes" | "rivers" | "borders" | "provinces" | "graticule", Point[][]>;
}

// ---- the game as a seat sees it

export interface SeatView {
  name: string;
  cards: number;
  known: Handful;
  tickets: number;
  offered: number;
  trains: number;
  stationsLeft: number;
  points: number;
  routes: string[];
  stations: string[];
}
export interface UnderWay {
  route: string | null;
  city: string | null;
  due: number;
  laid: Handful;
  turned: Kind[];
  tunnel: boolean;
}
export type Phase =
  | "first-tickets"
  | "turn"
  | "second-card"
  | "pay-route"
  | "pay-tunnel"
  | "pay-station"
  | "keep-tickets"
  | "build"
  | "build-colour"
  | "over";
export interface View {
  game: string;
  seat: number | null;
  phase: Phase;
  toMove: number | null;
  turnsLeft: number | null;
  row: (Kind | null)[];
  deck: number;
  discards: Handful;
  ticketDeck: number;
  underWay: UnderWay | null;
  seats: SeatView[];
  closed: string[];
  built?: Record<string, Colour>;
  pieces?: Record<Colour, Record<string, number>>;
  hand?: Handful;
  tickets?: string[];
  offer?: string[];
  returned?: string[];
  barred?: string[];
}

// ---- what happened

export interface Score {
  routes: number;
  tickets: number;
  completed: string[];
  failed: string[];
  stations: number;
  borrowed: string[];
  longest: number;
  longestBonus: number;
  mostTicketsBonus: number;
  total: number;
}
export interface Final {
  scores: Score[];
  winners: number[];
}
export interface GameEvent {
  e: string;
  p?: number;
  slot?: number;
  card?: Kind;
  refill?: Kind | null;
  cards?: Handful | (Kind | null)[];
  out?: Kind[];
  tickets?: string[];
  count?: number;
  route?: string;
  city?: string;
  colour?: Colour;
  points?: number;
  turned?: Kind[];
  extra?: number;
  scores?: Score[];
  winners?: number[];
}

// ---- tables

export type TablePhase = Phase | "gathering" | "preparing";
export interface TableSeat {
  seat: number;
  kind: "person" | "free" | "bot";
  name: string | null;
  level: string | null;
  away: boolean;
}
export interface Options {
  open: boolean;
  undo: boolean;
  starter: number | null;
  clock: { minutes: number; increment: number } | null;
}
export interface Table {
  table: string;
  game: string;
  created: number;
  phase: "gathering" | "playing" | "over";
  options: Options;
  seats: TableSeat[];
  commitment: string;
  seed: string | null;
  sameDeal: boolean;
  winners: number[] | null;
  rematch: string | null;
  again: string | null;
}
export interface Entry {
  number: number;
  time: number;
  kind: string;
  seat?: number;
  name?: string;
  move?: string | null;
  level?: string;
  reason?: string;
  undoes?: number;
  bot?: boolean;
  table?: string;
  events?: GameEvent[];
}
export interface ChatLine {
  number: number;
  time: number;
  seat: number;
  name: string;
  text: string;
}
export interface TableState {
  number: number;
  position: number;
  time: number;
  table: Table;
  you: number[];
  phase: TablePhase;
  toMove: number | null;
  waiting: number[];
  views: Record<string, View>;
  moves: Record<string, LegalTexts>;
  chosen: Record<string, string>;
  undo: number | null;
  clock: { left: number[]; running: number | null } | null;
  present: boolean[];
  watchers: number;
}
export interface GameSummary {
  id: string;
  name: string;
  board: string;
  players: { least: number; most: number };
  minutes: number;
}
export interface GameFacts {
  id: string;
  name: string;
  board: string;
  cities: Place[];
  zones: Zone[];
  routes: Route[];
  tickets: Ticket[];
  crossings: [string, string][];
  pieces: { colour: Colour; length: number; count: number }[];
  numbers: {
    trains: number;
    stations: number;
    stationPoints: number;
    longestBonus: number;
    mostTicketsBonus: number;
    points: Record<string, number>;
  };
  geometry: Geometry;
}
export interface ReplayStep {
  number: number;
  seat: number | null;
  move: string | null;
  time: number;
  events: GameEvent[];
  view: View & { all?: Required<Pick<View, "hand" | "tickets" | "offer">>[] };
}
export interface ReplayData {
  table: string;
  game: string;
  names: string[];
  eyes: string;
  over: boolean;
  steps: ReplayStep[];
  chart: number[][];
}
