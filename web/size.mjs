// The page's weight as a browser fetches it. The budget, 150 kB, is for the first screen: what index.html names and the fonts; what comes
// only when it is wanted (the end of a game, a replay, letters of other alphabets, the rules) is listed after it. A reader fetches one
// language: the longest counts.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const root = new URL("../railhead/server/static/", import.meta.url);
const named = readFileSync(new URL("index.html", root), "utf8");
const first = (name) =>
  name === "index.html" || named.includes(`/${name}"`) || (name.endsWith(".woff2") && !name.includes("-ext-"));
const files = readdirSync(root, { recursive: true })
  .map(String)
  .filter((name) => name.includes(".") && !name.startsWith("."))
  .sort((a, b) => Number(first(b)) - Number(first(a)) || a.localeCompare(b));
const texts = new URL("../railhead/text/languages/", import.meta.url);
const languages = readdirSync(texts).map(
  (name) => gzipSync(JSON.stringify(JSON.parse(readFileSync(new URL(name, texts), "utf8")))).length,
);
let screen = Math.max(...languages);
for (const name of files) {
  const data = readFileSync(new URL(name, root));
  const size = name.endsWith(".woff2") ? data.length : gzipSync(data, { level: 9 }).length;
  if (first(name)) screen += size;
  console.log(`${(size / 1000).toFixed(1).padStart(7)} kB  ${name}${first(name) ? "" : " (later)"}`);
}
console.log(`${(Math.max(...languages) / 1000).toFixed(1).padStart(7)} kB  the longest language`);
console.log(`${(screen / 1000).toFixed(1).padStart(7)} kB  for the first screen`);
process.exit(screen > 150_000 ? 1 : 0);
