import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';

/** Passwords hashed at a time: one processor is left to everybody who is not signing in. */
export const hashesAtOnce = Math.max(1, Math.min(2, os.availableParallelism() - 1));

/** Less than what answers calls has, but not so little that a busy machine lets nobody sign in. */
const niceness = 10;

/**
 * Lets Node's pool of threads, on which passwords are hashed, step back behind the thread that answers calls and behind the
 * database: each hash takes a processor whole for tens of milliseconds. Linux only, where a thread has a priority of its own;
 * elsewhere, and where that is not allowed, everything stays as it is. The threads exist once the first work was given to them.
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
