/** The reader's language: which there are, which one is wanted, and the texts of the one that is read. */
import known from "@text/languages.json";

export type Forms = { [form: string]: string };
export type Messages = { [key: string]: string | Forms };
/** The folders of railhead/text that the page reads; all but the first are fetched when they are wanted. */
export type Catalogue =
  "languages" | "table" | "days" | "lessons" | "rulebook" | "review" | "maps" | "clubs" | "cities";
interface Known {
  name: string;
  locale: string;
  dir?: "rtl";
  also?: string[];
}

/** Every language by its code, and what it calls itself. */
export const languages: Record<string, Known> = known;
/** English made longer, and the same from right to left: to see what a language that does not exist yet would do to the page. */
const pseudo: Record<string, Known> = {
  pseudo: { name: "Pseudo", locale: "en-GB" },
  "pseudo-rtl": { name: "Pseudo", locale: "en-GB", dir: "rtl" },
};

const files = import.meta.glob<Messages>("@text/{languages,table,cities}/*.json", { import: "default" });
/** Where the texts lie; of those that no first screen needs not even that is fetched before. */
const allFiles = async (catalogue: Catalogue): Promise<typeof files> =>
  catalogue === "languages" || catalogue === "table" || catalogue === "cities"
    ? files
    : (await import("./later")).later;
const opened = new Set<Catalogue>(["languages"]);

async function read(catalogue: Catalogue, code: string): Promise<Messages> {
  if (code in pseudo) return (await import("./pseudo")).lengthened(await read(catalogue, "en"));
  const there = await allFiles(catalogue);
  const path = Object.keys(there).find((name) => name.endsWith(`/${catalogue}/${code}.json`));
  if (!path && code !== "en") return read(catalogue, "en"); // not translated yet
  return (path && (await there[path]?.())) || {};
}

/** A language in use: its texts, and how it counts, lists and dates. */
export function tongue(code: string, messages: Messages) {
  const { locale } = languages[code] ?? pseudo[code] ?? { locale: code };
  return {
    code,
    messages,
    plural: new Intl.PluralRules(locale),
    numbers: new Intl.NumberFormat(locale),
    lists: new Intl.ListFormat(locale, { type: "conjunction" }),
    dates: new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }),
  };
}

/** The one that is read now: whatever was made of its texts is made again when it changes. */
export const reading = new (class {
  now = $state.raw(tongue("en", {}));
})();

/** The last that was asked for: texts that come late for another one change nothing any more. */
let wanted = "en";

/** Read another language, at once and everywhere. */
export async function speak(code: string): Promise<void> {
  wanted = code;
  const found = await Promise.all([...opened].map((catalogue) => read(catalogue, code)));
  if (code !== wanted) return;
  reading.now = tongue(code, Object.assign({}, ...found));
  const { locale, dir } = languages[code] ?? pseudo[code] ?? { locale: code };
  document.documentElement.lang = locale;
  document.documentElement.dir = dir ?? "ltr";
}

/** Have the texts of another catalogue, now and in every language that will be read. */
export async function open(catalogue: Catalogue): Promise<void> {
  if (opened.has(catalogue)) return;
  await read(catalogue, wanted);
  opened.add(catalogue);
  await speak(wanted);
}

/** The first of some wishes (`pt-BR`, `nn`, `ro`) that can be met; English where none can. */
export function choose(wishes: readonly string[]): string {
  for (const wish of wishes) {
    const code = wish.toLowerCase();
    if (Object.hasOwn(languages, code) || Object.hasOwn(pseudo, code)) return code;
    const base = code.split("-")[0] ?? "";
    const found = Object.keys(languages).find((one) => one === base || languages[one]?.also?.includes(base));
    if (found) return found;
  }
  return "en";
}
