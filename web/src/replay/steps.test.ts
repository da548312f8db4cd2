import { expect, it } from "vitest";
import { view } from "../lib/sample";
import type { GameEvent, ReplayStep } from "../lib/types";
import { claimFrom, finalAt } from "./steps";

const step = (...events: GameEvent[]): ReplayStep => ({ number: 1, seat: 0, time: 0, events, view: view() });
const claim = step({ e: "claim", p: 0, route: "a-c", cards: {}, points: 15 });
const end: GameEvent = { e: "end", scores: [], winners: [0] };
const steps = [step(), step({ e: "blind", p: 0 }), claim, step(), claim, step(end)];

it("jumps go from claim to claim, and to start and end beyond", () => {
  expect([0, 2, 4].map((at) => claimFrom(steps, at, 1))).toEqual([2, 4, 5]);
  expect([5, 4, 2].map((at) => claimFrom(steps, at, -1))).toEqual([4, 2, 0]);
});

it("final scores are there at the last step only", () => {
  expect(finalAt(steps[5])).toMatchObject({ winners: [0] });
  expect(finalAt(steps[4])).toBeNull();
  expect(finalAt(undefined)).toBeNull();
});
