/** A timer that is no later than this was only kept waiting by a turn of the event loop, which takes up to 50 ms in a flood. */
const longestTurnMs = 100;

/**
 * A clock that leaves out the time in which the process stood still, because it was stopped or the machine was taken from it. It notices
 * that by timers that run late, so only while it is told of one.
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
