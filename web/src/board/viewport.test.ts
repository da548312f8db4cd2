import { expect, it } from "vitest";
import { centreOn, fitting, nextInDirection, settle, shows, WHOLE, zoomAt } from "./viewport";

const window = { width: 800, height: 600 };
const picture = { width: 400, height: 200 };

it("the whole picture is centred", () => {
  expect(settle(WHOLE, window, picture)).toEqual({ scale: 1, x: 0, y: 100 });
});
it("zooming keeps the point under the finger", () => {
  const view = { scale: 2, x: -100, y: -50 };
  const next = zoomAt(view, 1.5, 300, 200);
  expect((300 - next.x) / next.scale).toBeCloseTo((300 - view.x) / view.scale);
  expect((200 - next.y) / next.scale).toBeCloseTo((200 - view.y) / view.scale);
});
it("no gap opens at the edge, and zoom has limits", () => {
  expect(settle({ scale: 4, x: 500, y: 500 }, window, picture)).toEqual({ scale: 4, x: 0, y: 0 });
  expect(settle({ scale: 99, x: 0, y: 0 }, window, picture).scale).toBe(8);
  expect(settle({ scale: 0.1, x: 0, y: 0 }, window, picture).scale).toBe(1);
});
it("a point can be brought into sight", () => {
  const near = { scale: 5, x: 0, y: 0 };
  expect(shows(near, window, picture, 390, 190)).toBe(false);
  expect(shows(centreOn(near, window, picture, 300, 100), window, picture, 300, 100)).toBe(true);
});
it("several points are brought into sight together, no larger than before", () => {
  const near = { scale: 6, x: 0, y: 0 };
  const points = [
    { x: 40, y: 40 },
    { x: 300, y: 160 },
  ];
  const seen = fitting(near, window, picture, points);
  expect(seen.scale).toBeLessThan(6);
  for (const { x, y } of points) expect(shows(seen, window, picture, x, y)).toBe(true);
  expect(fitting({ ...near, scale: 1.5 }, window, picture, points.slice(0, 1)).scale).toBe(1.5);
});

it("arrow keys go to what lies ahead", () => {
  const all = [
    { id: "far", x: 100, y: 0 },
    { id: "near", x: 30, y: 5 },
    { id: "aside", x: 10, y: 40 },
  ];
  expect(nextInDirection({ x: 0, y: 0 }, all, 1, 0)?.id).toBe("near");
  expect(nextInDirection({ x: 0, y: 0 }, all, 0, 1)?.id).toBe("aside");
  expect(nextInDirection({ x: 0, y: 0 }, all, -1, 0)).toBeUndefined();
});
