import { assertThat } from '../../lib/assert-that.ts';
import { comeBackSeconds } from '../../lib/come-back.ts';
import { Lane } from '../../lib/lane.ts';

/** Who waits longer is refused: a proxy waits for 20 seconds, and a document itself takes one. */
const longestMs = 8000;
const limits = { patienceMs: longestMs, longestMs, stuckMs: longestMs };
/** One is read while another is compiled, which takes as long as a hundred receipts. */
const runningOfAll = 2;
/** Each that runs or waits holds one of the 128 places that all calls share. */
const mostOfAll = 32;
/** A passenger may ask on two devices, or again after a page was closed, while the first document is being made. */
const mostOfPassenger = 3;

/** The documents that a passenger has asked for and that are not made yet. */
interface Own {
  readonly lane: Lane;
  asked: number;
}

/**
 * Lets the documents of a process that list many records take turns, and those of one passenger before: many at once would keep all other calls
 * and the receipts waiting. A turn lasts until the document is made, also if its caller has left.
 */
export class DocumentTurns {
  readonly #all = new Lane({ ...limits, running: runningOfAll });
  readonly #passengers = new Map<string, Own>();
  #asked = 0;

  /** @throws AppError `unavailable` when too many wait, or it has waited too long; and what `work` throws. */
  async take<Result>(passengerId: string, work: () => Promise<Result>): Promise<Result> {
    const own = this.#passengers.get(passengerId) ?? { lane: new Lane({ ...limits, running: 1 }), asked: 0 };
    const hasRoom = own.asked < mostOfPassenger && this.#asked < mostOfAll;
    assertThat(hasRoom, 'unavailable', { retryAfterSeconds: comeBackSeconds() });
    this.#passengers.set(passengerId, own);
    own.asked += 1;
    this.#asked += 1;
    try {
      return await own.lane.run(() => this.#all.run(work));
    } finally {
      own.asked -= 1;
      this.#asked -= 1;
      if (own.asked === 0) this.#passengers.delete(passengerId);
    }
  }
}
