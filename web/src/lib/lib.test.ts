import { describe, expect, it, vi } from "vitest";
import { actsAt, byThrift, citiesIn, fewestKept, keeping, paymentsDue, routesIn, taking } from "./choices";
import { difference } from "./difference";
import { choose, reading, tongue } from "./language.svelte";
import { list, t } from "./messages";
import { dropToken, keepTable, myTable, seatInLink } from "./mine";
import { namesOf, recordedNames } from "./names";
import { Refusal, refusalText } from "./refusals";
import { board, seat, view } from "./sample";
import { countedCards, linesOf, routeState, tell, undone } from "./story";
import type { Choices, Entry, GameEvent, Level, TableSeat } from "./types";

describe("choices", () => {
  const choices: Choices = {
    draw: 0,
    take: [
      { decision: 1, slot: 1 },
      { decision: 4, slot: 4 },
    ],
    claim: {
      "a-b.1": {
        decision: 10,
        payments: [
          { decision: 81, cards: { red: 1, locomotive: 1 } },
          { decision: 80, cards: { red: 2 } },
        ],
      },
      "b-c": { decision: 12, payments: [{ decision: null, cards: { locomotive: 3 } }] },
    },
    station: { cities: { a: 60, b: 61 }, payments: [{ decision: 80, cards: { red: 1 } }] },
    build: { "a-c": { decision: null, pieces: [{ decision: 95, colour: "red" }] } },
    pay: [{ decision: 83, cards: { blue: 1 } }],
    keep: [
      { decision: 3, kept: [1, 2] },
      { decision: 5, kept: [1, 3] },
      { decision: 7, kept: [1, 2, 3] },
    ],
  };
  it("say what can be touched", () => {
    expect(routesIn(choices)).toEqual(new Set(["a-b.1", "b-c", "a-c"]));
    expect(citiesIn(choices)).toEqual(new Set(["a", "b"]));
    expect([1, 2, 4].map((slot) => taking(choices, slot))).toEqual([1, undefined, 4]);
    expect(routesIn({})).toEqual(new Set());
  });
  it("are told by their decisions, the second one only where there is something to decide", () => {
    expect(actsAt(choices, "claim", "a-b.1").map((act) => act.decisions)).toEqual([
      [10, 81],
      [10, 80],
    ]);
    expect(actsAt(choices, "claim", "b-c")).toEqual([{ decisions: [12], cards: { locomotive: 3 }, colour: null }]);
    expect(actsAt(choices, "station", "b")).toEqual([{ decisions: [61, 80], cards: { red: 1 }, colour: null }]);
    expect(actsAt(choices, "build", "a-c")).toEqual([{ decisions: [95], cards: {}, colour: "red" }]);
    expect(paymentsDue(choices).map((act) => act.decisions)).toEqual([[83]]);
    expect(actsAt(choices, "claim", "c-d")).toEqual([]);
    expect(actsAt({}, "station", "a")).toEqual([]);
  });
  it("payments spare locomotives first", () => {
    const sorted = byThrift(actsAt(choices, "claim", "a-b.1"));
    expect(sorted.map((act) => act.cards.locomotive ?? 0)).toEqual([0, 1]);
  });
  it("find the keep that fits", () => {
    expect(fewestKept(choices)).toBe(2);
    expect(keeping(choices, new Set([3, 1]))?.decision).toBe(5);
    expect(keeping(choices, new Set([1]))).toBeUndefined();
  });
});

