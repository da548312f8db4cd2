/** Something that is being done, and what went wrong with it. One thing after the other: each begins with what the one before has made,
 *  so none may wait for another that it begins itself. */
import { refusalText } from "../lib/refusals";

export class Doing {
  busy = $state(false);
  problem = $state("");
  #before: Promise<void> = Promise.resolve();
  constructor(private readonly failed: (reason: unknown) => void = () => {}) {}
  do(work: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    const mine = this.#before.then(async () => {
      this.problem = "";
      try {
        await work();
      } catch (reason) {
        this.problem = refusalText(reason);
        this.failed(reason);
      } finally {
        if (this.#before === mine) this.busy = false;
      }
    });
    this.#before = mine;
    return mine;
  }
}
