import { expect, test, vi } from "vitest";
import { afterwards, painted } from "./painted";

test("work comes after the next picture, and only the latest of it", async () => {
  vi.useFakeTimers();
  const pictures: (() => void)[] = [];
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => pictures.push(draw));
  const done: string[] = [];
  const later = afterwards();
  later(() => done.push("first"));
  later(() => done.push("second"));
  for (const draw of pictures) draw();
  expect(done).toEqual([]); // the picture is being made
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(["second"]);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("where nobody looks there are no pictures, and nothing waits for them for long", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", () => 0);
  let done = false;
  void painted().then(() => (done = true));
  await vi.advanceTimersByTimeAsync(100);
  expect(done).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(done).toBe(true);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
