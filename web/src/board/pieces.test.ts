import { expect, it } from "vitest";
import { laid, wagonsOn } from "./pieces";

const slot = { route: "a-b", index: 0, x: 100, y: 50, angle: 0, length: 36 };

it("lays a path onto a slot: moved, turned and stretched as a transform would", () => {
  expect(laid("M-10 -5H10V5Z", slot)).toBe("M90 45L110 45L110 55Z");
  expect(laid("M-10 -5H10V5Z", { ...slot, angle: 90 })).toBe("M105 40L105 60L95 60Z");
  expect(laid("M0 0A2 2 0 0 1 4 2", { ...slot, length: 18 })).toBe("M100 50A1 2 0 0 1 102 52");
});

it("has one path for each part of a wagon, whatever the route's length", () => {
  const parts = (seat: number, count: number) =>
    wagonsOn(
      seat,
      Array.from({ length: count }, (_, index) => ({ ...slot, index, x: 40 * index })),
    ).match(/<path/g)?.length;
  expect(parts(0, 6)).toBe(parts(0, 1));
});