describe("names", () => {
  const seat = (kind: TableSeat["kind"], name: string | null, level: Level | null = null): TableSeat => ({
    seat: 0,
    kind,
    name,
    level,
    away: false,
    resigned: false,
  });
  it("of people are theirs, of bots their level in the reader's language", () => {
    expect(namesOf([seat("person", "Anna"), seat("free", null), seat("bot", "hard", "hard")])).toEqual([
      "Anna",
      "",
      "Hard",
    ]);
  });
  it("are numbered where bots of a level sit at the table more than once", () => {
    const bots = [seat("bot", "easy", "easy"), seat("bot", "hard", "hard"), seat("bot", "easy 2", "easy")];
    expect(namesOf(bots)).toEqual(["Easy 1", "Hard", "Easy 2"]);
  });
  it("are the same in a record, which knows bots by their level only", () => {
    expect(recordedNames(["Anna 2", "easy", "hard", "easy 2"])).toEqual(["Anna 2", "Easy 1", "Hard", "Easy 2"]);
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
  it("keep names that are read from the right to themselves", () => {
    expect(t("invited", { name: "שירה", game: "USA" })).toBe("\u2068שירה\u2069 invites you to a game – USA");
    expect(list(["שירה", "Anna"])).toBe("\u2068שירה\u2069 and Anna");
  });
  it("follow the plural rules of their language", () => {
    const english = reading.now;
    const points = { one: "{n} punkt", few: "{n} punkty", many: "{n} punktów", other: "{n} punktu" };
    reading.now = tongue("pl", { points });
    expect([1, 3, 5].map((n) => t("points", { n }))).toEqual(["1 punkt", "3 punkty", "5 punktów"]);
    reading.now = english;
  });
  it("are in the first language wished for that there is", () => {
    expect(choose(["", "pt-BR", "nn-NO", "ro"])).toBe("nb");
    expect(choose(["fr-CA", "en"])).toBe("fr");
    expect(choose(["zh", "tlh"])).toBe("en");
    expect(choose(["__proto__", "constructor"])).toBe("en");
  });
  it("tell events, of myself and of others", () => {
    const names = ["Anna", "Ben"];
    const event: GameEvent = { e: "claim", p: 1, route: "a-b.1", cards: { red: 2 }, points: 2 };
    expect(tell(board, event, names, 0)).toBe("Ben claims A to B with 2 red, 2 points.");
    expect(tell(board, event, names, 1)).toBe("You claim A to B with 2 red, 2 points.");
    expect(tell(board, { e: "blind", p: 1 }, names, 0)).toBe("Ben draws from the deck.");
    expect(tell(board, { e: "row", cards: [] }, names, 0)).toBe("");
    expect(tell(board, { e: "offer", p: 1, count: 3 }, names, 0)).toBe("Ben draws 3 tickets.");
    expect(tell(board, { e: "offer", p: 0, tickets: ["a-d"] }, names, 0)).toBe("You draw 1 ticket.");
  });
  it("tell what happened at the table, without what was taken back", () => {
    const names = ["Anna", "Ben"];
    const told: Entry[] = [
      { kind: "sit", number: 1, time: 0, seat: 1, name: "Ben" },
      { kind: "start", number: 2, time: 0, seat: null, events: [{ e: "deal", p: 0, count: 4 }] },
      { kind: "move", number: 3, time: 0, seat: 1, bot: false, events: [{ e: "pass", p: 1 }] },
      { kind: "move", number: 4, time: 0, seat: 0, bot: false, events: [{ e: "pass", p: 0 }] },
      { kind: "undo", number: 5, time: 0, seat: 0, undoes: 4 },
      { kind: "rematch", number: 6, time: 0, seat: 0, table: "other", seats: [0, 1] },
    ];
    expect(undone(told).flatMap((entry) => linesOf(board, entry, names, 0))).toEqual([
      { seat: 1, text: "Ben sits down." },
      { seat: null, text: "The game begins." },
      { seat: 1, text: "Ben has to pass." },
      { seat: 0, text: "Anna takes the last move back." },
    ]);
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

describe("refusals", () => {
  const said = (...reason: ConstructorParameters<typeof Refusal>) =>
    refusalText(new Refusal(...reason), board, ["Anna", "Ben"]);
  it("are filled with names and colours", () => {
    expect(said("claimed", { route: "a-c", owner: 1 }, "C15")).toBe("A to C belongs to Ben.");
    expect(said("cards", { route: "b-c", length: 3, colour: "grey", cards: 1, locomotives: 0 })).toBe(
      "B to C costs 3 cards of one colour. In your hand: 1, and locomotives: 0.",
    );
    expect(said("not-in-row", { colour: "red" })).toBe("No face-up card is red.");
    expect(said("keep-more", { minimum: 2, offered: 3 })).toBe("Keep at least 2 tickets.");
  });
  it("say what is waited for, where the phase has a text of its own", () => {
    expect(said("not-now", { word: "claim", phase: "second-card" })).toMatch("now take the second");
    expect(said("not-now", { word: "claim", phase: "pay-route" })).toBe("That is not possible now.");
  });
  it("of no server are of the line", () => {
    expect(refusalText(new TypeError("fetch"))).toMatch("does not answer");
  });
});

it("a link may bring a seat", () => {
  const token = "x".repeat(43);
  expect(seatInLink(`#2:${token}`)).toEqual({ seat: 2, token });
  expect(seatInLink("#main")).toBeNull();
});

it("a token held is never overwritten, and a false one can be forgotten", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  keepTable("t", { tokens: { 0: "mine" } });
  keepTable("t", { tokens: { 0: "a link's", 1: "another" } });
  expect(myTable("t")?.tokens).toEqual({ 0: "mine", 1: "another" });
  dropToken("t", "another");
  expect(myTable("t")?.tokens).toEqual({ 0: "mine" });
  vi.unstubAllGlobals();
});
