import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';

/** Passwords hashed at a time: one processor stays free for other calls. */
export const hashesAtOnce = Math.max(1, Math.min(2, os.availableParallelism() - 1));

/** A lower priority than the thread that answers calls, but high enough for sign-ins on a busy machine. */
const niceness = 10;

/**
 * Lowers the priority of Node's pool of threads, on which passwords are hashed, below the thread that answers calls and below the
 * database: each hash uses a whole processor for tens of milliseconds. Linux only, where each thread has a priority;
 * elsewhere, and where that is not allowed, nothing changes. The threads exist after the first work was given to them.
 */
export function letPoolYield(): void {
  if (process.platform !== 'linux') return;
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim();
      if (name === 'libuv-worker') os.setPriority(Number(thread), niceness);
    }
  } catch {
    // A sandbox may hide the threads or refuse to change them: only the comfort of others is lost.
  }
}
