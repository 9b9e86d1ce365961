const failuresUntilOpen = 5;
const openMs = 30_000;

/**
 * Spares a failing service: after five failures in a row no call asks it for half a minute, then one call does. When that one
 * is answered, all may ask again.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  #failures = 0;
  #nextAskAt = 0;

  /** @param now milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** May the service be asked now? After "yes" the caller must report the result, or that it did not ask. */
  mayAsk(): boolean {
    if (this.#failures < failuresUntilOpen) return true;
    if (this.#now() < this.#nextAskAt) return false;
    // One goes ahead; the others wait for what it finds.
    this.#nextAskAt = this.#now() + openMs;
    return true;
  }

  /** The caller whose turn it was had nothing to ask: another one may go ahead. */
  didNotAsk(): void {
    this.#nextAskAt = this.#now();
  }

  /** The service answered, if only with a refusal. */
  succeeded(): void {
    this.#failures = 0;
  }

  /** The service did not answer. */
  failed(): void {
    this.#failures += 1;
    if (this.#failures >= failuresUntilOpen) this.#nextAskAt = this.#now() + openMs;
  }

  get isOpen(): boolean {
    return this.#failures >= failuresUntilOpen;
  }
}
