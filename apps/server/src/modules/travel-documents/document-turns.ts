import { Lane } from '../../lib/lane.ts';

/** Who waits longer is refused: a proxy waits for 20 seconds, and a document itself takes one. */
const longestMs = 8000;
const limits = { patienceMs: longestMs, longestMs, stuckMs: longestMs };
/**
 * One is read while another is compiled, which takes as long as a hundred receipts. Each that waits, here or behind one of its passenger, holds one of
 * the 128 places that all calls share.
 */
const ofAll = { ...limits, running: 2, waiting: 10 };
/** A passenger may ask on two devices, or again after a page was closed, while the first document is being made. */
const ofPassenger = { ...limits, running: 1, waiting: 2 };

/**
 * Lets the documents of a process that list many records take turns, and those of one passenger before: many at once would keep all other calls
 * and the receipts waiting. A turn lasts until the document is made, also if its caller has left.
 */
export class DocumentTurns {
  readonly #all = new Lane(ofAll);
  readonly #passengers = new Map<string, Lane>();

  /** @throws AppError `unavailable` when too many wait, or it has waited too long; and what `work` throws. */
  async take<Result>(passengerId: string, work: () => Promise<Result>): Promise<Result> {
    const own = this.#passengers.get(passengerId) ?? new Lane(ofPassenger);
    this.#passengers.set(passengerId, own);
    try {
      return await own.run(() => this.#all.run(work));
    } finally {
      if (own.isIdle) this.#passengers.delete(passengerId);
    }
  }
}
