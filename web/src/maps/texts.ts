/** The texts of maps: a catalogue of their own, fetched when somebody makes one. */
import type en from "@text/maps/en.json";
import { maybe, type Values } from "../lib/messages";

export const say = (key: keyof typeof en, values: Values = {}): string => maybe(key, values) ?? "";
