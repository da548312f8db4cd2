import { expect, it } from "vitest";
import { askedIn } from "./asked";
import type { LessonStep, Move, View } from "./types";

const view = { row: ["red", "blue", null, "red", "locomotive"] } as unknown as View;
const lesson = (...ask: Move[]): LessonStep => ({
  name: "x",
  step: 0,
  steps: 1,
  say: [],
  ask,
  mark: ["ticket"],
  done: false,
});
const act = (cards: object, colour: string | null = null) => ({ decisions: [1], cards, colour }) as never;

it("a card is asked for by its place or by its colour, wherever it lies", () => {
  expect([...askedIn(lesson({ word: "take", colour: "red" }), view).row]).toEqual([0, 3]);
  expect([...askedIn(lesson({ word: "take", slot: 2 }), view).row]).toEqual([1]);
  expect([...askedIn(lesson({ word: "take" }), view).row]).toEqual([]); // any card: none is marked
});
it("decks, tickets of an offer, routes and cities", () => {
  const asked = askedIn(
    lesson({ word: "draw" }, { word: "keep", kept: [1, 3] }, { word: "claim", place: "a-b" }, { word: "tickets" }),
    view,
  );
  expect([asked.deck, asked.ticketDeck]).toEqual([true, true]);
  expect([...asked.kept]).toEqual([1, 3]);
  expect([...asked.places]).toEqual(["a-b"]);
  expect(asked.marked).toEqual(["ticket"]);
});
it("a payment is marked where the lesson says how to pay", () => {
  const asked = askedIn(lesson({ word: "claim", place: "a-b", cards: { red: 3 } }), view);
  expect(asked.way("a-b", act({ red: 3 }))).toBe(true);
  expect(asked.way("a-b", act({ red: 2, locomotive: 1 }))).toBe(false);
  expect(asked.way("b-c", act({ red: 3 }))).toBe(false);
  expect(askedIn(lesson({ word: "claim", place: "a-b" }), view).way("a-b", act({ red: 3 }))).toBe(false);
  const built = askedIn(lesson({ word: "build", place: "a-b", colour: "green" }), view);
  expect([built.way("a-b", act({}, "green")), built.way("a-b", act({}, "red"))]).toEqual([true, false]);
});
it("without a lesson nothing is asked for", () => {
  const { places, row, deck, ticketDeck, kept, marked } = askedIn(null, view);
  expect([places.size, row.size, deck, ticketDeck, kept.size, marked.length]).toEqual([0, 0, false, false, 0, 0]);
});
