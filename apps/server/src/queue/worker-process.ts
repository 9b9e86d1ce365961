import { readFileSync, readlinkSync } from 'node:fs';
import os from 'node:os';

/** States of a process that runs no more: it waits for its parent to take notice. */
const endedStates = new Set(['Z', 'X']);

/**
 * Names this process so that another one can find out whether it has ended. Null where the system does not tell: Linux only.
 * The number of a process is given out again, its number together with its start is not.
 */
export function nameOwnProcess(): string | null {
  const place = placeOfProcesses();
  const state = stateOf(process.pid);
  return place === undefined || state === undefined ? null : `${place}/${process.pid}/${state.startedAt}`;
}

/**
 * Has this process ended for certain? False for one that only another machine, container or account can see, and for no name. Also
 * for one that lives and is hidden from us, as systemd's `ProtectProc` and the mount option `hidepid` hide processes.
 * @param shown the folder in which the system shows its processes.
 */
export function hasEnded(name: string | null, shown = '/proc'): boolean {
  const [, place, pid, startedAt] = /^(.*)\/(\d+)\/(\d+)$/.exec(name ?? '') ?? [];
  if (place === undefined || place !== placeOfProcesses()) return false;
  const state = stateOf(Number(pid), shown);
  if (state === undefined) return !isTaken(Number(pid));
  return state.startedAt !== startedAt || endedStates.has(state.letter);
}

/** Does any process have this number? The kernel tells this of hidden ones too. */
function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Where the numbers of processes mean the same, and whose processes are shown; undefined where that is unknown. */
function placeOfProcesses(): string | undefined {
  try {
    const start = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return [os.hostname(), start, readlinkSync('/proc/self/ns/pid'), process.getuid?.()].join('/');
  } catch {
    return undefined;
  }
}

/** Undefined if there is no such process, or none that is shown to us. */
function stateOf(pid: number, shown = '/proc'): { letter: string; startedAt: string } | undefined {
  try {
    const text = readFileSync(`${shown}/${pid}/stat`, 'utf8');
    // The name of the program comes before, in parentheses, and may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [letter = ''] = fields;
    return { letter, startedAt: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
