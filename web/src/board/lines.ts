/** The line along a route's slots, from end to end, as path data: what lights up, and what is hit. */
import type { Slot } from "../lib/types";
import { n } from "./laying";

const direction = (slot: Slot): [number, number] => {
  const angle = (slot.angle * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle)];
};

function end(slot: Slot, sign: number): string {
  const [dx, dy] = direction(slot);
  return `${n(slot.x + (sign * dx * slot.length) / 2)} ${n(slot.y + (sign * dy * slot.length) / 2)}`;
}

export function lineAlong(slots: Slot[]): string {
  const [first, second] = slots;
  const last = slots[slots.length - 1];
  if (!first || !last) return "";
  // slots follow each other along their own direction, or against it
  const [dx, dy] = direction(first);
  const along = second ? Math.sign((second.x - first.x) * dx + (second.y - first.y) * dy) || 1 : 1;
  return `M${end(first, -along)}L${slots.map((slot) => `${n(slot.x)} ${n(slot.y)}`).join("L")}L${end(last, along)}`;
}
