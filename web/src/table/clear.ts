/** Where a line over the board hides the least of it. */
import { overlap } from "../board/badges";
import type { Point, Size } from "../board/viewport";
import type { Box } from "../lib/types";

const STEP = 8; // pixels from one place to the next that is tried

/** Its left upper corner: along the lower edge of the pane from the left, then along the upper one; where it was, if nothing is better. */
export function clearest(line: Size, pane: Size, margin: number, boxes: readonly Box[], before: Point | null): Point {
  const right = Math.max(margin, pane.width - line.width - margin);
  const lower = pane.height - line.height - margin;
  const along: number[] = [];
  for (let x = margin; x <= right; x += STEP) along.push(x);
  const places = [lower, margin].flatMap((y) => along.map((x) => ({ x, y })));
  const stays = before && before.x <= right && (before.y === lower || before.y === margin) ? [before] : [];
  let best: Point = { x: margin, y: lower };
  let least = Number.POSITIVE_INFINITY;
  for (const at of [...stays, ...places]) {
    const covers: Box = [at.x, at.y, at.x + line.width, at.y + line.height];
    const hidden = boxes.reduce((sum, box) => sum + overlap(covers, box), 0);
    if (hidden < least) [best, least] = [at, hidden];
    if (hidden === 0) break;
  }
  return best;
}
