import { expect, it } from "vitest";
import type { GameEvent, Score } from "../lib/types";
import { partsOf } from "./picture";
import { finalOf, makeShow, totals } from "./show";

const score = (change: Partial<Score>): Score => ({
  routes: 0,
  tickets: 0,
  completed: [],
  failed: [],
  stations: 0,
  borrowed: [],
  longest: 0,
  longestBonus: 0,
  mostTicketsBonus: 0,
  total: 0,
  ...change,
});
const final = {
  scores: [
    score({
      routes: 40,
      completed: ["a-d"],
      failed: ["a-e"],
      tickets: 5,
      stations: 8,
      borrowed: ["b-c"],
      longest: 20,
      longestBonus: 10,
      total: 63,
    }),
    score({ routes: 30, completed: ["a-z"], tickets: 5, longest: 12, mostTicketsBonus: 15, total: 50 }),
  ],
  winners: [0],
};
const points = (id: string) => ({ "a-d": 9, "a-z": 5, "a-e": 4 })[id] ?? 0;

it("the show ends with the winner, and its steps add up to the totals", () => {
  const steps = makeShow(final, points);
  expect(steps[steps.length - 1]).toEqual({ kind: "winner", seats: [0] });
  expect(totals(final, steps, 0)).toEqual([40, 30]);
  expect(totals(final, steps, steps.length)).toEqual([63, 50]);
});
it("the picture of the result tells all that a total is made of", () => {
  const parts = final.scores.map((one) => partsOf(one));
  expect(parts[0]).toBe("Routes 40 · Tickets 5 (1 of 2) · Stations 8 · Longest path 10");
  expect(parts[1]).toBe("Routes 30 · Tickets 5 (1 of 1) · Most tickets 15");
});
it("the last count of a story is the one", () => {
  const last: GameEvent = { e: "last", p: 0 };
  expect(finalOf([last, { e: "end", ...final }])?.winners).toEqual([0]);
  expect(finalOf([last])).toBeNull();
});
