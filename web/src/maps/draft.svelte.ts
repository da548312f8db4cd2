/** A map while it is made: a board file that every change makes anew, so that each can be taken back. */
import { COLOURS, type MapFrame, type MapProposal } from "../lib/types";

export interface City {
  id: string;
  name: string;
  lat: number;
  lon: number;
}
export interface Route {
  id: string;
  a: string;
  b: string;
  length: number;
  colour: string;
  ferry?: number;
  tunnel?: boolean;
}
export interface Ticket {
  a: string;
  b: string;
  points: number;
}
export interface BoardFile {
  id: string;
  name: string;
  cities: City[];
  routes: Route[];
  ticketSets: Record<string, Ticket[]>;
  game: { trains: number; [key: string]: unknown };
  [key: string]: unknown;
}
/** Two cities and all that joins them: one track or two, equally long. */
export interface Joint {
  a: string;
  b: string;
  length: number;
  colours: string[];
  kind: "plain" | "ferry" | "tunnel";
}
export const TRACK_COLOURS: string[] = [...COLOURS, "grey"];
export const LONGEST = 9;

const RADIANS = Math.PI / 180;
/** Mercator's, in degrees; see `MapFrame`. */
const up = (latitude: number): number =>
  Math.asinh(Math.tan(Math.max(-85, Math.min(85, latitude)) * RADIANS)) / RADIANS;
const down = (height: number): number => Math.atan(Math.sinh(height * RADIANS)) / RADIANS;
const round = (degrees: number): number => Math.round(degrees * 1000) / 1000;

export function spot(frame: MapFrame, { lat, lon }: { lat: number; lon: number }): { x: number; y: number } {
  const east = (((lon - frame.west) % 360) + 360) % 360;
  return { x: east * frame.scale, y: (frame.top - up(lat)) * frame.scale };
}
export function degrees(frame: MapFrame, x: number, y: number): { lat: number; lon: number } {
  const lon = frame.west + x / frame.scale;
  return { lat: round(down(frame.top - y / frame.scale)), lon: round(((lon + 540) % 360) - 180) };
}

/** The connections of a board, in the order of its routes. */
export function jointsOf(board: BoardFile): Joint[] {
  const found = new Map<string, Joint>();
  for (const { a, b, length, colour, ferry, tunnel } of board.routes) {
    const key = [a, b].sort().join(" ");
    const known = found.get(key);
    if (known) known.colours.push(colour);
    else found.set(key, { a, b, length, colours: [colour], kind: ferry ? "ferry" : tunnel ? "tunnel" : "plain" });
  }
  return [...found.values()];
}

export function routesOf(joints: Joint[]): Route[] {
  return joints.flatMap(({ a, b, length, colours, kind }) =>
    colours.map((colour, track) => ({
      id: `${a}-${b}${colours.length > 1 ? `.${track + 1}` : ""}`,
      a,
      b,
      length,
      colour,
      ...(kind === "ferry" ? { ferry: length > 4 ? 2 : 1 } : kind === "tunnel" ? { tunnel: true } : {}),
    })),
  );
}

/** The fewest spaces from one city to another; none if no routes lead there. */
export function shortest(board: BoardFile, from: string, to: string): number | null {
  const best = new Map([[from, 0]]);
  const waiting = [from];
  for (let here = waiting.shift(); here !== undefined; here = waiting.shift())
    for (const { a, b, length } of board.routes) {
      const there = a === here ? b : b === here ? a : null;
      const way = (best.get(here) ?? 0) + length;
      if (there !== null && way < (best.get(there) ?? Infinity)) {
        best.set(there, way);
        waiting.push(there);
      }
    }
  return best.get(to) ?? null;
}

const EDITED = new Set(["id", "a", "b", "length", "colour", "ferry", "tunnel"]);
/** May this file be changed here? One with zones, beds or crossings is kept as it is. */
export const editable = (board: BoardFile): boolean =>
  ["zones", "pieces", "crossings"].every((key) => !Array.isArray(board[key]) || board[key].length === 0) &&
  Array.isArray(board.ticketSets?.regular) &&
  board.routes.every((route) => Object.keys(route).every((key) => EDITED.has(key)));

