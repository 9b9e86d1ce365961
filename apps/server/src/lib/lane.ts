import { AppError } from './app-error.ts';
import { AwakeTime } from './awake-time.ts';
import { comeBackSeconds } from './come-back.ts';

export interface LaneOptions {
  /** How many calls run at once. */
  readonly running: number;
  /** How many wait for their turn at most, until it is known how many are served within `patienceMs`. By default time alone decides. */
  readonly waiting?: number;
  /**
   * As many wait as are served in this time. Until that is known, new callers are refused at once when the first call has waited
   * this long: a longer queue serves no caller sooner.
   */
  readonly patienceMs: number;
  /** A caller who has waited this long is refused. */
  readonly longestMs: number;
  /**
   * How often the lane checks whether enough calls leave. If the last one would wait twice too long, those that have waited half of
   * this are refused.
   */
  readonly stuckMs: number;
  readonly now?: () => number;
}

interface Waiter {
  readonly since: number;
  enter(): void;
  refuse(): void;
}

/**
 * So many must have left, with others waiting all the time, before their pace means anything; and as many before those: in the first
 * moment of a flood the callers' connections take all the time.
 */
const paceSample = 512;
/** Waiting calls take memory, also if they are served fast. */
const mostEverWaiting = 2_000;
/**
 * A pace counts for so long, also if the lane is slower afterwards. Refused callers come back at once and make the lane slower still:
 * a slow moment must not begin that.
 */
const paceCountsMs = 2_000;
/** The number of checks for calls that have waited too long, until the lane decides whether enough calls leave. */
const checksUntilDecision = 4;

/**
 * Runs a limited number of calls at once, and lets others wait only as long as that makes sense: a call that cannot be served soon is
 * refused early, while that is cheap, so that accepted calls are served in time.
 */
export class Lane {
  readonly #options: LaneOptions;
  readonly #time: AwakeTime;
  readonly #queue: Waiter[] = [];
  #running = 0;
  #mostWaiting: number;
  /** How many have left since a moment from which on others waited all the time; below zero until those of the first moment have. */
  #pace = { since: 0, left: -paceSample };
  /** Calls per millisecond, and until when they were measured. */
  #paces: { perMs: number; until: number }[] = [];
  /** How many calls have left, to decide whether enough leave. */
  #left = 0;
  #expiry: NodeJS.Timeout | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#time = new AwakeTime(options.now);
    this.#mostWaiting = options.waiting ?? mostEverWaiting;
  }

  /** Would a caller who comes now be refused? */
  get isCrowded(): boolean {
    const [first] = this.#queue;
    const { running, patienceMs } = this.#options;
    if (this.#running < running) return false;
    if (this.#queue.length >= this.#mostWaiting) return true;
    if (first === undefined) return false;
    const now = this.#time.now();
    return !this.#knowsPace(now) && now - first.since >= patienceMs;
  }

  /** Is the lane empty, with no running and no waiting call? */
  get isIdle(): boolean {
    return this.#running === 0;
  }

  /** Waits for a place and gives the way to leave it, which may be called more than once. @throws `unavailable`. */
  async enter(): Promise<() => void> {
    if (this.#running < this.#options.running) this.#running += 1;
    else if (this.isCrowded) throw refusal();
    // The next one gets the place, so `running` does not change.
    else await this.#wait();
    let isLeft = false;
    return () => {
      if (!isLeft) this.#leave();
      isLeft = true;
    };
  }

  /** Runs `work` when there is a place. @throws `unavailable` when too many wait, and what `work` throws. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const leave = await this.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => reject(refusal());
      this.#queue.push({ since: this.#time.now(), enter: resolve, refuse });
      if (this.#expiry === undefined) this.#lookAgain(1);
    });
  }

  #leave(): void {
    this.#left += 1;
    const next = this.#queue.shift();
    if (next === undefined) {
      this.#running -= 1;
      this.#pace.left = -paceSample;
      return;
    }
    this.#learnPace();
    next.enter();
  }

  /** As many may wait as leave in the time that waiting makes sense. */
  #learnPace(): void {
    const pace = this.#pace;
    pace.left += 1;
    if (pace.left !== 0 && pace.left < paceSample) return;
    const now = this.#time.now();
    if (pace.left === paceSample) this.#keepPace(paceSample / Math.max(now - pace.since, 1), now);
    this.#pace = { since: now, left: 0 };
  }

  #knowsPace(now: number): boolean {
    const last = this.#paces.at(-1);
    return last !== undefined && now - last.until < paceCountsMs;
  }

  #keepPace(perMs: number, now: number): void {
    this.#paces = [...this.#paces.filter(({ until }) => now - until < paceCountsMs), { perMs, until: now }];
    const best = Math.max(...this.#paces.map((pace) => pace.perMs));
    this.#mostWaiting = Math.min(Math.max(this.#options.patienceMs * best, 1), mostEverWaiting);
  }

  /** Checks the queue a little later, for the `look`th time since the last decision whether enough calls leave. */
  #lookAgain(look: number): void {
    // Only who leaves in the later half counts, as the first moment of a flood says nothing.
    if (look === checksUntilDecision / 2 + 1) this.#left = 0;
    const ms = this.#options.stuckMs / checksUntilDecision;
    this.#time.expectTimer(ms);
    this.#expiry = setTimeout(() => this.#look(look), ms).unref();
  }

  #look(look: number): void {
    const { longestMs, stuckMs } = this.#options;
    this.#refuseOlderThan(longestMs);
    const lastWouldWaitMs = (this.#queue.length * stuckMs) / 2 / this.#left;
    if (look === checksUntilDecision && lastWouldWaitMs > 2 * longestMs) this.#refuseOlderThan(stuckMs / 2);
    this.#expiry = undefined;
    this.#time.expectTimer(Number.POSITIVE_INFINITY);
    if (this.#queue.length > 0) this.#lookAgain((look % checksUntilDecision) + 1);
  }

  /** Looks at the first ones only: the queue is in the order of coming. */
  #refuseOlderThan(waitedMs: number): void {
    const oldest = this.#time.now() - waitedMs;
    for (let [first] = this.#queue; first !== undefined && first.since <= oldest; [first] = this.#queue)
      this.#queue.shift()?.refuse();
  }
}

function refusal(): AppError {
  return new AppError('unavailable', { retryAfterSeconds: comeBackSeconds() });
}
