import { useEffect } from 'react';
import { sha256 } from '../lib/sha256.ts';
import { type deviceKeys, readStored, writeStored } from '../lib/storage.ts';
import { createStore, useStore } from '../lib/store.ts';
import { sessionUser } from './session.ts';

/** So many marks are remembered. Older things are no news any more. */
const mostMarks = 100;
const markLength = 22;

interface MarkedThings<Thing> {
  /** Remembers that the passenger has looked at these things, or closed them. Another tab may have remembered others since. */
  readonly mark: (things: readonly Thing[]) => Promise<void>;
  /** The things that are not marked; undefined until it is known. */
  readonly useUnmarked: (things: readonly Thing[]) => readonly Thing[] | undefined;
}

const isMarks = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((mark) => typeof mark === 'string');

/**
 * Things that the passenger looked at or closed in this browser. The marks stay after a sign-out: a thing is news once, and not at every
 * sign-in. `namesOf` says what makes a thing the same thing.
 */
export function markedThings<Thing>(
  key: (typeof deviceKeys)[keyof typeof deviceKeys],
  namesOf: (thing: Thing) => readonly (string | undefined)[],
): MarkedThings<Thing> {
  const readMarks = (): readonly string[] => readStored(key, isMarks) ?? [];
  const kept = createStore(readMarks);
  /** What is known of a thing, so that a screen that comes back shows it at once. */
  const hashes = createStore<ReadonlyMap<string, string>>(() => new Map());
  const nameOf = (thing: Thing): string => JSON.stringify([sessionUser()?.email, ...namesOf(thing)]);
  /** Only who knows the passenger and the thing can tell whose mark it is. */
  const markOf = async (name: string): Promise<string> =>
    hashes.get().get(name) ?? (await sha256(name)).slice(0, markLength);
  const findMarks = async (things: readonly Thing[]): Promise<string[]> => {
    const found = await Promise.all(things.map(nameOf).map(async (name) => [name, await markOf(name)] as const));
    if (found.some(([name]) => !hashes.get().has(name))) hashes.set(new Map([...hashes.get(), ...found]));
    return found.map(([, mark]) => mark);
  };
  return {
    mark: async (things) => {
      const added = await findMarks(things);
      if (added.every((mark) => kept.get().includes(mark))) return;
      const marks = [...new Set([...readMarks(), ...kept.get(), ...added])].slice(-mostMarks);
      writeStored(key, marks);
      kept.set(marks);
    },
    useUnmarked: (things) => {
      const marks = useStore(kept);
      const known = useStore(hashes);
      useEffect(() => {
        void findMarks(things);
      }, [things]);
      if (!things.every((thing) => known.has(nameOf(thing)))) return undefined;
      return things.filter((thing) => !marks.includes(known.get(nameOf(thing)) ?? ''));
    },
  };
}
