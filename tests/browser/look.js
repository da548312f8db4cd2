// What a person sees and would touch next. One call waits until something has happened and it is this player's turn (or patience
// is at its end), then reads the page and picks a move in one go: nothing can vanish between the reading and the picking.
async ({ before, patience, attempt, least, wish }) => {
  const one = (query) => document.querySelector(query);
  const all = (query) => [...document.querySelectorAll(query)];
  const inWindow = (x, y) => x > 0 && y > 0 && x < innerWidth && y < innerHeight;

  const mark = () =>
    [
      one(".table")?.dataset.position,
      one(".table")?.dataset.busy,
      one(".ask h2")?.textContent,
      all(".ask input:checked").length,
      one(".refused")?.textContent,
      one(".sheet")?.style.transform,
      location.pathname,
      !!one(".end"),
    ].join("|");
  const over = () => !!one(".end");
  const asked = () => !!one(".status.mine") && !one(".table[data-busy]");
  const until = performance.now() + patience;
  while ((mark() === before || !(asked() || over())) && performance.now() < until) {
    await new Promise((done) => setTimeout(done, 10));
  }
  // what has just been drawn stands where it will stay after the next frame
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const seen = { mark: mark(), over: over(), status: one(".status")?.textContent?.trim() ?? "", plan: null };
  if (over() || !asked()) return seen;

  /** A point, if a finger there would hit something. */
  const hits = (what, { x, y }, inside) =>
    inWindow(x, y) && inside.contains(document.elementFromPoint(x, y)) ? { what, x, y } : null;
  /** The middle of something, if a finger there would hit it. */
  const at = (what, element, inside = element) => {
    if (!element) return null;
    const box = element.getBoundingClientRect();
    return box.width ? hits(what, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, inside) : null;
  };
  const button = (what, element) => {
    element?.scrollIntoView({ block: "nearest" });
    return at(what, element, element?.closest("label") ?? element);
  };
  const size = (route) => slotsOf(route).length;
  const route = (what, element) => {
    const slots = slotsOf(element);
    for (let k = 0; k < slots.length; k++) {
      const found = hits(what, slots[(attempt + k) % slots.length], one(".play"));
      if (found) return found;
    }
    return button("whole", one(".zoom button:last-child"));
  };
  const city = (element) => at("station", element.querySelector(".city"), one(".play")) ?? button("whole", one(".zoom button:last-child"));

  const boxes = all(".ask input[type=checkbox]");
  const told = one(".facts .unseen")?.textContent ?? one(".chip .trains .unseen")?.textContent;
  const trains = Number.parseInt(told ?? "40", 10);
  const routes = all("[data-route][data-may]");
  const longest = routes.reduce((best, next) => (!best || size(next) > size(best) ? next : best), null);
  const spots = all(".spot.may-touch");
  const ways = all(".ask .ways button");
  const may = (query) => one(`${query}.may`);
  if (boxes.length > 0) {
    const open = boxes.slice(0, 3).find((box) => !box.checked);
    seen.plan = open ? button("tickets", open) : button("keep", one(".ask button.primary"));
  } else if (one(".ask")) {
    seen.plan = button(one(".ask .turned") ? "tunnel" : "payment", ways[0]);
  } else if (one(".row .may, .deck.may") === null && routes.length > 0) {
    seen.plan = route(one(".table").dataset.phase === "build" ? "build" : "claim", routes[attempt % routes.length]);
  } else if (wish === "station" && spots.length > 0) seen.plan = city(spots[attempt % spots.length]);
  else if (wish === "tickets" && may(".deck:last-child")) seen.plan = button("more", may(".deck:last-child"));
  else if (longest && size(longest) >= (trains > 12 ? least : 1)) seen.plan = route("claim", longest);
  else if (wish === "row" && may(".row .card-button")) seen.plan = button("take", may(".row .card-button"));
  else if (may(".deck")) seen.plan = button("draw", may(".deck"));
  else if (may(".row .card-button")) seen.plan = button("take", may(".row .card-button"));
  else if (longest) seen.plan = route("claim", longest);
  return seen;
}
