import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { offline } from "./offline";

/** Where a railhead server runs while the page is worked on with `npm run dev`. */
const server = process.env.RAILHEAD_ADDRESS ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), offline()],
  json: { namedExports: false },
  resolve: {
    alias: {
      "@draw": fileURLToPath(new URL("../railhead/draw", import.meta.url)),
      "@text": fileURLToPath(new URL("../railhead/text", import.meta.url)),
    },
  },
  build: {
    outDir: "../railhead/server/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false }, // where a browser cannot preload, it loads a moment later
    assetsInlineLimit: 1024,
    reportCompressedSize: true,
    manifest: "files.json", // what needs what: size.mjs counts by it
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: server, ws: true } } },
});
