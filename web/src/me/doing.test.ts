import { expect, test } from "vitest";
import { Doing } from "./doing.svelte";

test("what is begun while something else is under way sees what that has made", async () => {
  const work = new Doing();
  let card = { name: "", colour: 0 };
  const answers: (() => void)[] = [];
  const change = (part: object) => () =>
    work.do(async () => {
      const made = { ...card, ...part };
      await new Promise<void>((resolve) => answers.push(resolve));
      card = made;
    });
  const both = [change({ name: "Anna" })(), change({ colour: 3 })()];
  expect(work.busy).toBe(true);
  for (let step = 0; step < 2; step++) {
    await new Promise((resolve) => setTimeout(resolve));
    answers.shift()?.();
  }
  await Promise.all(both);
  expect(card).toEqual({ name: "Anna", colour: 3 });
  expect(work.busy).toBe(false);
});

test("what failed is told, and does not keep the next one back", async () => {
  const failed: unknown[] = [];
  const work = new Doing((reason) => failed.push(reason));
  await work.do(() => Promise.reject(new Error("no")));
  expect(work.problem).not.toBe("");
  await work.do(async () => {});
  expect([work.problem, work.busy, failed.length]).toEqual(["", false, 1]);
});
