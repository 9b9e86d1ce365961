import { readFileSync } from 'node:fs';
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
    lines = readFileSync(path.join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, socketDirectory: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
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
