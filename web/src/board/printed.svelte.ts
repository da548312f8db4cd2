/** What is printed on a board itself, its title and its zones, in the reader's language; cities stay as they are printed. */
import type { Board } from "../lib/board";
import { maybe } from "../lib/messages";
import { put } from "./picture";

const SMALLEST = 0.6; // of the printed size; a name that would be smaller yet stays as it is printed

function read(layer: Element, { facts }: Board): void {
  const zones = new Map(facts.zones.map(({ id, name }) => [name, `zone.${id}`]));
  for (const text of layer.querySelectorAll<SVGTextElement>(".title[letter-spacing], .zone")) {
    text.dataset.printed ??= text.textContent;
    const { printed } = text.dataset;
    const name = maybe(text.matches(".title") ? `game.${facts.board}` : (zones.get(printed) ?? "")) ?? printed;
    const width = (words: string): number => {
      text.textContent = words;
      return text.getComputedTextLength();
    };
    text.style.fontSize = text.style.letterSpacing = "";
    const smaller = Math.min(1, width(printed) / width(name) || 1);
    if (smaller < SMALLEST) text.textContent = printed;
    else if (smaller < 1)
      for (const size of ["font-size", "letter-spacing"])
        text.style.setProperty(size, `${Number(text.getAttribute(size)) * smaller}px`);
  }
}

/** Put drawn nodes into an element, and have their words change with the reader's language: an attachment. */
export const printed =
  (nodes: Node[], board: Board) =>
  (layer: Element): void => {
    put(nodes)(layer);
    $effect(() => read(layer, board));
  };
