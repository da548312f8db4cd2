import { expect, it } from "vitest";
import { moveText, toldChances, whyText } from "./moves";
import { board, view } from "./sample";
import type { Hint, Move } from "./types";

const now = view({ offer: ["a-d", "a-z"] });

it("moves in words", () => {
  expect(moveText(board, now, { word: "take", slot: 2 })).toBe("Take blue from the row");
  expect(moveText(board, now, { word: "keep", kept: [1, 2] })).toBe("Keep A to D and A to Zone");
  expect(moveText(board, now, { word: "claim", place: "a-c", cards: { red: 2, locomotive: 1 } })).toBe(
    "Claim A to C with 2 red and 1 locomotive",
  );
  expect(moveText(board, now, { word: "claim", place: "a-c" })).toBe("Claim A to C");
  expect(moveText(board, now, { word: "draw" })).toBe("Draw from the deck");
  expect(moveText(board, now, { word: "build", place: "a-c", colour: "red" })).toBe("Lay red track: A to C");
  expect(moveText(board, now, { word: "build", place: "a-c" })).toBe("Lay track: A to C");
});

it("reasons in words, with the number that they speak of", () => {
  const hint = { why: "draw-cards", values: { cardsMissing: 3, value: 9.5 } } as unknown as Hint;
  expect(whyText(hint)).toBe("Your plan still lacks 3 cards.");
});

it("what is advised is always among the chances that are told, marked, and said once", () => {
  const claim = (place: string): Move => ({ word: "claim", place });
  const moves: Move[] = [
    { word: "draw" },
    { word: "tickets" },
    { word: "take", slot: 2 },
    ...["a-b.1", "a-b.2", "b-c", "a-c", "c-d"].map(claim),
  ];
  const chances = moves.map((move, k) => ({ move, chance: 0.9 - k / 100, sure: 0 }));
  const told = (move: Move) => toldChances(board, now, { chances, hint: { move } as Hint });
  const advised = (move: Move) => told(move).flatMap((one, place) => (one.advised ? [[place, one.text]] : []));
  expect(advised({ word: "claim", place: "c-d", cards: { red: 1 } })).toEqual([[4, "Claim C to D"]]);
  expect(told(claim("c-d")).map(({ text }) => text)).toEqual([
    "Draw from the deck",
    "Draw tickets",
    "Take blue from the row",
    "Claim A to B",
    "Claim C to D",
  ]);
  expect(advised({ word: "draw" })).toEqual([[0, "Draw from the deck"]]);
  expect(advised(claim("a-b.2"))).toEqual([[3, "Claim A to B"]]); // the other of two parallel routes is said alike
});
