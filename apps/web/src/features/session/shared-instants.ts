import { readStored, storageKeys, writeStored } from '../../lib/storage.ts';
import type { SharedInstants } from './idle-time.ts';

const isInstant = (value: unknown): value is number => Number.isFinite(value);

/** Instants in local storage. Without a storage, or when another tab has just emptied it, this tab uses its own. */
export function makeSharedInstants(now: () => number): SharedInstants {
  const own = { lastAction: now(), lastToldServer: 0 };
  return {
    read: (name) => readStored(storageKeys[name], isInstant) ?? own[name],
    write: (name, instant) => {
      own[name] = instant;
      writeStored(storageKeys[name], instant);
    },
  };
}
