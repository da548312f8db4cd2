import { describe, expect, it } from "vitest";
import type { BoardFile } from "./draft.svelte";
import { editable } from "./files";

const GOOD: BoardFile = {
  id: "two",
  name: "Two",
  cities: [
    { id: "a", name: "A", lat: 1, lon: 2 },
    { id: "b", name: "B", lat: 3, lon: 4 },
  ],
  zones: [{ id: "z", name: "Z", lat: 5, lon: 6, terminals: [{ id: "z1", lat: 5, lon: 6 }] }],
  routes: [
    { id: "a-b", a: "a", b: "b", length: 2, colour: "red" },
    { id: "a-z", a: "a", b: "z", length: 3, colour: "grey", terminal: "z1", ferry: 1 },
  ],
  ticketSets: { regular: [{ a: "a", b: "b", points: 2 }] },
  game: { trains: 20 },
};
const route = { id: "a-b", a: "a", b: "b", length: 2, colour: "red" };
const city = { id: "a", name: "A", lat: 1, lon: 2 };

describe("files that somebody opens", () => {
  it("can be changed if all is there that the page shows", () => {
    expect(editable(GOOD)).toBe(true);
    expect(editable({ ...GOOD, crossings: [] })).toBe(true);
  });
  const lengths = [-1, 0, 1e9, Number.NaN, "3", null].map((length) => ({ routes: [{ ...route, length }] }));
  it.each([
    null,
    [],
    "board",
    {},
    ...lengths, // a way that grows shorter for ever would never be found
    { cities: null },
    { cities: [null, null] },
    { cities: [city] },
    { cities: [city, city] },
    { cities: [city, { ...city, id: "b", lat: 1e308 }] },
    { cities: [city, { ...city, id: "b", name: {} }] },
    { routes: [null] },
    { routes: { every: 1 } },
    { routes: [{ ...route, b: "nowhere" }] },
    { routes: [{ ...route, b: "a" }] },
    { routes: [{ ...route, terminal: "z9" }] },
    { routes: [{ ...route, colour: "<svg>" }] },
    { routes: [{ ...route, control: [1, 2] }] },
    { zones: [{ id: "z", name: "Z", lat: 5, lon: 6 }] },
    { ticketSets: null },
    { ticketSets: { regular: [], long: [null] } },
    { ticketSets: { regular: [{ a: "a", b: "x", points: 2 }] } },
    { game: null },
    { game: { trains: "many" } },
    { crossings: [["a-b", "a-z"]] },
    { crossings: {} },
  ])("cannot be changed otherwise: %j", (wrong) => {
    const whole = typeof wrong === "object" && wrong !== null && Object.keys(wrong).length > 0;
    expect(editable(whole ? { ...GOOD, ...wrong } : wrong)).toBe(false);
  });
});
