import { DatabaseSilentError } from '../lib/not-now.ts';

/** Longer than any statement of a call may run: a connection that was silent for so long is dead. */
const silentAfterMs = 1800;
const pauseMs = 1000;
/** A probe that has not come back by then is given up. */
const longestProbeMs = 2000;

/**
 * Notices that the database has gone silent (bytes lost, host frozen), where nothing is refused and everybody would wait
 * for a time limit. From then on all are refused at once; after a second one call is let through to find out.
 */
export class Silence {
  readonly #now: () => number;
  #heardAt = Number.NEGATIVE_INFINITY;
  #refusesUntil: number | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The database answered something. */
  heard(): void {
    this.#heardAt = this.#now();
    this.#refusesUntil = undefined;
  }

  /** Somebody waited in vain. One connection may be frozen, or one lock held; silence is when nobody else is answered either. */
  suspect(): void {
    if (this.#now() - this.#heardAt >= silentAfterMs) this.#refusesUntil = this.#now() + pauseMs;
  }

  /** What to refuse a call with now, if at all. */
  refusal(): DatabaseSilentError | undefined {
    if (this.#refusesUntil === undefined) return undefined;
    if (this.#now() < this.#refusesUntil) return new DatabaseSilentError('the database does not answer');
    this.#refusesUntil = this.#now() + longestProbeMs;
    return undefined;
  }
}
