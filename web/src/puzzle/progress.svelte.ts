/** Which puzzles this browser's people have solved, and with how many tries; 0 where they asked what is best. */
const KEY = "railhead.puzzles";

function stored(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

export const solved: Record<string, number> = $state(stored());

/** The first answer counts. */
export function keep(puzzle: string, tries: number): void {
  if (puzzle in solved) return;
  solved[puzzle] = tries;
  try {
    localStorage.setItem(KEY, JSON.stringify(solved));
  } catch {
    // nothing is lost but a tick in a list
  }
}
