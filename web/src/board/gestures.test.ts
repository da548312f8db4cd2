import { beforeEach, expect, it } from "vitest";
import { Hands } from "./gestures";
import { type Viewport, WHOLE } from "./viewport";

const board = {
  viewport: WHOLE,
  drag(next: Viewport): void {
    board.viewport = next;
  },
};
let hands: Hands;
beforeEach(() => {
  board.viewport = { scale: 2, x: -100, y: -50 };
  hands = new Hands(board);
});

it("one finger moves the board with it", () => {
  hands.press(1, { x: 10, y: 10 }, true);
  expect(hands.drag(1, { x: 30, y: 25 })).toBe(true);
  expect(board.viewport).toEqual({ scale: 2, x: -80, y: -35 });
});
it("a finger that slips a little still taps", () => {
  hands.press(1, { x: 10, y: 10 }, true);
  expect(hands.drag(1, { x: 13, y: 12 })).toBe(false);
  hands.lift(1);
  expect(hands.tapped && hands.resting).toBe(true);
  expect(board.viewport.x).toBe(-100);
  expect(hands.down).toEqual({ x: 10, y: 10, touch: true });
});
it("a finger that wandered and came back has not tapped", () => {
  hands.press(1, { x: 10, y: 10 }, true);
  hands.drag(1, { x: 20, y: 10 });
  hands.drag(1, { x: 10, y: 10 });
  hands.lift(1);
  expect(hands.tapped).toBe(false);
});
it("two fingers zoom as far as they part", () => {
  hands.press(1, { x: 100, y: 100 }, true);
  hands.press(2, { x: 200, y: 100 }, true);
  hands.drag(2, { x: 300, y: 100 });
  expect(board.viewport.scale).toBe(4);
});
it("what was pressed with one hand only is moved by it only", () => {
  expect(hands.drag(7, { x: 1, y: 1 })).toBe(false);
});
it("the wheel zooms around the pointer", () => {
  const before = (200 - board.viewport.x) / board.viewport.scale;
  hands.wheel({ deltaY: -300, deltaMode: 0, ctrlKey: false }, { x: 200, y: 100 });
  expect(board.viewport.scale).toBeGreaterThan(2);
  expect((200 - board.viewport.x) / board.viewport.scale).toBeCloseTo(before);
});
