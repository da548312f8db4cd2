/** The page of rules: rules.html filled from docs/rules.md, so that a refusal can link to `/rules#c18`. */
import { readFileSync } from "node:fs";
import { Marked } from "marked";
import type { Plugin } from "vite";

const source = new URL("../docs/rules.md", import.meta.url);

/** The document as HTML; a heading's anchor is its text in small letters: `### C18` is `#c18`. */
function html(markdown: string): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const inner = this.parser.parseInline(tokens);
        return `<h${depth} id="${text.toLowerCase().replaceAll(" ", "-")}">${inner}</h${depth}>\n`;
      },
      table(token) {
        return `<div class="wide" tabindex="0">${new Marked().parser([token])}</div>\n`; // scrolls by itself on a phone
      },
    },
  });
  return marked.parse(markdown, { async: false });
}

export function rulesPage(): Plugin {
  return {
    name: "rules-page",
    transformIndexHtml: {
      order: "pre",
      handler: (page) => page.replace("<!-- rules -->", () => html(readFileSync(source, "utf8"))),
    },
  };
}
