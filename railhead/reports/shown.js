// Draws a report's figures (FIGURES, LIGHT and DARK stand before this) in the page's light or dark, and in the room there is.
const ROOM = 860; // pixels that a figure needs as it was made
const BESIDE = 80; // for the numbers at an upright axis, and its name
const LETTER = 7.5; // pixels
const PANEL = 140; // pixels of a small one, with what is between it and the next

const sight = matchMedia("(prefers-color-scheme: dark)");

const broken = (text, most) =>
  text.split(" ").reduce((lines, word) => {
    const longer = `${lines.at(-1)} ${word}`.trim();
    return longer.length > most ? [...lines, word] : [...lines.slice(0, -1), longer];
  }, [""]);

// Names stand over their lines, not beside them.
const above = { labelAlign: "left", labelPadding: 0, labelOffset: -15, ticks: false, domain: false };

function axis(channel, encoded, room, cells) {
  const found = { ...encoded };
  if (channel === "x" && encoded.title) found.title = broken(encoded.title, room / LETTER);
  if (channel === "x" && encoded.type === "quantitative") found.axis = { ...encoded.axis, tickCount: 4 };
  if (channel === "x" && cells) found.axis = { ...encoded.axis, labelAngle: -90, labelLimit: 96 };
  if (channel === "y" && encoded.type === "nominal") found.axis = { ...encoded.axis, ...(cells ? { labelLimit: 96 } : { ...above, labelLimit: room - 24 }) };
  if (channel === "color" && encoded.legend) found.legend = { ...encoded.legend, orient: "bottom", columns: 1, labelLimit: room - BESIDE, gradientLength: Math.min(200, room - BESIDE) };
  return found;
}

// The same figure for less room.
function narrowed(part, room, cells = false) {
  if (Array.isArray(part)) return part.map((one) => narrowed(one, room, cells));
  if (part === null || typeof part !== "object") return part;
  const inside = cells || Boolean(part.width?.step);
  const entries = Object.entries(part).map(([name, value]) => {
    if (name === "datasets") return [name, value];
    if (name === "encoding") return [name, Object.fromEntries(Object.entries(value).map(([channel, one]) => [channel, axis(channel, one, room, inside)]))];
    if (name === "columns") return [name, Math.max(1, Math.floor((room - BESIDE) / PANEL))];
    if (name === "header") return [name, { ...value, labelLimit: room - BESIDE }];
    if (name === "width") return [name, inside ? { step: 44 } : Math.min(value, room - BESIDE)];
    if (name === "height" && value.step) return [name, { step: inside ? value.step : 46 }];
    return [name, narrowed(value, room, inside)];
  });
  return Object.fromEntries(entries);
}

const show = () =>
  document.querySelectorAll(".chart").forEach((place, number) => {
    const room = place.parentElement.clientWidth;
    const figure = room < ROOM ? narrowed(FIGURES[number], room) : FIGURES[number];
    vegaEmbed(place, figure, { renderer: "svg", config: sight.matches ? DARK : LIGHT, actions: { export: true, source: false, compiled: false, editor: false } });
  });

let width = innerWidth;
sight.addEventListener("change", show);
addEventListener("resize", () => {
  if (Math.min(innerWidth, ROOM + 100) !== Math.min(width, ROOM + 100)) show();
  width = innerWidth;
});
show();
