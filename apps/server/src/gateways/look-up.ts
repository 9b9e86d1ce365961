import dns, { type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A caller who waits longer takes the addresses of the last time. */
const patienceMs = 1000;

/**
 * Finds the addresses of outside systems for all who call them: each name once at a time, and one name after the other. Node asks the system on
 * two of its threads only, and an answer that does not come holds one of them for many seconds. The other one is left to the database.
 * @param ask how the system is asked; tests have another way.
 */
export function createLookUp(
  ask: (name: string) => Promise<LookupAddress[]> = async (name) => await dns.promises.lookup(name, { all: true }),
): LookupFunction {
  const asked = new Map<string, Promise<LookupAddress[]>>();
  const known = new Map<string, LookupAddress[]>();
  let last: Promise<unknown> = Promise.resolve();

  const begin = (name: string): Promise<LookupAddress[]> => {
    const asking = last.then(async () => {
      try {
        const found = await ask(name);
        known.set(name, found);
        return found;
      } finally {
        asked.delete(name);
      }
    });
    last = asking.catch(() => {});
    asked.set(name, asking);
    return asking;
  };

  const find = async (name: string): Promise<LookupAddress[]> => {
    const asking = asked.get(name) ?? begin(name);
    const former = known.get(name);
    if (former === undefined) return await asking;
    return await Promise.race([asking, sleep(patienceMs, former, { ref: false })]);
  };

  return (name, { all }, callback) => {
    find(name).then(
      (found) => {
        const [first] = found;
        if (all || first === undefined) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}
