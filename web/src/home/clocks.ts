/** The clocks that are offered: live ones, and those with days for each move. */
import { t } from "../lib/messages";
import type { Clock } from "../lib/types";

const DAY = 24 * 60;
const live = (minutes: number, increment: number): Clock => ({ minutes, increment, turn: 0, holiday: 0 });
const days = (n: number): Clock => ({ minutes: DAY, increment: 0, turn: n * DAY, holiday: 14 });
export const clocks = [live(5, 5), live(10, 10), live(20, 15), live(40, 30), days(1), days(2), days(3), days(7)];
/** What a clock is called. */
export const called = ({ minutes, increment, turn }: Clock): string =>
  turn ? t("home.days", { n: turn / DAY }) : t("home.clockof", { n: minutes, seconds: increment });
