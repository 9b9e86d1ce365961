import { DatabaseSilentError } from '../lib/temporary-failures.ts';

/** Longer than any statement of a call may run: a connection that was silent for this long is dead. */
const silentAfterMs = 1800;
const pauseMs = 1000;
/** A probe that has not come back by then is given up. */
const longestProbeMs = 2000;

/**
 * Notices that the database is silent (packets are lost, the host is frozen): nothing is refused, and all callers would wait
 * for their time limits. From then on all calls are refused at once; after each second one call is let through as a probe.
 */
export class Silence {
  readonly #now: () => number;
  #heardAt = Number.NEGATIVE_INFINITY;
  #refusesUntil: number | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The database answered a query. */
  heard(): void {
    this.#heardAt = this.#now();
    this.#refusesUntil = undefined;
  }

  /** A caller got no answer in time. One connection may be frozen or one row locked: it is silence only if no other caller got an answer either. */
  suspect(): void {
    if (this.#now() - this.#heardAt >= silentAfterMs) this.#refusesUntil = this.#now() + pauseMs;
  }

  /** The error with which to refuse a call now, if any. */
  refusal(): DatabaseSilentError | undefined {
    if (this.#refusesUntil === undefined) return undefined;
    if (this.#now() < this.#refusesUntil) return new DatabaseSilentError('the database does not answer');
    this.#refusesUntil = this.#now() + longestProbeMs;
    return undefined;
  }
}
