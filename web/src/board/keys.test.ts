import { expect, it } from "vitest";
import { type Key, Keys, type Place, type Reached } from "./keys";

const route = (id: string, x: number, y = 0): Reached => ({ kind: "route", id, x, y });
const items = [
  route("bern", 0),
  route("basel", 50),
  route("zug", 100),
  { ...route("chur", 100, 60), kind: "city" as const },
];
const place = (change: Partial<Place> = {}): Place => ({
  items,
  focused: { kind: "route", id: "bern" },
  may: { routes: new Set(["zug", "bern"]), cities: new Set(["chur"]) },
  labelOf: (_kind, id) => id,
  letters: true,
  ...change,
});
const key = (name: string, change: Partial<Key> = {}): Key => ({
  key: name,
  shiftKey: false,
  altKey: false,
  metaKey: false,
  ctrlKey: false,
  timeStamp: 0,
  ...change,
});
const focusAfter = (name: string, where: Place): string | undefined => {
  const action = new Keys().read(key(name), where);
  return action?.does === "focus" ? action.item?.id : undefined;
};

it("arrows go to what lies ahead, and with shift they move the board", () => {
  expect(focusAfter("ArrowRight", place())).toBe("basel");
  expect(focusAfter("ArrowDown", place({ focused: { kind: "route", id: "zug" } }))).toBe("chur");
  expect(new Keys().read(key("ArrowUp", { shiftKey: true }), place())).toEqual({ does: "pan", dx: -0, dy: 80 });
});
it("without a focus arrows begin at the first thing that may be touched", () => {
  const may = { routes: new Set(["basel"]), cities: new Set<string>() };
  expect(focusAfter("ArrowRight", place({ focused: null, may }))).toBe("zug");
});
it("page keys go around among what may be touched", () => {
  expect(focusAfter("PageDown", place())).toBe("zug");
  expect(focusAfter("PageUp", place())).toBe("chur");
  expect(focusAfter("PageDown", place({ focused: { kind: "city", id: "chur" } }))).toBe("bern");
  expect(focusAfter("PageDown", place({ focused: { kind: "route", id: "basel" } }))).toBe("bern");
  expect(focusAfter("PageUp", place({ may: { routes: new Set(), cities: new Set() } }))).toBeUndefined();
});
it("letters search by name, quickly typed ones as a word", () => {
  const keys = new Keys();
  const read = (name: string, timeStamp: number, focused = place().focused) =>
    keys.read(key(name, { timeStamp }), place({ focused }));
  expect(read("b", 1000)).toMatchObject({ item: { id: "basel" } });
  expect(read("e", 1100, { kind: "route", id: "basel" })).toMatchObject({ item: { id: "bern" } });
  expect(read("z", 3000)).toMatchObject({ item: { id: "zug" } });
  expect(keys.read(key("z"), place({ letters: false }))).toBeNull();
});
it("enter presses what has the focus", () => {
  expect(new Keys().read(key("Enter"), place())).toMatchObject({ does: "press", item: { id: "bern" } });
  expect(new Keys().read(key("Enter"), place({ focused: null }))).toBeNull();
});
it("plus, minus and nought zoom; keys of the browser stay its own", () => {
  expect(new Keys().read(key("+"), place())).toEqual({ does: "zoom", factor: 1.4 });
  expect(new Keys().read(key("0"), place())).toEqual({ does: "whole" });
  expect(new Keys().read(key("0", { ctrlKey: true }), place())).toBeNull();
  expect(new Keys().read(key("Tab"), place())).toBeNull();
});
