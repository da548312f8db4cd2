/** English for the tests, as main.ts fetches it for a reader. */
import en from "@text/languages/en.json";
import review from "@text/review/en.json";
import table from "@text/table/en.json";
import { reading, tongue } from "./language.svelte";

reading.now = tongue("en", { ...en, ...table, ...review });
