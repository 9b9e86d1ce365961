import { readPlain, readStored, storageKeys, writeStored } from '../../lib/storage.ts';

/** When the passenger acted last, and when the server was last informed. */
export type SharedInstant = 'lastAction' | 'lastToldServer';

/** These instants, shared by all tabs of the browser. */
export type SharedInstants = {
  read: (name: SharedInstant) => number;
  write: (name: SharedInstant, instant: number) => void;
};

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
