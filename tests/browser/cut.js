// Text that does not fit: cut by its box, running out of it, or lying over its neighbours; and a page wider than the window.
() => {
  const shown = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !element.closest(".unseen, svg, [inert]");
  const named = (element) =>
    `${element.tagName.toLowerCase()}.${element.className}: ${element.textContent.trim().replace(/\s+/g, " ").slice(0, 60)}`;
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth + 1) found.push(`the page is ${root.scrollWidth} wide in a window of ${innerWidth}`);
  for (const element of document.body.querySelectorAll("*")) {
    if (!(element instanceof HTMLElement) || !shown(element)) continue;
    const style = getComputedStyle(element);
    const writes = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (writes && style.display !== "inline" && !["INPUT", "SELECT", "OPTION", "TEXTAREA"].includes(element.tagName)) {
      if (element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1 && !["auto", "scroll"].includes(style.overflowX))
        found.push(`cut ${element.scrollWidth} > ${element.clientWidth}: ${named(element)}`);
    }
    if (!["flex", "grid", "inline-flex", "inline-grid"].includes(style.display)) continue;
    const parts = [...element.children].filter(
      (part) => part instanceof HTMLElement && part.textContent.trim() && shown(part) && ["static", "relative"].includes(getComputedStyle(part).position),
    );
    const boxes = parts.map((part) => part.getBoundingClientRect());
    boxes.forEach((a, i) => {
      const over = boxes.findIndex(
        (b, j) =>
          j > i && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2,
      );
      if (over >= 0) found.push(`over each other: ${named(parts[i])} and ${named(parts[over])}`);
    });
  }
  return [...new Set(found)];
}
