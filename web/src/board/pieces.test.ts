import { expect, it } from "vitest";
import { wagonsOn } from "./pieces";

const slot = { route: "a-b", index: 0, x: 100, y: 50, angle: 0, length: 36 };

it("has one path for each part of a wagon, whatever the route's length", () => {
  const parts = (seat: number, count: number) =>
    wagonsOn(
      seat,
      Array.from({ length: count }, (_, index) => ({ ...slot, index, x: 40 * index })),
    ).match(/<path/g)?.length;
  expect(parts(0, 6)).toBe(parts(0, 1));
});
