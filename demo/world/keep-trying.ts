import { setTimeout as sleep } from 'node:timers/promises';

interface Tries {
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
  readonly pauseMs?: number;
  readonly most?: number;
}

/**
 * Does work that may be done twice, and tries it again after a pause where it fails: a disk may be full for a while, or the database away.
 * Once aborted, it tries no more and resolves. @throws what the last try failed with.
 */
export async function keepTrying(work: () => Promise<void>, tries: Tries): Promise<void> {
  const { signal, onFailure, pauseMs = 10_000, most = 30 } = tries;
  for (let left = most - 1; !signal.aborted; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      if (!signal.aborted) onFailure(error);
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}
