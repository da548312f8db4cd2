/** The texts of lessons: a catalogue of their own, fetched when somebody learns. */
import type en from "@text/lessons/en.json";
import { maybe, type Values } from "../lib/messages";

export type LessonKey = keyof typeof en;

export const say = (key: LessonKey, values: Values = {}): string => maybe(key, values) ?? "";

/** The text of a key that the server named. */
export const told = (key: string): string => maybe(key) ?? "";

export const titleOf = (lesson: string): string => told(`learn.${lesson}`);
