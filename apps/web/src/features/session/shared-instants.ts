import { readPlain, storageKeys, writePlain } from '../../lib/storage.ts';
import type { SharedInstants } from './idle-time.ts';

/** Instants in local storage; where there is none, or another tab has just emptied it, this tab goes by its own. */
export function makeSharedInstants(now: () => number): SharedInstants {
  const own = { lastAction: now(), lastToldServer: 0 };
  return {
    read: (name) => {
      const shared = Number(readPlain(storageKeys[name]) ?? Number.NaN);
      return Number.isFinite(shared) ? shared : own[name];
    },
    write: (name, instant) => {
      own[name] = instant;
      writePlain(storageKeys[name], String(instant));
    },
  };
}
