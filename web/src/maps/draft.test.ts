import { describe, expect, it } from "vitest";
import { degrees, spot } from "./draft.svelte";

describe("places on a sketch", () => {
  const country = { west: -25, top: 75, scale: 30, width: 1000, height: 700 };
  const town = { west: 7.4, top: 49, scale: 25_000, width: 1000, height: 700 };
  it.each([country, town])("are where they were put, on a map of $scale points a degree", (frame) => {
    const there = spot(frame, degrees(frame, 444, 333));
    expect(Math.hypot(there.x - 444, there.y - 333)).toBeLessThan(3);
  });
});
