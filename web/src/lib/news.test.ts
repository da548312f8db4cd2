import { expect, it } from "vitest";
import { gistOf, lastTurn, lastTurns, marksOf } from "./news";
import { seat, view } from "./sample";
import { counted } from "./story";
import type { Entry, GameEvent } from "./types";

let number = 0;
const move = (seat: number, ...events: GameEvent[]): Entry => ({
  kind: "move",
  number: ++number,
  time: 0,
  seat,
  bot: seat > 0,
  events,
});
const take = (p: number, slot: number): GameEvent => ({ e: "take", p, slot, card: "red", refill: "blue" });
const claim = (p: number, route: string): GameEvent => ({ e: "claim", p, route, cards: { red: 2 }, points: 2 });
const story = [
  move(1, claim(1, "a-b.1")),
  move(0, take(0, 4)),
  move(0, take(0, 3)),
  move(1, claim(1, "b-c")),
  move(2, take(2, 1)),
  move(2, { e: "blind", p: 2 }),
];

it("the others' last turns, both cards of a drawing together, the latest first", () => {
  const turns = lastTurns(story, 0);
  expect(turns.map((turn) => [turn.seat, turn.events.length])).toEqual([
    [2, 2],
    [1, 1],
  ]);
  const marks = marksOf(turns);
  expect([...marks.places]).toEqual([["b-c", 1]]);
  expect([...marks.slots, marks.deck, marks.tickets]).toEqual([[1, 2], [2], []]);
});

it("a line tells what the seat did, and of a claimed tunnel the claim", () => {
  const tunnel: GameEvent = { e: "tunnel", p: 1, route: "b-c", cards: { red: 2 }, turned: [], extra: 0 };
  const decline: GameEvent = { e: "decline", p: 1, route: "b-c" };
  const gist = (...events: GameEvent[]) => gistOf({ seat: 1, number: 1, events }).map(({ e }) => e);
  expect(gist(tunnel, claim(1, "b-c"), { e: "reshuffle", cards: { red: 5 } })).toEqual(["claim"]);
  expect(gist(tunnel, decline)).toEqual(["tunnel", "decline"]);
});

it("one's own move ends what is marked", () => {
  expect(lastTurns([...story, move(0, take(0, 1))], 0)).toEqual([]);
});

it("who watches sees the last turn of everybody", () => {
  expect(lastTurns(story, null).map((turn) => turn.seat)).toEqual([2, 1, 0]);
});

it("who has two turns of another between one's own sees the later one", () => {
  const long = [move(0, take(0, 1)), move(1, claim(1, "c-d")), move(2, take(2, 2)), move(1, claim(1, "b-c"))];
  expect([...marksOf(lastTurns(long, 0)).places.keys()]).toEqual(["b-c"]);
});

it("the last round tells whether one's own turn is still to come", () => {
  const seats = [seat("Anna"), seat("Ben"), seat("Cleo")];
  const round = (toMove: number, turnsLeft: number | null) => lastTurn(view({ seats, toMove, turnsLeft }));
  expect(round(0, null)).toBeNull();
  expect(round(0, 2)).toBe("now");
  expect(round(1, 3)).toBe("coming");
  expect(round(1, 2)).toBe("gone");
});
it("what a seat does twice in a row is told once", () => {
  const line = (seat: number, text: string) => ({ seat, text });
  expect(counted([line(1, "draws."), line(1, "draws."), line(2, "draws."), line(2, "claims.")])).toMatchObject([
    line(1, "draws. ×2"),
    line(2, "draws."),
    line(2, "claims."),
  ]);
});
