// The page's weight as a browser fetches it for a whole game and its replay: everything compressed, fonts as they are; letters of
// other alphabets (ext) are fetched only where they occur, the page of rules only by who looks one up. The budget is 150 kB.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const root = new URL("../railhead/server/static/", import.meta.url);
let all = 0;
for (const name of readdirSync(root, { recursive: true }).map(String).sort()) {
  if (!name.includes(".") || name.includes("-ext-") || /(^|\/)rules[-.]/.test(name)) continue;
  const data = readFileSync(new URL(name, root));
  const size = name.endsWith(".woff2") ? data.length : gzipSync(data, { level: 9 }).length;
  all += size;
  console.log(`${(size / 1000).toFixed(1).padStart(7)} kB  ${name}`);
}
console.log(`${(all / 1000).toFixed(1).padStart(7)} kB  in all`);
process.exit(all > 150_000 ? 1 : 0);
