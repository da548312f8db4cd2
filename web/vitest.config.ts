import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  resolve: { alias: { "@layout": fileURLToPath(new URL("../railhead/layout", import.meta.url)) } },
  test: { include: ["src/**/*.test.ts"] },
});
