/** The result as a picture: the board as it stands, and under it who won, by what. */
import type { Board } from "../lib/board";
import { list, num, t } from "../lib/messages";
import type { Score, Scores } from "../lib/types";
import { ranked } from "./show";

const WIDTH = 1600;
const TALLEST = 1500; // of the board
const PAD = 48;
const ROW = 74;
const HEAD = 128;

/** What a total is made of: nothing is left out, or the sum would be wrong. */
export function partsOf(score: Score): string {
  const done = t("end.done", { n: score.completed.length, all: score.completed.length + score.failed.length });
  const bonuses: [number, string][] = [
    [score.stations, t("end.stations")],
    [score.longestBonus, t("end.longest")],
    [score.mostTicketsBonus, t("end.most")],
  ];
  return [
    `${t("end.routes")} ${num(score.routes)}`,
    `${t("tickets")} ${num(score.tickets)} ${done}`,
    ...bonuses.flatMap(([points, name]) => (points > 0 ? `${name} ${num(points)}` : [])),
  ].join(" · ");
}

async function loaded(svg: string): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}

export async function resultPicture(svg: string, board: Board, final: Scores, names: string[]): Promise<Blob> {
  const [image] = await Promise.all([loaded(svg), document.fonts.ready]);
  const scale = Math.min(WIDTH / image.width, TALLEST / image.height);
  const [wide, high] = [image.width * scale, image.height * scale];
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.ceil(high + HEAD + final.scores.length * ROW + PAD);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas here");
  const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const write = (
    text: string,
    x: number,
    y: number,
    font: string,
    align: CanvasTextAlign = "left",
    ink = "ink",
    room = WIDTH - 2 * PAD,
  ): number => {
    pen.font = font;
    pen.textAlign = align;
    pen.fillStyle = colour(ink);
    pen.fillText(text, x, y, room);
    return Math.min(room, pen.measureText(text).width);
  };
  pen.fillStyle = colour("page");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, (WIDTH - wide) / 2, 0, wide, high);

  const winners = t("show.winner", {
    n: final.winners.length,
    names: list(final.winners.map((seat) => names[seat] ?? "")),
  });
  write(winners, PAD, high + 78, '700 54px "Alegreya SC", Georgia, serif');
  write(
    `Railhead · ${board.facts.name}`,
    WIDTH - PAD,
    high + 74,
    '500 34px "Alegreya Sans", sans-serif',
    "right",
    "muted",
  );
  for (const [place, seat] of ranked(final).entries()) {
    const score = final.scores[seat];
    if (!score) continue;
    const y = high + HEAD + place * ROW;
    pen.fillStyle = colour(final.winners.includes(seat) ? "panel" : "panel-2");
    pen.beginPath();
    pen.roundRect(PAD, y, WIDTH - 2 * PAD, ROW - 12, 14);
    pen.fill();
    pen.fillStyle = colour(`seat-${(seat % 5) + 1}`);
    pen.strokeStyle = colour("ink");
    pen.lineWidth = 2;
    pen.beginPath();
    pen.roundRect(PAD + 20, y + 16, 64, 30, 8);
    pen.fill();
    pen.stroke();
    const name = `${names[seat] ?? ""}${final.winners.includes(seat) ? " ★" : ""}`;
    const named = write(name, PAD + 104, y + 43, '700 36px "Alegreya Sans", sans-serif');
    const room = WIDTH - 2 * PAD - 150 - 104 - named - 30;
    write(partsOf(score), WIDTH - PAD - 150, y + 42, '500 30px "Alegreya Sans", sans-serif', "right", "muted", room);
    write(num(score.total), WIDTH - PAD - 24, y + 45, '700 44px "Alegreya Sans", sans-serif', "right");
  }
  return new Promise((made, failed) =>
    canvas.toBlob((blob) => (blob ? made(blob) : failed(new Error("no picture"))), "image/png"),
  );
}
