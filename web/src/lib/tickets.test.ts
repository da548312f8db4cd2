import { expect, it } from "vitest";
import { board, seat, view } from "./sample";
import { asTheyCame, endState, extentOf, heldBy, lightsOf, outcome, stateText, trainsText, wayText } from "./tickets";
import type { GameEvent, Score } from "./types";

const seats = [{ ...seat("Anna", ["a-c"]), trains: 5 }, seat("Ben")];
const now = view({ seats });
const held = heldBy(board, now, 0, ["a-d", "a-z"]);

it("tickets are numbered as they came, those on offer after those held", () => {
  expect(held.map(({ number }) => number)).toEqual([1, 2]);
  expect(heldBy(board, now, 0, ["a-e"], 3)[0]?.number).toBe(3);
});

it("tickets kept later come after those kept before, wherever the server lists them", () => {
  const events: GameEvent[] = [
    { e: "keep", p: 0, tickets: ["d", "b"] },
    { e: "keep", p: 1, count: 2 },
    { e: "keep", p: 0, tickets: ["a"] },
  ];
  expect(asTheyCame(events, 0, ["a", "b", "d", "z"])).toEqual(["d", "b", "a", "z"]);
  expect(asTheyCame([], 0, ["b", "a"])).toEqual(["b", "a"]);
});

it("a ticket tells how far it is, and what the trains left cannot do", () => {
  expect(held.map(({ way }) => stateText(way, 5))).toEqual(["1 space to go", "2 spaces to go"]);
  const few = view({ seats: [{ ...seat("Anna"), trains: 3 }, seat("Ben")] });
  const [far] = heldBy(board, few, 0, ["a-d"]);
  expect(far && stateText(far.way, 3)).toContain("6 spaces, only 3 trains");
  expect([trainsText(1, 1), trainsText(2, 1)]).toEqual(["1 train", "only 1 train"]);
});

it("the way is told route by route", () => {
  const [first] = held;
  expect(first && wayText(board, now, first.way)).toBe("Way: A to C (yours) and C to D (1 space, any colour)");
});

it("what is looked at is lit strongly, the others faintly, and all of it is to be in sight", () => {
  const lights = lightsOf(board, held.slice(0, 1), held.slice(1));
  expect([...lights.routes, ...lights.way]).toEqual(["a-c", "c-d"]);
  expect([...lights.faint]).toEqual(["a-c", "c-z"]);
  expect([...lights.places]).toEqual(["a", "d"]);
  expect(new Set(extentOf(board, held.slice(0, 1)))).toEqual(new Set(["a-c", "c-d", "a", "d"]));
});

it("after the end a ticket is done or missed", () => {
  const score = { completed: ["a-d"], failed: ["a-z"] } as unknown as Score;
  expect([outcome(score, "a-d"), outcome(score, "a-z"), outcome(undefined, "a-d")]).toEqual(["done", "missed", null]);
  expect(held.map(({ id, way }) => endState(way, outcome(score, id)))).toEqual(["done", "cut"]);
});
