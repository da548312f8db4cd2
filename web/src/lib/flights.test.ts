import { expect, it } from "vitest";
import { flightsOf } from "./flights";

it("a face-up card flies from its place to whoever took it", () => {
  expect(flightsOf({ e: "take", p: 2, slot: 3, card: "red", refill: null })).toEqual([
    { kind: "red", from: { at: "row", slot: 3 }, to: { at: "player", seat: 2 } },
  ]);
});
it("what another draws unseen shows its back", () => {
  expect(flightsOf({ e: "blind", p: 1 })[0]?.kind).toBeNull();
  expect(flightsOf({ e: "blind", p: 0, card: "locomotive" })[0]?.kind).toBe("locomotive");
});
it("cards that pay fly to the route, a few of many", () => {
  const flights = flightsOf({ e: "claim", p: 0, route: "a-c", cards: { red: 5, locomotive: 3 }, points: 15 });
  expect(flights).toHaveLength(6);
  expect(flights[0]?.to).toEqual({ at: "board", id: "a-c" });
  expect(flightsOf({ e: "pass", p: 0 })).toEqual([]);
});
