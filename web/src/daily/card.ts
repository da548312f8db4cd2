/** The card to share: what somebody made of the deal of the day, and nothing of what was in it. */
import { reading } from "../lib/language.svelte";
import { num, t } from "../lib/messages";
import { gameName } from "../lib/names";
import type { Daily } from "../lib/types";

/** A day of the calendar, as deals of days go by it. */
export const dayName = (time: number): string =>
  new Intl.DateTimeFormat(reading.now.dates.resolvedOptions().locale, { dateStyle: "long", timeZone: "UTC" }).format(
    time,
  );

const [WIDTH, HEIGHT, PAD] = [1200, 630, 72];

function lines(deal: Daily): string[] {
  const { own, standing, seats } = deal;
  const told = [t("played.place", { place: num(own?.place ?? 0), n: seats, points: num(own?.points ?? 0) })];
  if (standing?.beats != null)
    told.push(t("daily.beats", { percent: num(Math.round(100 * standing.beats)), n: standing.players }));
  return told;
}
/** A wagon for each ticket: full where it was completed. */
const wagons = ({ own }: Daily): string => "▰".repeat(own?.completed ?? 0) + "▱".repeat(own?.failed ?? 0);

export const cardText = (deal: Daily): string =>
  [`Railhead · ${t("daily")} · ${dayName(deal.begins)}`, gameName(deal.game), ...lines(deal), wagons(deal)].join("\n");

export async function cardPicture(deal: Daily): Promise<Blob> {
  await document.fonts.ready;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas here");
  const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const rtl = document.documentElement.dir === "rtl";
  const write = (text: string, y: number, font: string, ink: string) => {
    pen.font = font;
    pen.textAlign = rtl ? "right" : "left";
    pen.direction = rtl ? "rtl" : "ltr";
    pen.fillStyle = colour(ink);
    pen.fillText(text, rtl ? WIDTH - PAD : PAD, y, WIDTH - 2 * PAD);
  };
  pen.fillStyle = colour("panel");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = colour("bar");
  pen.fillRect(0, 0, WIDTH, 130);
  write(`Railhead · ${t("daily")}`, 84, '700 52px "Alegreya SC", Georgia, serif', "bar-ink");
  write(`${gameName(deal.game)} · ${dayName(deal.begins)}`, 220, '500 44px "Alegreya Sans", sans-serif', "muted");
  for (const [place, line] of lines(deal).entries())
    write(line, 320 + 76 * place, `${place === 0 ? "700 60px" : "500 44px"} "Alegreya Sans", sans-serif`, "ink");
  const [made, all] = [deal.own?.completed ?? 0, (deal.own?.completed ?? 0) + (deal.own?.failed ?? 0)];
  for (let wagon = 0; wagon < all; wagon += 1) {
    pen.beginPath();
    pen.roundRect(PAD + wagon * 96, 490, 80, 44, 10);
    pen.lineWidth = 4;
    pen.strokeStyle = colour("ink");
    pen.fillStyle = colour(wagon < made ? "good" : "panel-2");
    pen.fill();
    pen.stroke();
  }
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
  );
}
