/** Something made of data, and made anew only when the data are other ones: what hangs on it need not be worked out again. */
export function steady<D, T>(make: (data: D) => T): (data: D) => T {
  let known: { data: string; made: T } | undefined;
  return (data) => {
    const now = JSON.stringify(data);
    if (!known || known.data !== now) known = { data: now, made: make(data) };
    return known.made;
  };
}

/** The data themselves, the same object as before where they are alike. */
export const alike = <D>(): ((data: D) => D) => steady((data) => data);

/** A set, the same one as before where it holds the same. */
export const setOf = (): ((ids: string[]) => ReadonlySet<string>) => steady((ids) => new Set(ids));
