/** Who this browser's person is: a key that nobody else has, and that no server keeps. */
const KEY = "railhead.me";
export const isKey = (text: string): boolean => /^[\w-]{43}$/.test(text);

export function myKey(): string | null {
  try {
    const found = localStorage.getItem(KEY);
    return found && isKey(found) ? found : null;
  } catch {
    return null;
  }
}

export function setKey(key: string | null): void {
  if (key) localStorage.setItem(KEY, key);
  else localStorage.removeItem(KEY);
}
