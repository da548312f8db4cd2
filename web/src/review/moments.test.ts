import { expect, it } from "vitest";
import type { Considered, Review, ReviewedMoment } from "../lib/types";
import {
  asked,
  chancesAfter,
  compared,
  decisionsOf,
  hopesOf,
  luckOf,
  marksOf,
  questions,
  worthTelling,
} from "./moments";

const draw = (decision: number, chance: number): Considered => ({
  move: { word: "draw" },
  decision,
  chance,
  margin: 0,
});
const chance = (move: number, chances: number[], luck: number[]): ReviewedMoment => ({
  move,
  seat: move ? 0 : null,
  kind: "chance",
  chances,
  played: null,
  best: [],
  cost: 0,
  luck,
  sure: 0,
});
const decision: ReviewedMoment = {
  ...chance(1, [0.6, 0.4], [0, 0]),
  kind: "decision",
  played: draw(1, 0.4),
  best: [draw(7, 0.5), draw(3, 0.45)],
  cost: 0.1,
};
const review: Review = {
  seats: [],
  moments: [chance(0, [0.6, 0.4], [0.1, -0.1]), decision, chance(1, [0.7, 0.3], [0.2, -0.2])],
};

it("tells the chances after every move, and its luck", () => {
  expect(chancesAfter(review)).toEqual([
    [0.6, 0.4],
    [0.7, 0.3],
  ]);
  expect(luckOf(review, 1, 1)).toBe(-0.2);
  expect(decisionsOf(review, 1)).toEqual([decision]);
});

it("compares what was played, too, and asks in an order that tells nothing", () => {
  expect(compared(decision).map((one) => one.decision)).toEqual([7, 3, 1]);
  expect(asked(decision).map((one) => one.decision)).toEqual([1, 3, 7]);
  expect(
    questions(review, { seats: [], costliest: [{ moment: 1, taker: null, taken: null }], turning: [], tickets: [] }),
  ).toEqual([decision]);
});

it("tells what a seat could hope for before its moves, by what it could know", () => {
  expect(hopesOf(review, 0)).toEqual([{ move: 0, chance: 0.5 }]);
  expect(hopesOf(review, 1)).toEqual([]);
});

it("marks a move once, though its route and its payment may both have cost", () => {
  const [route, payment, other] = [
    { move: 4, seat: 1 },
    { move: 4, seat: 1 },
    { move: 7, seat: 1 },
  ];
  expect(marksOf([route, payment, other])).toEqual([route, other]);
});

it("tells how a claim was paid only where that cost something", () => {
  const paid = { ...decision, cost: 0.001 };
  expect(worthTelling([decision, paid])).toEqual([decision]);
  expect(worthTelling([decision, decision])).toHaveLength(2);
});
