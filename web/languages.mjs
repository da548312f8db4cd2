// Before the types are checked: one line of TypeScript for every file of texts, so that a key which one language lacks, or has and
// English does not, is an error of the compiler. What it writes is read by nobody else.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";

const texts = new URL("../railhead/text/", import.meta.url);
const out = new URL(".languages/", import.meta.url);
const lines = [
  "type Text = string | { [form: string]: string };",
  "type Keys<English> = { [key in keyof English]: Text };",
  "const same = <English,>() => <Other extends Keys<English>>(_: Other & Record<Exclude<keyof Other, keyof English>, never>) => {};",
];
for (const catalogue of ["languages", "table", "days", "lessons", "rulebook", "review", "maps", "clubs", "terminal"]) {
  if (!existsSync(new URL(`${catalogue}/en.json`, texts))) continue;
  for (const file of readdirSync(new URL(`${catalogue}/`, texts)).sort()) {
    const name = `${catalogue}_${file.replace(".json", "")}`;
    lines.push(`import ${name} from "@text/${catalogue}/${file}";`, `same<typeof ${catalogue}_en>()(${name});`);
  }
}
mkdirSync(out, { recursive: true });
writeFileSync(new URL("check.ts", out), `${lines.join("\n")}\n`);
