import { expect, it } from "vitest";
import { board as sample } from "../lib/sample";
import type { Box } from "../lib/types";
import { BADGE, badgesAt, leansOf, lettersOf } from "./badges";

const spot = { id: "a", x: 50, y: 50, r: 6 };
const board = {
  ...sample,
  spots: new Map([["a", spot]]),
  geometry: {
    ...sample.geometry,
    cities: [spot],
    labels: [
      {
        id: "a",
        box: [30, 30, 70, 42] as [number, number, number, number],
        lines: ["A"],
        size: 12,
        kind: "city" as const,
      },
    ],
  },
};

it("numbers stand beside their city, not on its name", () => {
  const at = badgesAt(board, "a", 2);
  expect(at).not.toBeNull();
  expect(Math.abs((at?.y ?? 0) - 36)).toBeGreaterThanOrEqual(6 + BADGE.height / 2);
});

it("a zone has them at its name, a place that is nowhere has none", () => {
  const zone = {
    id: "z",
    box: [40, 60, 60, 70] as [number, number, number, number],
    lines: ["Z"],
    size: 12,
    kind: "zone" as const,
  };
  expect(badgesAt({ ...board, geometry: { ...board.geometry, labels: [zone] } }, "z", 1)).not.toBeNull();
  expect(badgesAt(board, "nowhere", 1)).toBeNull();
});

it("a pin stands upright, and leans aside where its head would hide a number", () => {
  const at = { x: 100, y: 100 };
  expect(leansOf([at], [])).toEqual([0]);
  const above: Box = [90, 66, 110, 83];
  expect(leansOf([at], [above])).not.toEqual([0]);
  expect(leansOf([at], [above, [112, 70, 131, 95]])[0]).toBeLessThan(0); // nor to the right, where there is another
});

it("a pin does not hide another one", () => {
  const [first, second] = leansOf(
    [
      { x: 100, y: 100 },
      { x: 108, y: 104 },
    ],
    [],
  );
  expect(first).toBe(0);
  expect(second).toBeGreaterThan(0);
});

it("players whose names begin alike are told apart by their last letters", () => {
  expect(lettersOf(["Maximilian", "Easy 1", "Easy 2", ""])).toEqual(["M", "1", "2", ""]);
});
