import { expect, it } from "vitest";
import { laid } from "./laying";
import { drawnOn, type Picture } from "./picture";

const slot = { route: "a-b", index: 0, x: 100, y: 50, angle: 0, length: 36 };

it("lays a path onto a slot: moved, turned and stretched as a transform would", () => {
  expect(laid("M-10 -5H10V5Z", slot)).toBe("M90 45L110 45L110 55Z");
  expect(laid("M-10 -5H10V5Z", { ...slot, angle: 90 })).toBe("M105 40L105 60L95 60Z");
  expect(laid("M0 0A2 2 0 0 1 4 2", slot, 0.5)).toBe("M100 50A1 2 0 0 1 102 52");
});

it("reads path data as browsers do: relative, repeated, without spaces", () => {
  expect(laid("M0-11.5 3.1-3.9.5 2", slot)).toBe("M100 38.5L103.1 46.1L100.5 52");
  expect(laid("M1 1h2v3q1 1 2 0h-1", slot)).toBe("M101 51L103 51L103 54Q104 55 105 54L104 54");
  expect(laid("M0 0h4Zm1 1v1", slot)).toBe("M100 50L104 50ZM101 51L101 52");
  expect(laid("M0 0C1 2 3 4 5 6 7 8 9 10 11 12", slot)).toBe("M100 50C101 52 103 54 105 56C107 58 109 60 111 62");
  expect(laid("M0 0a2 2 0 0 1 2 2", { ...slot, angle: 90 })).toBe("M100 50A2 2 90 0 1 98 52");
});

it("draws all of a kind on a route's slots as one", () => {
  const shapes = [
    { kind: "slot red", data: "M-1 0H1", scale: 1 },
    { kind: "red-mark", data: "M0 0V4", scale: 0.5 },
  ];
  const picture = { slots: new Map([["a-b", [shapes, shapes]]]), pieces: new Map([["blue", shapes]]), pieceLength: 72 };
  const drawn = (colour?: "blue") =>
    drawnOn(picture as unknown as Picture, [slot, { ...slot, x: 200, index: 1 }], colour);
  expect(drawn()).toEqual([
    ["slot red", "M99 50L101 50M199 50L201 50"],
    ["red-mark", "M100 50L100 52M200 50L200 52"],
  ]);
  expect(drawn("blue")[0]?.[1]).toBe("M99.5 50L100.5 50M199.5 50L200.5 50");
});
