/** The texts of reviews: a catalogue of their own, fetched when somebody opens one. */
import type en from "@text/review/en.json";
import { maybe, type Values } from "../lib/messages";

export type ReviewKey = keyof typeof en;

export const say = (key: ReviewKey, values: Values = {}): string => maybe(key, values) ?? "";

/** `61 %`. */
export const percent = (share: number): string => say("review.percent", { n: Math.round(100 * share) });

/** `+8 %`. */
export const signed = (share: number): string => (Math.round(100 * share) > 0 ? "+" : "") + percent(share);
