/** Texts by key. A language is one JSON file; plural forms are chosen by Intl.PluralRules. */
import en from "../messages/en.json";

/** Every text there is: TypeScript knows when one that is asked for is missing. */
export type Key = keyof typeof en;
type Forms = { [form: string]: string };
type Messages = { [key: string]: string | Forms };
export type Values = Record<string, string | number>;

let messages: Messages = en;
let language = "en";
let plural = new Intl.PluralRules(language);
let numbers = new Intl.NumberFormat(language);
let lists = new Intl.ListFormat(language, { type: "conjunction" });

export function useLanguage(code: string, found: Messages): void {
  messages = found;
  language = code;
  plural = new Intl.PluralRules(code);
  numbers = new Intl.NumberFormat(code);
  lists = new Intl.ListFormat(code, { type: "conjunction" });
}

/** The text of a key. `{name}` stands for a value; forms ("one", "other", …) are chosen by the value `n`. */
export const t = (key: Key, values: Values = {}): string => maybe(key, values) ?? key;

/** The same for a key of which there may be no text, such as the name of a board of one's own. */
export function maybe(key: string, values: Values = {}): string | undefined {
  const found = messages[key];
  if (found === undefined) return undefined;
  const text = typeof found === "string" ? found : form(found, values.n);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "number" ? numbers.format(value) : value;
  });
}

function form(forms: Forms, n: string | number | undefined): string {
  const count = typeof n === "number" ? n : 0;
  return forms[`=${count}`] ?? forms[plural.select(count)] ?? forms.other ?? "";
}

/** `a, b and c`. */
export const list = (parts: string[]): string => lists.format(parts);
export const num = (value: number): string => numbers.format(value);
