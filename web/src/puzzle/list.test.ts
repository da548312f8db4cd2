import { expect, test } from "vitest";
import { following, grouped, numbered } from "./list";

const puzzles = [
  { id: "usa-1-5", game: "usa", hard: 1 },
  { id: "usa-2-5", game: "usa", hard: 1 },
  { id: "usa-3-5", game: "usa", hard: 4 },
  { id: "europe-1-5", game: "europe", hard: 2 },
];

test("each game counts its puzzles from 1, and has them by how hard they are", () => {
  const groups = grouped(numbered(puzzles));
  expect(groups.map(({ game, levels }) => [game, levels.map(({ hard }) => hard)])).toEqual([
    ["usa", [1, 4]],
    ["europe", [2]],
  ]);
  expect(groups[0]?.levels[1]?.puzzles[0]?.number).toBe(3);
  expect(groups[1]?.levels[0]?.puzzles[0]?.number).toBe(1);
});

test("the next puzzle is of the same game and not solved yet, in a circle", () => {
  expect(following(puzzles, "usa-1-5", {})?.id).toBe("usa-2-5");
  expect(following(puzzles, "usa-1-5", { "usa-2-5": 1 })?.id).toBe("usa-3-5");
  expect(following(puzzles, "usa-3-5", {})?.id).toBe("usa-1-5");
  expect(following(puzzles, "europe-1-5", {})).toBeUndefined();
});
