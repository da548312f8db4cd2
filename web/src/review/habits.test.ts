import { expect, it } from "vitest";
import type { Considered, Move, ReviewedMoment } from "../lib/types";
import { givenIn, habitOf, mostGiven } from "./habits";

const one = (word: Move["word"], decision: number): Considered => ({
  move: { word },
  decision,
  chance: 0.5,
  margin: 0,
});
const cost = (played: Move["word"], best: Move["word"], move = 5, seat = 0): ReviewedMoment => ({
  move,
  seat,
  kind: "decision",
  chances: [0.5, 0.5],
  played: one(played, 1),
  best: [one(best, 2)],
  cost: 0.1,
  luck: [0, 0],
  sure: 0.01,
});

it("tells apart tickets, tunnels, the end, waiting, routes and cards", () => {
  expect(habitOf(cost("claim", "tickets"), 100)).toBe("tickets");
  expect(habitOf(cost("keep", "keep"), 100)).toBe("tickets");
  expect(habitOf(cost("pay", "decline"), 100)).toBe("tunnels");
  expect(habitOf(cost("draw", "claim", 95), 100)).toBe("end");
  expect(habitOf(cost("take", "claim"), 100)).toBe("waiting");
  expect(habitOf(cost("claim", "draw"), 100)).toBe("routes");
  expect(habitOf(cost("take", "draw"), 100)).toBe("cards");
});

it("adds up what a seat gave away, and puts the most first", () => {
  const moments = [cost("draw", "claim"), cost("draw", "claim"), cost("take", "draw", 6, 1), cost("keep", "keep", 100)];
  const given = givenIn({ seats: [], moments }, 0);
  expect(given).toEqual({ waiting: 0.2, tickets: 0.1 });
  expect(mostGiven({ a: given, b: {} })).toEqual([
    { habit: "waiting", given: 0.1 },
    { habit: "tickets", given: 0.05 },
  ]);
});
