import dns, { type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A caller who waits longer takes the addresses of the last time, or asks past a name that holds up the others. */
const patienceMs = 1000;

type Ask = (name: string) => Promise<LookupAddress[]>;

/**
 * Finds the addresses of outside systems for all who call them: each name once at a time, and one name after the other. Node asks the system on
 * two of its threads only, and an answer that does not come holds one of them for many seconds. The other one is left to the database.
 * A name that is held up by another one for too long is asked of the name servers, without the system.
 * @param ask how the system is asked; tests have another way, and so for the servers.
 */
export function createLookUp(
  ask: Ask = async (name) => await dns.promises.lookup(name, { all: true }),
  askServers: Ask = askNameServers,
): LookupFunction {
  const heldUp = new Set<string>();
  const asked = new Map<string, Promise<LookupAddress[]>>();
  const known = new Map<string, LookupAddress[]>();
  let last: Promise<unknown> = Promise.resolve();

  const begin = (name: string): Promise<LookupAddress[]> => {
    heldUp.add(name);
    const asking = last.then(async () => {
      heldUp.delete(name);
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
    if (former !== undefined) return await Promise.race([asking, sleep(patienceMs, former, { ref: false })]);
    const { promise, resolve, reject } = Promise.withResolvers<LookupAddress[]>();
    asking.then(resolve, reject);
    await Promise.race([asking.catch(() => {}), sleep(patienceMs, undefined, { ref: false })]);
    // What the servers do not know may still be found by the system.
    if (heldUp.has(name)) askServers(name).then(resolve, () => {});
    return await promise;
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

/** Asks the name servers of the system on no thread. They do not know names that only this machine has. @throws when none is known. */
async function askNameServers(name: string): Promise<LookupAddress[]> {
  const resolver = new dns.promises.Resolver({ timeout: patienceMs, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length === 0) throw new Error(`the name servers do not know ${name}`);
  return found;
}
