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
  bed?: boolean;
  /** the end of its own that a route into a zone has */
  terminal?: string;
}
/** A neighbouring country, and where the routes into it end. */
export interface Zone {
  id: string;
  name: string;
  lat: number;
  lon: number;
  terminals: { id: string; lat: number; lon: number }[];
}
export interface Piece {
  colour: string;
  length: number;
  count: number;
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
  zones?: Zone[];
  routes: Route[];
  pieces?: Piece[];
  ticketSets: Record<string, Ticket[]>;
  game: { trains: number; [key: string]: unknown };
  [key: string]: unknown;
}
export const KINDS = ["plain", "ferry", "tunnel", "bed"] as const;
/** Two cities, or a city and a zone, and all that joins them: one track or two, equally long. */
export interface Joint {
  a: string;
  b: string;
  length: number;
  colours: string[];
  kind: (typeof KINDS)[number];
  terminal?: string | undefined;
}
export const TRACK_COLOURS: string[] = [...COLOURS, "grey"];
export const LONGEST = 9;

const RADIANS = Math.PI / 180;
/** Mercator's, in degrees; see `MapFrame`. */
const up = (latitude: number): number =>
  Math.asinh(Math.tan(Math.max(-85, Math.min(85, latitude)) * RADIANS)) / RADIANS;
const down = (height: number): number => Math.atan(Math.sinh(height * RADIANS)) / RADIANS;
/** ten metres: between the quarters of a town a hundred are much */
const round = (degrees: number): number => Math.round(degrees * 1e4) / 1e4;

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
  for (const { a, b, length, colour, ferry, tunnel, bed, terminal } of board.routes) {
    const key = [a, b].sort().join(" ");
    const known = found.get(key);
    const kind = ferry ? "ferry" : tunnel ? "tunnel" : bed ? "bed" : "plain";
    if (known) known.colours.push(colour);
    else found.set(key, { a, b, length, colours: [colour], kind, terminal });
  }
  return [...found.values()];
}

export function routesOf(joints: Joint[]): Route[] {
  return joints.flatMap(({ a, b, length, colours, kind, terminal }) =>
    colours.map((colour, track) => ({
      id: `${a}-${b}${colours.length > 1 ? `.${track + 1}` : ""}`,
      a,
      b,
      length,
      colour: kind === "bed" ? "grey" : colour, // the piece built on it gives the colour
      ...(kind === "ferry" ? { ferry: length > 4 ? 2 : 1 } : {}),
      ...(kind === "tunnel" ? { tunnel: true } : {}),
      ...(kind === "bed" ? { bed: true } : {}),
      ...(terminal ? { terminal } : {}),
    })),
  );
}

/** The pieces of track for the beds: of every colour as many of a length, and in all some more than half of the beds. */
export function piecesOf(routes: Route[]): Piece[] {
  const lengths = routes.filter(({ bed }) => bed).map(({ length }) => length);
  return COLOURS.flatMap((colour) =>
    [...new Set(lengths)].sort().map((length) => {
      const count = lengths.filter((one) => one === length).length;
      return { colour, length, count: Math.max(1, Math.ceil((0.6 * count) / COLOURS.length)) };
    }),
  );
}

/** The zones with those ends alone that routes still lead to. */
export function zonesOf(zones: Zone[], routes: Route[]): Zone[] {
  const used = new Set(routes.map(({ terminal }) => terminal));
  return zones
    .map((zone) => ({ ...zone, terminals: zone.terminals.filter(({ id }) => used.has(id)) }))
    .filter(({ terminals }) => terminals.length > 0);
}

/** The fewest spaces from one place to another; none if no routes lead there. Nobody travels through a zone. */
export function shortest(board: BoardFile, from: string, to: string): number | null {
  const ends = (place: string): string[] =>
    board.zones?.find(({ id }) => id === place)?.terminals.map(({ id }) => id) ?? [place];
  const waiting = ends(from);
  const best = new Map(waiting.map((end) => [end, 0]));
  for (let here = waiting.shift(); here !== undefined; here = waiting.shift())
    for (const { a, b, terminal, length } of board.routes) {
      const end = terminal ?? b;
      const there = a === here ? end : end === here ? a : null;
      const way = (best.get(here) ?? 0) + length;
      if (there !== null && way < (best.get(there) ?? Infinity)) {
        best.set(there, way);
        waiting.push(there);
      }
    }
  const nearest = Math.min(...ends(to).map((end) => best.get(end) ?? Infinity));
  return Number.isFinite(nearest) ? nearest : null;
}

