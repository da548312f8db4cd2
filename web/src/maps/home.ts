/** What a country is called by those who live there: 日本, Deutschland. Empty where browsers do not know. */
const KNOWN = new Map<string, string>();

export function atHome(code: string): string {
  const known = KNOWN.get(code);
  if (known !== undefined) return known;
  const name = found(code);
  KNOWN.set(code, name);
  return name;
}

function found(code: string): string {
  try {
    const { language } = new Intl.Locale(`und-${code}`).maximize();
    return new Intl.DisplayNames([language], { type: "region", fallback: "none" }).of(code) ?? "";
  } catch {
    return "";
  }
}
