import { expect, it } from "vitest";
import { alike, steady } from "./steady";

it("makes anew only what is made of other data", () => {
  const set = steady((ids: string[]) => new Set(ids));
  const first = set(["a", "b"]);
  expect(set(["a", "b"])).toBe(first);
  expect(set(["a"])).toEqual(new Set(["a"]));
  const kept = alike<{ n: number } | undefined>();
  expect(kept(undefined)).toBe(undefined);
  expect(kept({ n: 1 })).toBe(kept({ n: 1 }));
  expect(kept({ n: 2 })).toEqual({ n: 2 });
});
