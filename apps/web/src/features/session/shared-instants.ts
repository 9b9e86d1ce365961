import { readPlain, readStored, storageKeys, writeStored } from '../../lib/storage.ts';

/** When the passenger acted last, and when the server was last informed. */
export type SharedInstant = 'lastAction' | 'lastToldServer';

/** These instants, shared by all tabs of the browser. */
export type SharedInstants = {
  read: (name: SharedInstant) => number;
  write: (name: SharedInstant, instant: number) => void;
};

/** An action is written at most this often: a moving mouse is an action sixty times a second. */
export const writeEveryMs = 1000;

/** The time since an instant; an instant in the future comes from a clock that was set back and counts as now. */
export const msSince = (instant: number, now: number): number => Math.max(0, now - instant);

const isInstant = (value: unknown): value is number => Number.isFinite(value);

/**
 * Instants in local storage. Without a storage, or when the session has ended in some tab, this tab uses its own and stores
 * none: a movement may come before a tab has heard of the end, and nothing may stay behind. It then
 * goes on with what it read last.
 */
export function makeSharedInstants(now: () => number): SharedInstants {
  const own = { lastAction: now(), lastToldServer: 0 };
  return {
    read: (name) => {
      own[name] = readStored(storageKeys[name], isInstant) ?? own[name];
      return own[name];
    },
    write: (name, instant) => {
      own[name] = instant;
      if (readPlain(storageKeys.session) !== undefined) writeStored(storageKeys[name], instant);
    },
  };
}
