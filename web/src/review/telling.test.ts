import { expect, it } from "vitest";
import { board, view } from "../lib/sample";
import { doing, heading } from "./telling";

const now = view();

it("tells a move as a heading, without how it is paid", () => {
  expect(heading(board, now, [], { word: "take", slot: 2 })).toBe("Take blue from the row");
  expect(heading(board, now, ["a-d", "a-z"], { word: "keep", kept: [1, 2] })).toBe("Keep A to D; A to Zone");
  expect(heading(board, now, [], { word: "claim", place: "a-c", cards: { red: 2 } })).toBe("Claim A to C");
  expect(heading(board, now, [], { word: "pay", cards: { red: 2 } })).toBe("Pay 2 red");
});

it("tells a move as a part of a sentence", () => {
  expect(doing(board, now, [], { word: "draw" })).toBe("drawing from the deck");
  expect(doing(board, now, [], { word: "claim", place: "a-c" })).toBe("claiming A to C");
  expect(doing(board, now, ["a-d"], { word: "keep", kept: [1] })).toBe("keeping A to D");
});
