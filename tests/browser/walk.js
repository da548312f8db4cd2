// Reads the page in one language after the other, by the picker: what does not fit in each, and all that is written and read aloud.
async (codes) => {
  const doesNotFit = CUT;
  const NAMED = ["aria-label", "aria-description", "aria-valuetext", "title", "alt", "placeholder"];
  const SILENT = "script, noscript, style, option[lang], .languages .name, kbd"; // the picker has every language in its own words
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const said = () =>
    [...document.querySelectorAll("*")].flatMap((element) => {
      if (element.closest(SILENT)) return [];
      const written = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map(({ data }) => data.trim());
      return [...written, ...NAMED.map((name) => element.getAttribute(name) ?? "")].filter((text) => text !== "");
    });
  const picker = document.querySelector(".languages select");
  if (!picker) throw new Error("there is no picker of languages");
  const found = {};
  for (const [code, locale] of Object.entries(codes)) {
    picker.value = code;
    picker.dispatchEvent(new Event("change", { bubbles: true }));
    while (document.documentElement.lang !== locale) await frame();
    await frame(); // what is measured and set again
    found[code] = { cut: doesNotFit(), said: [...new Set(said())] };
  }
  return found;
}
