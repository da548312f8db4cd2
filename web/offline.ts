import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Writes the service worker (offline.js, beside this file) with the names of all files of the page in it. */
export function offline(): Plugin {
  return {
    name: "railhead-offline",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      // texts are kept when they are read: nobody reads all languages
      const texts = (name: string) =>
        bundle[name]?.type === "chunk" && bundle[name].moduleIds.every((id) => id.includes("/railhead/text/"));
      const files = Object.keys(bundle).filter((name) => name.startsWith("assets/") && !texts(name));
      const own = readFileSync(new URL("offline.js", import.meta.url), "utf8");
      const version = createHash("sha256").update(own).update(files.sort().join()).digest("hex").slice(0, 12);
      const head = `const VERSION = "${version}";\nconst FILES = ${JSON.stringify(files.map((name) => `/${name}`))};\n`;
      this.emitFile({ type: "asset", fileName: "offline.js", source: head + own });
    },
  };
}
