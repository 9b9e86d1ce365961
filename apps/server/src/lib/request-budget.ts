import { minuteMs } from '@tapfolio/domain/durations.ts';

export interface BudgetOptions {
  /** How many places each key has in the window: all at once if it likes, regained evenly. */
  readonly most: number;
  /** A minute, unless it is given. */
  readonly windowMs?: number;
  /** How many keys are remembered at most, twice over. */
  readonly mostKeys?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/**
 * How often each key may do something, kept in this process's memory: a token bucket, written as the one moment at which
 * the bucket would be full again (the generic cell rate algorithm). A key that was quiet for a window has a full bucket,
 * which is the same as none, so keys move from a young map to an old one in every window and are dropped with it.
 */
export class RequestBudget {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #mostKeys: number;
  readonly #now: () => number;
  #young = new Map<string, number>();
  #old = new Map<string, number>();
  #turnedAt: number;

  constructor({ most, windowMs = minuteMs, mostKeys = 50_000, now = () => performance.now() }: BudgetOptions) {
    this.#most = most;
    this.#windowMs = windowMs;
    this.#mostKeys = mostKeys;
    this.#now = now;
    this.#turnedAt = now();
  }

  /** Whether this key did something in the last window, or not long before. */
  knows(key: string): boolean {
    return this.#young.has(key) || this.#old.has(key);
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /**
   * Takes the places if there are enough and returns 0, or else takes none and returns the whole seconds until there will
   * be. A request for more than the whole budget needs the whole budget.
   */
  take(key: string, places = 1): number {
    const now = this.#now();
    this.#forgetQuiet(now);
    const fullAt = Math.max(this.#young.get(key) ?? this.#old.get(key) ?? now, now);
    const next = fullAt + (Math.min(places, this.#most) * this.#windowMs) / this.#most;
    // A microsecond is worth neither a refusal nor a second more: it is what adding fractions leaves behind.
    const waitMs = next - now - this.#windowMs - 0.001;
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    this.#young.set(key, next);
    return 0;
  }

  /** Many keys replace the maps early: the oldest keys then start again with a full budget, and memory stays bounded. */
  #forgetQuiet(now: number): void {
    if (now - this.#turnedAt < this.#windowMs && this.#young.size < this.#mostKeys) return;
    this.#old = now - this.#turnedAt < 2 * this.#windowMs ? this.#young : new Map();
    this.#young = new Map();
    this.#turnedAt = now;
  }
}
