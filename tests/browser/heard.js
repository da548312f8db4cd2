// Keeps whatever a page says from its beginning on, written and read aloud, for as long as it is not left: `said`.
{
  const NAMED = ["aria-label", "aria-description", "aria-valuetext", "title", "alt", "placeholder"];
  const SILENT = "script, noscript, style, option[lang], .languages .name, kbd"; // the picker has every language in its own words
  const said = new Set();
  window.said = said;
  const hear = (node) => {
    if (node instanceof Text && !node.parentElement?.closest(SILENT)) said.add(node.data.trim());
    if (!(node instanceof Element) || node.closest(SILENT)) return;
    for (const name of NAMED) if (node.hasAttribute(name)) said.add(node.getAttribute(name));
    node.childNodes.forEach(hear);
  };
  new MutationObserver((changes) => {
    for (const { type, target, attributeName, addedNodes } of changes)
      if (type === "attributes") said.add(target.getAttribute(attributeName) ?? "");
      else if (type === "characterData") hear(target);
      else addedNodes.forEach(hear);
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: NAMED });
}
