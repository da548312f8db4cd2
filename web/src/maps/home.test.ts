import { describe, expect, it } from "vitest";
import { atHome } from "./home";

describe("countries at home", () => {
  it.each([
    ["JP", "日本"],
    ["DE", "Deutschland"],
    ["FI", "Suomi"],
    ["EG", "مصر"],
    ["", ""],
    ["no country", ""],
  ])("%s is %s", (code, name) => {
    expect(atHome(code)).toBe(name);
    expect(atHome(code)).toBe(name);
  });
});
