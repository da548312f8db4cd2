import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    alias: {
      "@draw": fileURLToPath(new URL("../railhead/draw", import.meta.url)),
      "@text": fileURLToPath(new URL("../railhead/text", import.meta.url)),
    },
  },
  test: { include: ["src/**/*.test.ts"], setupFiles: ["src/lib/sample.language.ts"] },
});
