import { describe, expect, it } from "vitest";
import { board, seat, view } from "./sample";
import { longestTrail, openRoutes, progress, reachOf, reachWith, spacesTogether, wayOf } from "./ways";

const ticket = (id: string) => {
  const found = board.tickets.get(id);
  if (!found) throw new Error(id);
  return found;
};
const all = new Set(board.routes.map((route) => route.id));

describe("the way of a ticket", () => {
  it("is the shortest still open, and counts what is missing", () => {
    const way = wayOf(board, ticket("a-d"), reachWith(new Set(), all));
    expect(way.state).toBe("possible");
    expect(new Set(way.missing)).toEqual(new Set(["a-b.1", "b-c", "c-d"]));
    expect(way.spaces).toBe(6);
  });
  it("costs nothing where routes are owned", () => {
    const way = wayOf(board, ticket("a-d"), reachWith(new Set(["a-c"]), all));
    expect(way).toMatchObject({ owned: ["a-c"], missing: ["c-d"], spaces: 1 });
  });
  it("is done when all of it is owned, and cut off when none is left", () => {
    expect(wayOf(board, ticket("a-d"), reachWith(new Set(["a-c", "c-d"]), new Set())).state).toBe("done");
    expect(wayOf(board, ticket("a-d"), reachWith(new Set(), new Set(["a-c"]))).state).toBe("cut");
  });
  it("ends in a zone at any of its ends, and never passes through (F8)", () => {
    expect(wayOf(board, ticket("a-z"), reachWith(new Set(["a-c", "c-z"]), new Set())).state).toBe("done");
    expect(wayOf(board, ticket("a-e"), reachWith(new Set(["a-c", "c-z", "e-z"]), new Set())).state).toBe("cut");
  });
});

describe("what is possible for me", () => {
  it("a way that takes more trains than are left is short", () => {
    expect(wayOf(board, ticket("a-d"), reachWith(new Set(), all, 5)).state).toBe("short");
    expect(wayOf(board, ticket("a-d"), reachWith(new Set(), all, 6)).state).toBe("possible");
    expect(wayOf(board, ticket("a-d"), reachWith(new Set(["a-c"]), all, 1)).state).toBe("possible");
  });
  it("a station lends one route of somebody else into its city (E8)", () => {
    const [anna, ben] = [seat("Anna", ["a-b.1"]), seat("Ben", ["b-c"])];
    const closed = ["a-c"];
    const cut = view({ seats: [anna, ben], closed });
    expect(wayOf(board, ticket("a-d"), reachOf(board, cut, 0)).state).toBe("cut");
    const left = view({ seats: [{ ...anna, stationsLeft: 1 }, ben], closed });
    expect(wayOf(board, ticket("a-d"), reachOf(board, left, 0))).toMatchObject({
      state: "possible",
      lent: ["b-c"],
      missing: ["c-d"],
      stations: 1,
      spaces: 1,
    });
    const built = view({ seats: [{ ...anna, stations: ["c"] }, ben], closed });
    expect(wayOf(board, ticket("a-d"), reachOf(board, built, 0))).toMatchObject({ stations: 0, lent: ["b-c"] });
    const elsewhere = view({ seats: [{ ...anna, stations: ["e"] }, ben], closed });
    expect(wayOf(board, ticket("a-d"), reachOf(board, elsewhere, 0)).state).toBe("cut");
  });
  it("a station lends one route only, so two of others need two", () => {
    const ben = seat("Ben", ["a-c", "a-b.1", "b-c", "c-d"]);
    const seats = [{ ...seat("Anna"), stationsLeft: 1 }, ben];
    const barred = ["a-b.2"];
    expect(wayOf(board, ticket("a-d"), reachOf(board, view({ seats, barred }), 0)).state).toBe("cut");
    const two = [{ ...seat("Anna"), stationsLeft: 2 }, ben];
    expect(wayOf(board, ticket("a-d"), reachOf(board, view({ seats: two, barred }), 0)).stations).toBe(2);
  });
  it("progress is what is owned of the way, and routes that two tickets share are counted once", () => {
    const reach = reachWith(new Set(["a-c"]), all);
    const [one, two] = [wayOf(board, ticket("a-d"), reach), wayOf(board, ticket("a-z"), reach)];
    expect(progress(board, one)).toBeCloseTo(6 / 7);
    const held = [one, one, two].map((way, k) => ({ id: ["a-d", "a-d", "a-z"][k] ?? "", way }));
    expect(spacesTogether(board, held, reach)).toBe(3);
  });

  it("needs fewer spaces for several by ways that share more, where the trains left would not do", () => {
    const detour = wayOf(board, ticket("a-z"), reachWith(new Set(), new Set(["a-c", "c-z"])));
    const together = (trains: number) => {
      const reach = reachWith(new Set(), all, trains);
      const held = [
        { id: "a-d", way: wayOf(board, ticket("a-d"), reach) },
        { id: "a-z", way: detour },
      ];
      return spacesTogether(board, held, reach);
    };
    expect([together(20), together(13), together(7)]).toEqual([14, 8, 8]);
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
