/** What this browser's people like: look, sound, motion, keys, name, language. */
import themes from "@draw/themes.json";
import { choose, speak } from "./language.svelte";
import type { Speed } from "./pacing";

export type Look = "auto" | "classic" | "dark" | "colour-blind";
interface Prefs {
  look: Look;
  /** strong colours were offered, and answered */
  looked: boolean;
  sound: boolean;
  motion: boolean;
  /** how fast moves of others are shown */
  speed: Speed;
  /** the board goes where something happens */
  follow: boolean;
  keys: boolean;
  confirm: boolean;
  /** ask, once a game, before tickets are drawn */
  ask: boolean;
  /** bots wait a little after a claim */
  bide: boolean;
  haptics: boolean;
  emotes: boolean;
  name: string;
  /** the seat whose colour one likes */
  colour: number | null;
  /** empty: as the browser has it */
  language: string;
}

const KEY = "railhead.prefs";
const first: Prefs = {
  look: "auto",
  looked: false,
  sound: true,
  motion: true,
  speed: "normal",
  follow: true,
  keys: true,
  confirm: false,
  ask: true,
  bide: true,
  haptics: true,
  emotes: true,
  name: "",
  colour: null,
  language: "",
};

function stored(): Partial<Prefs> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Prefs>;
  } catch {
    return {};
  }
}

export const prefs: Prefs = $state({ ...first, ...stored() });
const night = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

export function setPref<K extends keyof Prefs>(key: K, value: Prefs[K]): void {
  prefs[key] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // nothing is lost but the wish
  }
  applyLook();
}

export const moving = (): boolean => prefs.motion && prefs.speed !== "at-once" && !still.matches;
export const touching = (): boolean => matchMedia("(pointer: coarse)").matches;

export function applyLook(): void {
  const look = prefs.look === "auto" ? (night.matches ? "dark" : "classic") : prefs.look;
  const root = document.documentElement;
  for (const [name, value] of Object.entries(themes[look])) root.style.setProperty(`--${name}`, value);
  root.dataset.look = look;
  root.dataset.motion = moving() ? "full" : "less";
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", themes[look].paper);
}

night.addEventListener("change", applyLook);
still.addEventListener("change", applyLook);

/** A link may carry a language (`?lang=ro`): it holds in this window, until its reader chooses another. */
const CARRIED = "railhead.language";
function carried(): string {
  try {
    const found = new URLSearchParams(location.search).get("lang");
    if (found) sessionStorage.setItem(CARRIED, found);
    return sessionStorage.getItem(CARRIED) ?? "";
  } catch {
    return "";
  }
}

/** Read what the link, the reader or the browser wants, in this order. */
export const readFirst = (): Promise<void> => speak(choose([carried(), prefs.language, ...navigator.languages]));

/** Read what the reader has chosen, now and next time. */
export async function readIn(code: string): Promise<void> {
  sessionStorage.removeItem(CARRIED);
  setPref("language", code);
  await speak(code);
}
