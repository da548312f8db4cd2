/** Work that a touch need not wait for. */

/** Does something after the next picture, so that what was touched answers first; a later wish takes the place of an earlier one. */
export function afterwards(): (work: () => void) => void {
  let latest = 0;
  return (work) => {
    const wish = ++latest;
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (wish === latest) work();
      }),
    );
  };
}
