import { useEffect, useState } from 'react';
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
  /** The things that are not marked; undefined until it is known. Another list object is looked through again, so who calls it keeps the list. */
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
  /** Only who knows the passenger and the thing can tell whose mark it is. */
  const markOf = async (thing: Thing): Promise<string> => {
    const hash = await sha256(JSON.stringify([sessionUser()?.email, ...namesOf(thing)]));
    return hash.slice(0, markLength);
  };
  return {
    mark: async (things) => {
      const added = await Promise.all(things.map(markOf));
      if (added.every((mark) => kept.get().includes(mark))) return;
      const marks = [...new Set([...readMarks(), ...kept.get(), ...added])].slice(-mostMarks);
      writeStored(key, marks);
      kept.set(marks);
    },
    useUnmarked: (things) => {
      const marks = useStore(kept);
      const [known, setKnown] = useState<{
        things: readonly Thing[];
        marks: readonly (readonly [Thing, string])[];
      }>();
      useEffect(() => {
        let isOver = false;
        const find = async (): Promise<void> => {
          const found = await Promise.all(things.map(async (one) => [one, await markOf(one)] as const));
          if (!isOver) setKnown({ things, marks: found });
        };
        void find();
        return () => {
          isOver = true;
        };
      }, [things]);
      if (known?.things !== things) return undefined;
      return known.marks.filter(([, mark]) => !marks.includes(mark)).map(([thing]) => thing);
    },
  };
}
