import { expect, it } from "vitest";
import type { Box } from "../lib/types";
import { clearest } from "./clear";

const LINE = { width: 200, height: 30 };
const PANE = { width: 800, height: 500 };
const at = (boxes: Box[], before: { x: number; y: number } | null = null) => clearest(LINE, PANE, 6, boxes, before);

it("lies in the lower left corner where nothing is there", () => expect(at([])).toEqual({ x: 6, y: 464 }));

it("goes along the lower edge past a city", () => {
  const { x, y } = at([[100, 470, 140, 490]]);
  expect(y).toBe(464);
  expect(x).toBeGreaterThanOrEqual(140);
  expect(x).toBeLessThan(150);
});

it("goes to the upper edge where the lower one is full", () =>
  expect(at([[0, 440, 800, 500]])).toEqual({ x: 6, y: 6 }));

it("stays where it is as long as it hides nothing there", () => {
  const before = { x: 406, y: 464 };
  expect(at([], before)).toEqual(before);
  expect(at([[410, 470, 420, 480]], before)).not.toEqual(before);
});

it("follows the edge of a pane that has become lower", () =>
  expect(at([], { x: 406, y: 600 })).toEqual({ x: 6, y: 464 }));

it("hides as little as can be where all is full", () => {
  const boxes: Box[] = [
    [0, 0, 800, 250],
    [0, 250, 780, 500],
  ];
  expect(at(boxes).x).toBeGreaterThan(580);
});

it("lies at the left of a pane that is too narrow for it", () =>
  expect(clearest(LINE, { width: 150, height: 100 }, 6, [], null)).toEqual({ x: 6, y: 64 }));
