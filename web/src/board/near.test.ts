import { expect, it } from "vitest";
import { board as sample } from "../lib/sample";
import { lineAlong } from "./lines";
import { nearest } from "./near";

const slot = (route: string, index: number, x: number, y: number, angle = 0) => ({
  route,
  index,
  x,
  y,
  angle,
  length: 36,
});
const slots = [slot("a-b", 0, 20, 0), slot("a-b", 1, 60, 0), slot("c-d", 0, 20, 20)];
const board = {
  ...sample,
  geometry: { ...sample.geometry, slots },
  spots: new Map([["a", { id: "a", x: 0, y: 10, r: 8 }]]),
};
const none = new Set<string>();

it("the nearest route within reach is meant, anywhere along its slots", () => {
  const may = { routes: none, cities: none };
  expect(nearest(board, 75, 4, 10, may, 0.5)).toEqual({ kind: "route", id: "a-b" });
  expect(nearest(board, 30, 13, 10, may, 0.5)).toEqual({ kind: "route", id: "c-d" });
  expect(nearest(board, 60, 40, 10, may, 0.5)).toBeNull();
});
it("what may be touched is likelier meant", () => {
  expect(nearest(board, 20, 12, 20, { routes: new Set(["a-b"]), cities: none }, 0.5)).toEqual({
    kind: "route",
    id: "a-b",
  });
});
it("a city counts only where it may be touched", () => {
  expect(nearest(board, 2, 10, 10, { routes: none, cities: new Set(["a"]) }, 0.5)).toEqual({ kind: "city", id: "a" });
  expect(nearest(board, 2, 10, 10, { routes: none, cities: none }, 0.5)).not.toEqual({ kind: "city", id: "a" });
});
it("a line runs along the slots from end to end, whichever way they look", () => {
  expect(lineAlong(slots.slice(0, 2))).toBe("M2 0L20 0L60 0L78 0");
  expect(lineAlong([slot("r", 0, 60, 0), slot("r", 1, 20, 0)])).toBe("M78 0L60 0L20 0L2 0");
  expect(lineAlong([])).toBe("");
});
