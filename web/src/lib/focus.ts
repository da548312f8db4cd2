/** The focus goes to an element when it appears. */
export function first(node: HTMLElement, on = true): void {
  if (on) node.focus();
}
