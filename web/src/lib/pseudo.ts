/** English with every vowel doubled and marked: about 40 % longer, still to be read, and never taken for a finished text. */
import type { Messages } from "./language.svelte";

const DOUBLED: Record<string, string> = {
  a: "åa",
  e: "ée",
  i: "íi",
  o: "öo",
  u: "üu",
  A: "ÅA",
  E: "ÉE",
  I: "ÍI",
  O: "ÖO",
  U: "ÜU",
};

const longer = (text: string): string =>
  `[${text.replace(/\{\w+\}|[aeiouAEIOU]/g, (found) => DOUBLED[found] ?? found)}]`;

export const lengthened = (messages: Messages): Messages =>
  Object.fromEntries(
    Object.entries(messages).map(([key, text]) => [
      key,
      typeof text === "string"
        ? longer(text)
        : Object.fromEntries(Object.entries(text).map(([form, one]) => [form, longer(one)])),
    ]),
  );
