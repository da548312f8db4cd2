import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Queue } from "./pacing";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const shown: string[] = [];
const queue = (pause: number): Queue<string> => {
  shown.length = 0;
  return new Queue(
    (item) => shown.push(item),
    () => pause,
  );
};

it("what comes first is shown at once, what follows when that has been seen", () => {
  const moves = queue(1000);
  for (const move of ["a", "b", "c"]) moves.push(move);
  expect(shown).toEqual(["a"]);
  vi.advanceTimersByTime(999);
  expect(shown).toEqual(["a"]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(["a", "b"]);
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual(["a", "b", "c"]);
});

it("without a pause nothing waits", () => {
  const moves = queue(0);
  for (const move of ["a", "b", "c"]) moves.push(move);
  expect(shown).toEqual(["a", "b", "c"]);
});

it("who acts is not kept waiting: all is shown now, and the next thing too", () => {
  const moves = queue(1000);
  for (const move of ["a", "b", "c"]) moves.push(move);
  moves.hurry();
  expect([shown.join(""), moves.empty]).toEqual(["abc", true]);
  moves.push("d");
  expect(shown).toEqual(["a", "b", "c", "d"]);
  vi.advanceTimersByTime(5000);
  expect(shown).toHaveLength(4);
});

it("what is told anew by the server is not shown twice", () => {
  const moves = queue(1000);
  for (const move of ["a", "b"]) moves.push(move);
  moves.clear();
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual(["a"]);
});

it("who is far behind sees the rest at once", () => {
  const moves = queue(1000);
  for (let k = 0; k < 60; k++) moves.push(String(k));
  expect(shown.length).toBeGreaterThan(40);
});