/** What a board must not have, and of which of its places: by the names of the texts that say so. */
export type Wrong = { what: "reach" | "far" | "twice"; places: string[] };
export function wrongOf(board: BoardFile): Wrong[] {
  const first = board.cities[0]?.id ?? "";
  const tickets = Object.values(board.ticketSets).flat();
  const called = ({ a, b }: Ticket): string => [a, b].sort().join(" ");
  const far = tickets.filter(({ a, b }) => (shortest(board, a, b) ?? 0) > board.game.trains);
  const found: Wrong[] = [
    { what: "reach", places: board.cities.filter(({ id }) => shortest(board, first, id) === null).map(({ id }) => id) },
    ...far.map(({ a, b }): Wrong => ({ what: "far", places: [a, b] })),
    ...tickets
      .filter((one, place) => tickets.findIndex((other) => called(other) === called(one)) < place)
      .map(({ a, b }): Wrong => ({ what: "twice", places: [a, b] })),
  ];
  return found.filter(({ places }) => places.length > 0);
}

/** An id that no other city has. */
function newId(name: string, cities: City[]): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const base = plain.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "city";
  let id = base;
  for (let number = 2; cities.some((city) => city.id === id); number++) id = `${base}-${number}`;
  return id;
}

/** What lies around the cities. */
export type Ground = Pick<MapProposal, "frame" | "land" | "lakes" | "borders" | "spare">;
const MOST = 200; // changes that can be taken back

export class Draft {
  #past = $state.raw<BoardFile[]>([]);
  #future = $state.raw<BoardFile[]>([]);
  board = $state.raw<BoardFile>() as BoardFile;
  readonly frame: MapFrame;
  readonly joints = $derived(jointsOf(this.board));

  constructor(
    board: BoardFile,
    readonly ground: Ground,
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
  get zones(): Zone[] {
    return this.board.zones ?? [];
  }
  nameOf = (id: string): string => (this.city(id) ?? this.zones.find((zone) => zone.id === id))?.name ?? id;
  /** Where every city and every end of a route into a zone lies. */
  get places(): { id: string; lat: number; lon: number }[] {
    return [...this.board.cities, ...this.zones.flatMap(({ terminals }) => terminals)];
  }
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
  changeZone(id: string, name: string): void {
    this.change({ zones: this.zones.map((zone) => (zone.id === id ? { ...zone, name } : zone)) });
  }
  /** Other routes, and what hangs on them: pieces for the beds, ends of the ways into zones. */
  #routed(routes: Route[]): Partial<BoardFile> {
    const { pieces, zones } = this.board;
    const beds = routes.some(({ bed }) => bed);
    return {
      routes,
      ...(beds || pieces ? { pieces: piecesOf(routes) } : {}),
      ...(zones ? { zones: zonesOf(zones, routes) } : {}),
    };
  }
  /** A city or a zone less, and all that leads there. */
  drop(id: string): void {
    const { cities, routes, ticketSets } = this.board;
    const part = this.#routed(routes.filter(({ a, b }) => a !== id && b !== id));
    const known = new Set([...cities.map((city) => city.id).filter((one) => one !== id)]);
    for (const zone of part.zones ?? []) known.add(zone.id);
    this.change({
      ...part,
      cities: cities.filter((city) => city.id !== id),
      ticketSets: Object.fromEntries(
        Object.entries(ticketSets).map(([name, some]) => [
          name,
          some.filter(({ a, b }) => known.has(a) && known.has(b)),
        ]),
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
    this.change(this.#routed(routesOf(known || part === null ? changed : [...changed, added])));
  }
  /** Take a connection out; where it was the last into a zone, the tickets there go with it. */
  sever(joint: Joint): void {
    const last = joint.terminal && this.joints.filter(({ b }) => b === joint.b).length === 1;
    if (last) this.drop(joint.b);
    else this.setJoint(joint.a, joint.b, null);
  }
  get tickets(): Ticket[] {
    return this.board.ticketSets.regular ?? [];
  }
  setTickets(regular: Ticket[]): void {
    this.change({ ticketSets: { ...this.board.ticketSets, regular } });
  }
}
