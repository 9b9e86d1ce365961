import { AppError } from './app-error.ts';

export interface LaneOptions {
  /** How many works run at once. */
  readonly running: number;
  /** How many wait for their turn at most. */
  readonly waiting: number;
  /** Once somebody has waited so long, whoever comes is refused at once: a long queue serves nobody sooner. */
  readonly patienceMs: number;
  /** Whoever has waited so long is refused: nothing moves any more. */
  readonly longestMs: number;
  readonly now?: () => number;
}

interface Waiter {
  readonly since: number;
  enter(): void;
  refuse(): void;
}

const retryAfterSeconds = 2;

/**
 * Lets a bounded number of works run at once, and others wait as long as waiting makes sense: what cannot be served soon is
 * refused while that is cheap, so that those let in are served in time however many come.
 */
export class Lane {
  readonly #options: LaneOptions;
  readonly #now: () => number;
  readonly #queue: Waiter[] = [];
  #running = 0;
  #expiry: NodeJS.Timeout | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Would whoever comes now be refused? */
  get isCrowded(): boolean {
    const [first] = this.#queue;
    const { running, waiting, patienceMs } = this.#options;
    if (this.#running < running) return false;
    return this.#queue.length >= waiting || (first !== undefined && this.#now() - first.since >= patienceMs);
  }

  /** Waits for a place and gives the way to leave it, which may be called more than once. @throws `unavailable`. */
  async enter(): Promise<() => void> {
    if (this.#running < this.#options.running) this.#running += 1;
    else if (this.isCrowded) throw new AppError('unavailable', { retryAfterSeconds });
    // The place of the one who leaves is handed over, so `running` stays as it is.
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
      const refuse = () => reject(new AppError('unavailable', { retryAfterSeconds }));
      this.#queue.push({ since: this.#now(), enter: resolve, refuse });
      if (this.#expiry === undefined)
        this.#expiry = setTimeout(() => this.#refuseOld(), this.#options.longestMs).unref();
    });
  }

  #leave(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#running -= 1;
    else next.enter();
  }

  /** Looks at the first ones only: the queue is in the order of coming. */
  #refuseOld(): void {
    const { longestMs } = this.#options;
    const oldest = this.#now() - longestMs;
    for (let [first] = this.#queue; first !== undefined && first.since <= oldest; [first] = this.#queue)
      this.#queue.shift()?.refuse();
    const [first] = this.#queue;
    this.#expiry = first && setTimeout(() => this.#refuseOld(), Math.max(first.since - oldest, 1)).unref();
  }
}
