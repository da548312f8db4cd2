/** A tiny board for tests: five cities, a zone with two ends, a pair of parallel routes. */
import { type Board, makeBoard } from "./board";
import { COLOURS, type GameFacts, type Route, type RouteColour, type Seat, type SeatView, type Ticket } from "./types";

const route = (
  id: string,
  a: string,
  b: string,
  length: number,
  colour: RouteColour = "grey",
  terminal: string | null = null,
): Route => ({
  id,
  a,
  b,
  length,
  colour,
  tunnel: false,
  ferry: 0,
  terminal,
});

const ticket = (a: string, b: string, points: number): Ticket => ({ id: `${a}-${b}`, a, b, points, long: false });

export const facts: GameFacts = {
  id: "sample",
  name: "Sample",
  board: "sample",
  cities: ["a", "b", "c", "d", "e"].map((id) => ({ id, name: id.toUpperCase() })),
  zones: [{ id: "z", name: "Zone", terminals: ["z-1", "z-2"] }],
  routes: [
    route("a-b.1", "a", "b", 2, "red"),
    route("a-b.2", "a", "b", 2, "blue"),
    route("b-c", "b", "c", 3),
    route("a-c", "a", "c", 6, "green"),
    route("c-d", "c", "d", 1),
    route("c-z", "c", "z", 2, "grey", "z-1"),
    route("e-z", "e", "z", 2, "grey", "z-2"),
  ],
  tickets: [ticket("a", "d", 9), ticket("a", "z", 5), ticket("a", "e", 4)],
  crossings: [],
  pieces: [],
  numbers: {
    trains: 45,
    stations: 0,
    stationPoints: 0,
    firstCards: 4,
    firstTickets: 3,
    firstLong: 0,
    firstKeep: 2,
    firstReturn: "bottom",
    laterTickets: 3,
    laterKeep: 1,
    longestBonus: 10,
    mostTicketsBonus: 0,
    lastTrains: 2,
    singleTrackPlayers: 3,
    cards: { red: 12, locomotive: 14 },
    points: { "1": 1, "2": 2, "3": 4, "6": 15 },
  },
  colours: [...COLOURS],
  geometry: {
    board: "sample",
    width: 100,
    height: 100,
    slot: { pitch: 40, width: 11 },
    cities: [],
    terminals: [],
    slots: [],
    labels: [],
  },
};

export const board: Board = makeBoard(facts, {
  viewBox: "0 0 100 100",
  frame: 0,
  width: 100,
  height: 100,
  ground: [],
  names: [],
  slots: new Map(),
  links: new Map(),
  places: new Map(),
  pieces: new Map(),
  pieceLength: 1,
  letters: [],
});

export const seat = (name: string, routes: string[] = []): Seat => ({
  name,
  cards: 4,
  known: {},
  tickets: 1,
  offered: 0,
  trains: 45,
  stationsLeft: 0,
  points: 0,
  routes,
  stations: [],
});

export const view = (change: Partial<SeatView> = {}): SeatView => ({
  game: "sample",
  seat: 0,
  phase: "turn",
  toMove: 0,
  turnsLeft: null,
  row: ["red", "blue", "green", "white", "black"],
  deck: 80,
  discards: {},
  ticketDeck: 20,
  underWay: null,
  seats: [seat("Anna"), seat("Ben")],
  closed: [],
  hand: { red: 2 },
  tickets: [],
  offer: [],
  returned: [],
  barred: [],
  ...change,
});
