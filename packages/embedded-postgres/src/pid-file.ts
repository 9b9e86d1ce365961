import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What the server says about itself in `postmaster.pid`. */
export interface ServerState {
  pid: number;
  socketDirectory: string;
  ready: boolean;
}

/** Reads line 1 (process id), 5 (socket directory) and 8 (state) of the lock file, as pg_ctl does. */
export function readServerState(dataDirectory: string): ServerState | undefined {
  let lines: string[];
  try {
    lines = readFileSync(lockFile(dataDirectory), 'utf8').split('\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, socketDirectory: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

const lockFile = (dataDirectory: string): string => path.join(dataDirectory, 'postmaster.pid');

/**
 * Does the server of this directory have that id? After a kill, above all in a container that is started again, another process may have
 * it. Where the system does not tell, each living process counts.
 */
export function isServer({ pid }: ServerState, dataDirectory: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    // A server works in its data directory.
    const [place, data] = [statSync(`/proc/${pid}/cwd`), statSync(dataDirectory)];
    return place.dev === data.dev && place.ino === data.ino;
  } catch {
    return true;
  }
}

/** Is the server of this directory gone? Where its lock file cannot be read, it is taken to live. */
export function hasEnded(dataDirectory: string): boolean {
  try {
    const state = readServerState(dataDirectory);
    return state === undefined || !isServer(state, dataDirectory);
  } catch {
    // Too many files are open, for instance: the next look tells.
    return false;
  }
}

/**
 * Before a start: if another process has the id of a server that was killed, PostgreSQL would take it for a server and refuse. It passes over the id of
 * its parent, which is ours, and then looks by itself whether the data is in use all the same.
 */
export function disownLockFile(dataDirectory: string): void {
  const state = readServerState(dataDirectory);
  if (state === undefined || !isAlive(state.pid) || isServer(state, dataDirectory)) return;
  const [, ...lines] = readFileSync(lockFile(dataDirectory), 'utf8').split('\n');
  writeFileSync(lockFile(dataDirectory), [process.pid, ...lines].join('\n'));
}

/**
 * Tells a process from others that had its id before: when the machine was started, and when the process was. Undefined if there is no such
 * process, and where the system does not tell, as on macOS.
 */
export function lifeOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program comes before, in parentheses, and may contain anything.
    const startedAt = text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${startedAt}`;
  } catch {
    return undefined;
  }
}

/** Is there a process with that id? A process of somebody else counts, and so does a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
