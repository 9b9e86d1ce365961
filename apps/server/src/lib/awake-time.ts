/** A turn of the event loop takes up to 50 ms in a flood: what comes so late has not been served late by a pause. */
const longestTurnMs = 100;

/**
 * Time that leaves out what the process could not use: it was stopped, or the machine was taken from it. Whoever waited then has not
 * waited for those before him. Only noticed while a timer is due.
 */
export class AwakeTime {
  readonly #now: () => number;
  #stoodStillMs = 0;
  #due = Number.POSITIVE_INFINITY;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Tells that a timer was just set, to run after `ms`. Must be told again each time, or `ms` is infinite. */
  expectTimer(ms: number): void {
    this.#due = this.#now() + ms;
  }

  /** Milliseconds since some moment, without those in which the process stood still. */
  now(): number {
    const now = this.#now();
    const lateMs = now - this.#due;
    if (lateMs > longestTurnMs) {
      this.#stoodStillMs += lateMs;
      this.#due = now;
    }
    return now - this.#stoodStillMs;
  }
}
