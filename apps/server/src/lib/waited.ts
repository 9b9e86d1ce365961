import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<number>();
/** A caller who was let in sooner has all the time of a call. */
const noticedMs = 50;

/** Runs `work` for a call that has waited for its turn: what it asks of the database gets so much less time. */
export function afterWaiting<Result>(ms: number, work: () => Result): Result {
  return ms < noticedMs ? work() : storage.run(ms, work);
}

/** How many milliseconds the call that this is done for has waited for its turn; 0 if it did not wait. */
export function waitedMs(): number {
  return storage.getStore() ?? 0;
}
