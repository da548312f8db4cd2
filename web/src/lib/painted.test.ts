import { expect, test, vi } from "vitest";
import { afterwards } from "./painted";

test("work comes after the next picture, and only the latest of it", () => {
  vi.useFakeTimers();
  const pictures: (() => void)[] = [];
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => pictures.push(draw));
  const done: string[] = [];
  const later = afterwards();
  later(() => done.push("first"));
  later(() => done.push("second"));
  for (const draw of pictures) draw();
  expect(done).toEqual([]); // the picture is being made
  vi.runAllTimers();
  expect(done).toEqual(["second"]);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
