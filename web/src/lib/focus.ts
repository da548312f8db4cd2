/** The focus goes to an element as soon as it is painted: asked for before, the browser would lay out the page twice. */
export function first(node: HTMLElement, on = true): void {
  if (on) requestAnimationFrame(() => node.focus());
}
