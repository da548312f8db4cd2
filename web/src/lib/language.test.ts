import { expect, test, vi } from "vitest";
import { open, reading, speak } from "./language.svelte";

// the tests run without a browser: the page's own attributes are all that is needed of one
vi.stubGlobal("document", { documentElement: {} });

test("the last language that was asked for is read, whatever comes when", async () => {
  await Promise.all([speak("fi"), open("table"), speak("ro"), open("cities"), speak("sv")]);
  expect(reading.now.code).toBe("sv");
  expect(document.documentElement.lang).toBe("sv");
  expect(reading.now.messages).toHaveProperty("home.pick");
});

test("texts that are opened while the language changes come in the new one", async () => {
  const opened = open("lessons");
  await speak("de");
  await opened;
  expect(reading.now.code).toBe("de");
  expect(Object.keys(reading.now.messages).some((key) => key.startsWith("lesson"))).toBe(true);
});
