import { expect, it, vi } from "vitest";
import { BoardState } from "./state.svelte";

const made = (width: number, height: number): BoardState => {
  const state = new BoardState(() => ({ width: 400, height: 200 }));
  state.resize({ width, height });
  return state;
};

it("a wide window shows the whole board, a phone as much as fills its height", () => {
  expect(made(800, 600).viewport).toEqual({ scale: 1, x: 0, y: 100 });
  expect(made(400, 400).viewport.scale).toBe(2);
  expect(made(400, 900).viewport.scale).toBe(2.2);
});
it("what somebody chose to see stays when the window changes", () => {
  const state = made(400, 400);
  state.whole();
  state.resize({ width: 380, height: 500 });
  expect(state.viewport.scale).toBe(1);
});
it("a question below the board of a phone leaves it as it stands, and afterwards it is as before", () => {
  const state = made(400, 400);
  const before = state.viewport;
  state.resize({ width: 400, height: 300 });
  expect(state.viewport).toEqual({ ...before, y: 0 });
  state.resize({ width: 400, height: 400 });
  expect(state.viewport).toEqual(before);
  state.resize({ width: 300, height: 300 }); // the phone was turned, or another window has its place
  expect(state.viewport.scale).toBe(2);
});
it("a little more or less room on a phone leaves the board as large as it is: it is not painted anew", () => {
  const state = made(400, 400);
  const { scale } = state.viewport;
  for (const height of [414, 386, 430]) {
    state.resize({ width: 400, height });
    expect(state.viewport.scale).toBe(scale);
  }
  state.resize({ width: 400, height: 440 }); // 2.2 would fit instead of 2: still little
  expect(state.viewport.scale).toBe(scale);
  const small = made(400, 300);
  small.resize({ width: 400, height: 420 }); // a question that took much is gone
  expect(small.viewport.scale).toBeCloseTo(2.1);
});
it("a board made smaller to show all tickets stays so when another thing is shown and its room comes and goes", () => {
  const state = made(400, 400);
  state.reveal([
    { x: 10, y: 10 },
    { x: 390, y: 190 },
  ]);
  const { scale } = state.viewport;
  expect(scale).toBeLessThan(1.5);
  state.reveal([{ x: 200, y: 100 }]);
  for (const height of [300, 400, 430]) {
    state.resize({ width: 400, height });
    expect(state.viewport.scale).toBe(scale);
  }
});
it("a phone's board made smaller to show all tickets is as large as before when they are chosen, unless a hand has moved it", () => {
  const tickets = [
    { x: 10, y: 10 },
    { x: 390, y: 190 },
  ];
  const state = made(400, 300);
  state.reveal(tickets);
  expect(state.viewport.scale).toBeLessThan(1.1);
  state.release();
  state.resize({ width: 400, height: 440 }); // the question has left its room
  expect(state.viewport.scale).toBe(2.2);
  state.release(); // nothing is to be in sight: nothing happens
  expect(state.viewport.scale).toBe(2.2);
  state.reveal(tickets);
  state.zoom(1.5);
  const { scale } = state.viewport;
  state.release();
  expect(state.viewport.scale).toBe(scale);
});
it("a hand moves the board at once and makes it busy until it rests", () => {
  vi.useFakeTimers();
  const state = made(800, 600);
  state.drag({ scale: 2, x: 0, y: 0 });
  expect([state.busy, state.glide]).toEqual([true, false]);
  vi.advanceTimersByTime(250);
  expect(state.busy).toBe(false);
  vi.useRealTimers();
});
it("buttons zoom around the middle, gliding", () => {
  const state = made(800, 600);
  const middle = state.at(400, 300);
  state.zoom(2);
  expect(state.glide).toBe(true);
  expect(state.at(400, 300).x).toBeCloseTo(middle.x);
});
it("what is followed is left again, unless a hand has moved the board meanwhile", () => {
  const state = made(800, 600);
  state.zoom(5);
  const before = state.viewport;
  state.follow([{ x: 390, y: 190 }]);
  expect(state.viewport).not.toEqual(before);
  state.comeBack();
  expect(state.viewport).toEqual(before);
  state.follow([{ x: 390, y: 190 }]);
  state.pan(5, 5);
  const moved = state.viewport;
  state.comeBack();
  expect(state.viewport).toEqual(moved);
});

it("what is followed is not left for what was looked at before when somebody looks at something meanwhile", () => {
  for (const look of [
    (state: BoardState) => state.show(10, 10),
    (state: BoardState) => state.reveal([{ x: 10, y: 10 }]),
  ]) {
    const state = made(800, 600);
    state.zoom(5);
    state.follow([{ x: 390, y: 190 }]);
    look(state);
    const seen = state.viewport;
    state.comeBack();
    expect(state.viewport).toEqual(seen);
  }
});

it("what is out of sight is brought into it, what is in sight stays", () => {
  const state = made(800, 600);
  state.zoom(5);
  const before = state.viewport;
  state.show(200, 100);
  expect(state.viewport).toBe(before);
  state.show(390, 190);
  expect(state.viewport).not.toBe(before);
});

it("what was brought into sight stays in it when the window changes, until a hand moves the board", () => {
  const state = made(390, 500);
  const wanted = { x: 20, y: 100 };
  state.reveal([wanted]);
  const shown = () => state.shown(wanted.x, wanted.y).x;
  expect(shown()).toBeGreaterThan(0);
  state.resize({ width: 390, height: 420 });
  expect(shown()).toBeGreaterThan(0);
  state.pan(-120, 0);
  const moved = state.viewport;
  state.resize({ width: 390, height: 419 });
  expect(state.viewport.x).toBeCloseTo(moved.x, 0);
});
