import { expect, it } from "vitest";
import { moveText, whyText } from "./moves";
import { board, view } from "./sample";
import type { Hint } from "./types";

const now = view({ offer: ["a-d", "a-z"] });

it("moves in words", () => {
  expect(moveText(board, now, { word: "take", slot: 2 })).toBe("Take blue from the row");
  expect(moveText(board, now, { word: "keep", kept: [1, 2] })).toBe("Keep A to D and A to Zone");
  expect(moveText(board, now, { word: "claim", place: "a-c", cards: { red: 2, locomotive: 1 } })).toBe(
    "Claim A to C with 2 red and 1 locomotive",
  );
  expect(moveText(board, now, { word: "claim", place: "a-c" })).toBe("Claim A to C");
  expect(moveText(board, now, { word: "draw" })).toBe("Draw from the deck");
});

it("reasons in words, with the number that they speak of", () => {
  const hint = { why: "draw-cards", values: { cardsMissing: 3, value: 9.5 } } as unknown as Hint;
  expect(whyText(hint)).toBe("Your plan still lacks 3 cards.");
});
