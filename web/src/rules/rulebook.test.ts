import { expect, it } from "vitest";
import type { GameFacts } from "../lib/types";
import { linked, rulesOf } from "./rulebook";

const facts = (over: object = {}, routes: object[] = []): GameFacts =>
  ({
    routes,
    zones: [],
    tickets: [],
    numbers: { firstLong: 0, stations: 0, firstReturn: "bottom", mostTicketsBonus: 0, ...over },
  }) as unknown as GameFacts;
const rules = (game: GameFacts) => Object.fromEntries(rulesOf(game));

it("every game's page has every rule once", () => {
  for (const game of [
    facts(),
    facts({ stations: 3, mostTicketsBonus: 15 }, [{ ferry: 1, tunnel: true, colour: "bed" }]),
  ])
    expect(new Set(rulesOf(game).flatMap(([, some]) => some)).size).toBe(25 + 11 + 9);
});
it("a rule belongs to a game that has what it speaks of", () => {
  const usa = rules(facts());
  expect(usa.special).toBeUndefined();
  expect(usa.others).toContain("E7");
  const mega = rules(facts({ mostTicketsBonus: 15 }));
  expect(mega.special).toEqual(["F9"]);
  const ferries = rules(facts({}, [{ ferry: 2, tunnel: false, colour: "grey" }]));
  expect(ferries.special).toEqual(["E2"]);
});
it("rules that are named in a text become links", () => {
  expect(linked("paid as (C14), see E2.")).toEqual(["paid as (", "C14", "), see ", "E2", "."]);
  expect(linked("C8 to C13").filter((_, k) => k % 2)).toEqual(["C8", "C13"]);
});
