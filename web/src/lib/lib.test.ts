import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import en from "../messages/en.json";
import { difference } from "./difference";
import { t, useLanguage } from "./messages";
import { seatInLink } from "./mine";
import { byThrift, fewestKept, keeping, readMove, readMoves } from "./moves";
import { board, seat, view } from "./sample";
import { countedCards, routeState, tell } from "./story";

describe("moves", () => {
  it("are read from texts", () => {
    expect(readMove("claim a-b.1 with 2 red 1 locomotive")).toMatchObject({
      word: "claim",
      place: "a-b.1",
      cards: { red: 2, locomotive: 1 },
    });
    expect(readMove("take 3").slot).toBe(3);
    expect(readMove("keep 1 3").kept).toEqual([1, 3]);
    expect(readMove("build a-c green")).toMatchObject({ place: "a-c", colour: "green" });
    expect(readMove("pay 1 locomotive").cards).toEqual({ locomotive: 1 });
  });
  it("are grouped by what can be touched", () => {
    const legal = readMoves({
      draw: true,
      take: [1, 4],
      claim: { "a-b.1": ["2 red", "1 red 1 locomotive"] },
      station: { cities: ["a", "b"], with: ["1 red"] },
      build: { "a-c": ["red"] },
    });
    expect(legal.claim.get("a-b.1")?.map((move) => move.text)).toEqual([
      "claim a-b.1 with 2 red",
      "claim a-b.1 with 1 red 1 locomotive",
    ]);
    expect(legal.station.get("b")?.[0]?.text).toBe("station b with 1 red");
    expect(legal.build.get("a-c")?.[0]?.text).toBe("build a-c red");
    expect([...legal.take]).toEqual([1, 4]);
    expect(legal.tickets).toBe(false);
  });
  it("payments spare locomotives first", () => {
    const moves = ["claim x with 1 red 1 locomotive", "claim x with 2 red", "claim x with 2 locomotive"].map(readMove);
    expect(byThrift(moves).map((move) => move.cards.locomotive ?? 0)).toEqual([0, 1, 2]);
  });
  it("find the keep that fits", () => {
    const legal = readMoves({ keep: ["1 2", "1 3", "2 3", "1 2 3"] });
    expect(fewestKept(legal)).toBe(2);
    expect(keeping(legal, new Set([3, 1]))?.text).toBe("keep 1 3");
    expect(keeping(legal, new Set([1]))).toBeUndefined();
  });
});

describe("the difference of two states", () => {
  it("is what to animate", () => {
    const before = view();
    const after = view({
      seats: [seat("Anna", ["a-b.1"]), seat("Ben")],
      row: ["red", "red", "green", "white", "black"],
      hand: { red: 2, blue: 1 },
      toMove: 1,
      turnsLeft: 2,
    });
    expect(difference(before, after)).toMatchObject({
      claimed: [{ route: "a-b.1", seat: 0 }],
      row: [1],
      drawn: [{ kind: "blue", count: 1 }],
      turn: true,
      lastRound: true,
      over: false,
    });
  });
});

describe("words", () => {
  it("have plural forms", () => {
    expect(t("points", { n: 1 })).toBe("1 point");
    expect(t("points", { n: 3 })).toBe("3 points");
    expect(countedCards({ red: 2, locomotive: 1 })).toBe("2 red and 1 locomotive");
  });
  it("follow the plural rules of their language", () => {
    useLanguage("pl", { points: { one: "{n} punkt", few: "{n} punkty", many: "{n} punktów", other: "{n} punktu" } });
    expect([1, 3, 5].map((n) => t("points", { n }))).toEqual(["1 punkt", "3 punkty", "5 punktów"]);
    useLanguage("en", en);
  });
  it("tell events, of myself and of others", () => {
    const names = ["Anna", "Ben"];
    const event = { e: "claim", p: 1, route: "a-b.1", cards: { red: 2 }, points: 2 };
    expect(tell(board, event, names, 0)).toBe("Ben claims A to B with 2 red, 2 points.");
    expect(tell(board, event, names, 1)).toBe("You claim A to B with 2 red, 2 points.");
    expect(tell(board, { e: "blind", p: 1 }, names, 0)).toBe("Ben draws from the deck.");
    expect(tell(board, { e: "row", cards: [] }, names, 0)).toBe("");
  });
  it("say who owns a route", () => {
    const state = view({ seats: [seat("Anna", ["a-c"]), seat("Ben", ["b-c"])], closed: ["c-d"] });
    expect(["a-c", "b-c", "c-d", "c-z"].map((id) => routeState(state, id, ["Anna", "Ben"]))).toEqual([
      "yours",
      "owned by Ben",
      "closed for good",
      "free",
    ]);
  });
});

it("a link may bring a seat", () => {
  const token = "x".repeat(43);
  expect(seatInLink(`#2:${token}`)).toEqual({ seat: 2, token });
  expect(seatInLink("#main")).toBeNull();
});

/** Every key that the source asks for by name is in the message file. */
it("no text is missing", () => {
  const root = new URL("..", import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.(svelte|ts)$/.test(name) && !name.endsWith(".test.ts"),
  );
  const asked = files.flatMap((name) =>
    [...readFileSync(new URL(name, root), "utf8").matchAll(/\bt\((?:[\w.?= ]+\? )?"([\w.-]+)"/g)].map(
      (found) => found[1] ?? "",
    ),
  );
  expect(asked.length).toBeGreaterThan(100);
  expect([...new Set(asked)].filter((key) => !(key in en))).toEqual([]);
});
