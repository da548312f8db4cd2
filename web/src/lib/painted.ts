/** Work that a touch need not wait for. */

const PATIENCE = 200; // milliseconds: a page that nobody looks at has no pictures

/** Until the next picture is there, so that what was touched answers first. */
export const painted = (): Promise<void> =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, PATIENCE);
  });

/** Does something after the next picture; a later wish takes the place of an earlier one. */
export function afterwards(): (work: () => void) => void {
  let latest = 0;
  return (work) => {
    const wish = ++latest;
    void painted().then(() => {
      if (wish === latest) work();
    });
  };
}
