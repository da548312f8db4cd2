import { expect, it } from "vitest";
import { board, seat, view } from "./sample";
import { whyNot } from "./whynot";

const why = (id: string, change = {}, choices = {}, deciding = true) =>
  whyNot(board, view(change), choices, deciding, id);
const claim = { "a-b.1": { decision: 1, payments: [] } };

it("says whose a route is", () => {
  expect(why("b-c", { seats: [seat("Anna"), seat("Ben", ["b-c"])] })).toEqual({ code: "owned", seat: 1 });
});
it("says what is missing: trains, then cards", () => {
  expect(why("a-c", { seats: [{ ...seat("Anna"), trains: 4 }, seat("Ben")] })).toEqual({
    code: "trains",
    have: 4,
    need: 6,
  });
  expect(why("b-c", { hand: { red: 1, blue: 1, locomotive: 1 } })).toEqual({ code: "cards", have: 2, need: 3 });
  expect(why("a-b.2", { hand: { red: 5, blue: 1 } })).toEqual({ code: "cards", have: 1, need: 2 });
});
it("says that all is there but the turn", () => {
  expect(why("a-b.1", {}, {}, false)).toEqual({ code: "turn" });
  expect(why("a-b.1", { phase: "second-card" })).toEqual({ code: "second" });
  expect(why("a-b.1", {}, { claim })).toEqual({ code: "may" });
});
it("says that a route is closed to all, or to me", () => {
  expect(why("a-b.1", { closed: ["a-b.1"] })).toEqual({ code: "closed" });
  expect(why("a-b.1", { barred: ["a-b.1"] })).toEqual({ code: "barred" });
});
