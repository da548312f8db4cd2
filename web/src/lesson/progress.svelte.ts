/** What this browser's people have learned, and whether they want to be asked. */
const KEY = "railhead.lessons";
interface Progress {
  done: string[];
  /** "not now" was said to the offer */
  later: boolean;
}

function stored(): Partial<Progress> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Progress>;
  } catch {
    return {};
  }
}

export const progress: Progress = $state({ done: [], later: false, ...stored() });

function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // nothing is lost but a tick in a list
  }
}

export function learned(lesson: string): void {
  if (progress.done.includes(lesson)) return;
  progress.done = [...progress.done, lesson];
  keep();
}

export function notNow(): void {
  progress.later = true;
  keep();
}
