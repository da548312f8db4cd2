/** A tiny board for tests: five cities, a zone with two ends, a pair of parallel routes. */
import { type Board, makeBoard } from "./board";
import type { Colour, GameFacts, Route, View } from "./types";

const route = (
  id: string,
  a: string,
  b: string,
  length: number,
  colour: Colour | "grey" = "grey",
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
  tickets: [
    { id: "a-d", a: "a", b: "d", points: 9 },
    { id: "a-z", a: "a", b: "z", points: 5 },
    { id: "a-e", a: "a", b: "e", points: 4 },
  ],
  crossings: [],
  pieces: [],
  numbers: {
    trains: 45,
    stations: 0,
    stationPoints: 0,
    longestBonus: 10,
    mostTicketsBonus: 0,
    points: { "1": 1, "2": 2, "3": 4, "6": 15 },
  },
  geometry: {
    board: "sample",
    width: 100,
    height: 100,
    slot: { pitch: 40, width: 11 },
    cities: [],
    terminals: [],
    slots: [],
    labels: [],
    tracks: [],
    ornaments: {},
    geography: { land: [], lakes: [], rivers: [], borders: [], provinces: [], graticule: [] },
  },
};

export const board: Board = makeBoard(facts);

export const seat = (name: string, routes: string[] = []): View["seats"][number] => ({
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

export const view = (change: Partial<View> = {}): View => ({
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