/** An id that no other city has. */
function newId(name: string, cities: City[]): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const base = plain.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "city";
  let id = base;
  for (let number = 2; cities.some((city) => city.id === id); number++) id = `${base}-${number}`;
  return id;
}

const MOST = 200; // changes that can be taken back

export class Draft {
  #past = $state.raw<BoardFile[]>([]);
  #future = $state.raw<BoardFile[]>([]);
  board = $state.raw<BoardFile>() as BoardFile;
  readonly frame: MapFrame;
  readonly joints = $derived(jointsOf(this.board));

  constructor(
    board: BoardFile,
    readonly ground: Omit<MapProposal, "board">,
  ) {
    this.board = board;
    this.frame = ground.frame;
  }
  get undoable(): boolean {
    return this.#past.length > 0;
  }
  get redoable(): boolean {
    return this.#future.length > 0;
  }
  change(part: Partial<BoardFile>): void {
    this.#past = [...this.#past.slice(-MOST), this.board];
    this.#future = [];
    this.board = { ...this.board, ...part };
  }
  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#future = [...this.#future, this.board];
    this.#past = this.#past.slice(0, -1);
    this.board = before;
  }
  redo(): void {
    const after = this.#future.at(-1);
    if (!after) return;
    this.#past = [...this.#past, this.board];
    this.#future = this.#future.slice(0, -1);
    this.board = after;
  }

  city(id: string): City | undefined {
    return this.board.cities.find((city) => city.id === id);
  }
  nameOf = (id: string): string => this.city(id)?.name ?? id;
  changeCity(id: string, part: Partial<City>): void {
    this.change({ cities: this.board.cities.map((city) => (city.id === id ? { ...city, ...part } : city)) });
  }
  /** A city more, joined with the three nearest at once, as long as the others are. */
  addCity(name: string, at: { lat: number; lon: number }): string {
    const id = newId(name, this.board.cities);
    const here = spot(this.frame, at);
    const far = (city: City): number => {
      const there = spot(this.frame, city);
      return Math.hypot(here.x - there.x, here.y - there.y);
    };
    const rates = this.joints.map((joint) => {
      const ends = [joint.a, joint.b].map((end) => this.city(end)).filter((city) => city !== undefined);
      const [a, b] = ends.map((city) => spot(this.frame, city));
      return a && b ? joint.length / Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) : 0;
    });
    const rate = rates.sort((a, b) => a - b)[rates.length >> 1] ?? 0.02;
    const near = [...this.board.cities].sort((a, b) => far(a) - far(b)).slice(0, 3);
    const joints = near.map((city): Joint => {
      const length = Math.max(1, Math.min(6, Math.round(far(city) * rate)));
      return { a: id, b: city.id, length, colours: ["grey"], kind: "plain" };
    });
    this.change({
      cities: [...this.board.cities, { id, name, ...at }],
      routes: [...this.board.routes, ...routesOf(joints)],
    });
    return id;
  }
  dropCity(id: string): void {
    const without = <End extends { a: string; b: string }>(some: End[]): End[] =>
      some.filter(({ a, b }) => a !== id && b !== id);
    this.change({
      cities: this.board.cities.filter((city) => city.id !== id),
      routes: without(this.board.routes),
      ticketSets: Object.fromEntries(
        Object.entries(this.board.ticketSets).map(([name, tickets]) => [name, without(tickets)]),
      ),
    });
  }
  /** Change a connection, add it, or (with nothing) take it out. */
  setJoint(a: string, b: string, part: Partial<Joint> | null): void {
    const is = (joint: Joint): boolean => (joint.a === a && joint.b === b) || (joint.a === b && joint.b === a);
    const known = this.joints.some(is);
    const kept = part === null ? this.joints.filter((one) => !is(one)) : this.joints;
    const changed = kept.map((joint) => (is(joint) ? { ...joint, ...part } : joint));
    const added: Joint = { a, b, length: 2, colours: ["grey"], kind: "plain", ...part };
    this.change({ routes: routesOf(known || part === null ? changed : [...changed, added]) });
  }
  get tickets(): Ticket[] {
    return this.board.ticketSets.regular ?? [];
  }
  setTickets(regular: Ticket[]): void {
    this.change({ ticketSets: { ...this.board.ticketSets, regular } });
  }
}
