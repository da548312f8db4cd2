// The page's weight as a browser fetches it. The budget, 150 kB, is for a first screen: home, an invitation, or a game that goes on, each
// with all it needs to be shown, its texts in the longest language, and the fonts. What comes only when it is wanted (the end of a game, a
// replay, letters of other alphabets, the rules) is listed as later.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const root = new URL("../railhead/server/static/", import.meta.url);
const weight = (name) => {
  const data = readFileSync(new URL(name, root));
  return name.endsWith(".woff2") ? data.length : gzipSync(data, { level: 9 }).length;
};
const needs = JSON.parse(readFileSync(new URL("files.json", root), "utf8"));
const all = (key, found = new Set()) => {
  if (found.has(key)) return found;
  found.add(key);
  for (const other of needs[key].imports ?? []) all(other, found);
  return found;
};
const filesOf = (...keys) =>
  new Set([...keys].flatMap((key) => [...all(key)]).flatMap((key) => [needs[key].file, ...(needs[key].css ?? [])]));

const named = readdirSync(root, { recursive: true })
  .map(String)
  .filter((name) => name.includes(".") && !name.startsWith(".") && name !== "files.json");
const always = named.filter(
  (name) =>
    ["index.html", "icon.svg", "manifest.webmanifest"].includes(name) ||
    (name.endsWith(".woff2") && !name.includes("-ext-")),
);
const screens = {
  home: new Set([...always, ...filesOf("index.html", "src/home/Home.svelte")]),
  invitation: new Set([
    ...always,
    ...filesOf("index.html", "src/table/TablePage.svelte", "src/table/Gathering.svelte"),
  ]),
  table: new Set([...always, ...filesOf("index.html", "src/table/TablePage.svelte", "src/table/Game.svelte")]),
};
const MOST = 150_000;
for (const name of named.sort()) {
  const shown = Object.keys(screens).filter((screen) => screens[screen].has(name));
  console.log(`${(weight(name) / 1000).toFixed(1).padStart(7)} kB  ${name} (${shown.join(", ") || "later"})`);
}
const heaviest = (catalogue) => {
  const folder = new URL(`../railhead/text/${catalogue}/`, import.meta.url);
  const pack = (name) => gzipSync(JSON.stringify(JSON.parse(readFileSync(new URL(name, folder), "utf8")))).length;
  return Math.max(...readdirSync(folder).map(pack));
};
const texts = { home: ["languages"], invitation: ["languages", "table"], table: ["languages", "table"] };
const over = Object.entries(screens).map(([screen, files]) => {
  const words = texts[screen].reduce((total, catalogue) => total + heaviest(catalogue), 0);
  const sum = [...files].reduce((total, name) => total + weight(name), words);
  console.log(
    `${(sum / 1000).toFixed(1).padStart(7)} kB  for the first screen: ${screen}, its texts ${(words / 1000).toFixed(1)}`,
  );
  return sum > MOST;
});
process.exit(over.some(Boolean) ? 1 : 0);
