/** Something that is being done, and what went wrong with it. */
import { refusalText } from "../lib/refusals";

export class Doing {
  busy = $state(false);
  problem = $state("");
  constructor(private readonly failed: (reason: unknown) => void = () => {}) {}
  async do(work: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      await work();
    } catch (reason) {
      this.problem = refusalText(reason);
      this.failed(reason);
    } finally {
      this.busy = false;
    }
  }
}
