import { describe, expect, it } from "vitest";
import { board, seat, view } from "./sample";
import { longestTrail, openRoutes, wayOf } from "./ways";

const ticket = (id: string) => {
  const found = board.tickets.get(id);
  if (!found) throw new Error(id);
  return found;
};
const all = new Set(board.routes.map((route) => route.id));

describe("the way of a ticket", () => {
  it("is the shortest still open, and counts what is missing", () => {
    const way = wayOf(board, ticket("a-d"), new Set(), all);
    expect(way.state).toBe("possible");
    expect(new Set(way.missing)).toEqual(new Set(["a-b.1", "b-c", "c-d"]));
    expect(way.spaces).toBe(6);
  });
  it("costs nothing where routes are owned", () => {
    const way = wayOf(board, ticket("a-d"), new Set(["a-c"]), all);
    expect(way).toMatchObject({ owned: ["a-c"], missing: ["c-d"], spaces: 1 });
  });
  it("is done when all of it is owned, and cut off when none is left", () => {
    expect(wayOf(board, ticket("a-d"), new Set(["a-c", "c-d"]), new Set()).state).toBe("done");
    expect(wayOf(board, ticket("a-d"), new Set(), new Set(["a-c"])).state).toBe("cut");
  });
  it("ends in a zone at any of its ends, and never passes through (F8)", () => {
    expect(wayOf(board, ticket("a-z"), new Set(["a-c", "c-z"]), new Set()).state).toBe("done");
    expect(wayOf(board, ticket("a-e"), new Set(["a-c", "c-z", "e-z"]), new Set()).state).toBe("cut");
  });
});

it("open routes are nobody's, not closed and not barred", () => {
  const state = view({ seats: [seat("Anna", ["a-c"]), seat("Ben", ["b-c"])], closed: ["c-d"], barred: ["a-b.2"] });
  expect(openRoutes(board, state)).toEqual(new Set(["a-b.1", "c-z", "e-z"]));
});

it("a longest trail uses no route twice and reaches the length of the score", () => {
  const owned = ["a-b.1", "b-c", "a-c", "c-d"];
  const trail = longestTrail(board, owned, 12);
  expect(trail.length).toBe(4);
  expect(new Set(trail)).toEqual(new Set(owned));
});
