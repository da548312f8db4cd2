/** Texts by key, from the files of railhead/text; plural forms are chosen by Intl.PluralRules. */
import type clubs from "@text/clubs/en.json";
import type days from "@text/days/en.json";
import type en from "@text/languages/en.json";
import type maps from "@text/maps/en.json";
import type table from "@text/table/en.json";
import { type Forms, reading } from "./language.svelte";

/** Every text there is: TypeScript knows when one that is asked for is missing. */
export type Key = keyof typeof en | keyof typeof table | keyof typeof days | keyof typeof maps | keyof typeof clubs;
export type Values = Record<string, string | number>;

/** The text of a key. `{name}` stands for a value; forms ("one", "other", …) are chosen by the value `n`. */
export const t = (key: Key, values: Values = {}): string => maybe(key, values) ?? key;

/** The same for a key of which there may be no text, such as the name of a board of one's own. */
export function maybe(key: string, values: Values = {}): string | undefined {
  const found = reading.now.messages[key];
  if (found === undefined) return undefined;
  const text = typeof found === "string" ? found : form(found, values.n);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "number" ? num(value) : apart(value);
  });
}

const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** A name that is read from the right keeps to itself (between U+2068 and U+2069): it turns round nothing of the sentence it stands in. */
const apart = (text: string): string => (FROM_THE_RIGHT.test(text) ? `\u2068${text}\u2069` : text);

function form(forms: Forms, n: string | number | undefined): string {
  const count = typeof n === "number" ? n : 0;
  return forms[`=${count}`] ?? forms[reading.now.plural.select(count)] ?? forms.other ?? "";
}

/** `a, b and c`. */
export const list = (parts: string[]): string => reading.now.lists.format(parts.map(apart));
/** Less than nothing has a real minus in every language. */
export const num = (value: number): string => reading.now.numbers.format(value).replace("-", "−");
/** A day and an hour. */
export const when = (time: number): string => reading.now.dates.format(time);
