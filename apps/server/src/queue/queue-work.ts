import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';

/** A look at the queue is due every two seconds; after this long without an answer the runner is stuck. */
const longestBlindSeconds = 30;
/** So many failures in a row for each slot mean that the runner is stuck. */
const mostFailuresPerSlot = 3;

/**
 * What one runner of the queue does, as its events tell. A runner may be stuck although it looks alive: its library remembers a
 * failure of its first statement for ever, so that every later look at the queue fails, and does not report it.
 */
export class QueueWork {
  readonly events: WorkerEvents = new EventEmitter();
  readonly #slots: number;
  #workerId: string | undefined;
  #busy = 0;
  #lastLookAt = performance.now();
  /** When this runner, or one before it, last read the queue. */
  #readAt: number;
  #failures: unknown[] = [];

  /** @param former the runner that this one replaces */
  constructor(slots: number, former?: QueueWork) {
    this.#slots = slots;
    this.#readAt = former === undefined ? performance.now() : former.#readAt;
    this.events.on('pool:create', ({ workerPool }) => {
      this.#workerId = workerPool.id;
    });
    this.events.on('worker:getJob:error', ({ error }) => this.#failures.push(error));
    this.events.on('worker:getJob:empty', () => this.#looked(0));
    this.events.on('job:start', () => this.#looked(1));
    this.events.on('job:complete', () => this.#looked(-1));
  }

  #looked(taken: number): void {
    this.#busy += taken;
    this.#lastLookAt = performance.now();
    this.#readAt = this.#lastLookAt;
    this.#failures = [];
  }

  /** `locked_by` of the jobs it holds; absent until it has begun. */
  get workerId(): string | undefined {
    return this.#workerId;
  }

  /** Seconds since this time; 0 while every slot has a job, because a runner need not ask for one then. */
  #secondsSince(time: number): number {
    return this.#busy >= this.#slots ? 0 : Math.floor((performance.now() - time) / 1000);
  }

  /** Why a new runner should take over; undefined while this one works. */
  get stuckBecause(): Error | undefined {
    const isFailing = this.#failures.length >= mostFailuresPerSlot * this.#slots;
    if (!isFailing && this.#secondsSince(this.#lastLookAt) < longestBlindSeconds) return undefined;
    return new Error(notRead(this.#secondsSince(this.#readAt)), { cause: this.#failures.at(-1) });
  }

  /** That nobody has read the queue for long: neither this runner nor those before it. Each may have been given too little time. */
  get fault(): string | undefined {
    const seconds = this.#secondsSince(this.#readAt);
    return seconds < longestBlindSeconds ? undefined : notRead(seconds);
  }
}

const notRead = (seconds: number): string => `the queue has not been read for ${seconds} s`;
