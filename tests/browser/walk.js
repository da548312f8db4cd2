// Reads the page in one language after the other, by the picker, and says what does not fit in each.
async (codes) => {
  const doesNotFit = CUT;
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const picker = document.querySelector(".languages select");
  if (!picker) return { "": ["there is no picker of languages"] };
  const found = {};
  for (const [code, locale] of Object.entries(codes)) {
    picker.value = code;
    picker.dispatchEvent(new Event("change", { bubbles: true }));
    while (document.documentElement.lang !== locale) await frame();
    await frame(); // what is measured and set again
    found[code] = doesNotFit();
  }
  return found;
}
