import { appendFileSync } from 'node:fs';
import { afterAll, afterEach } from 'vitest';
import { type NotedRefusal, refusalChannel } from '../src/plugins/declared-refusals.ts';

/**
 * Vitest's setup: every refusal of a call must be declared (`refuses` of `defineCall`, or derived from the rest of the call).
 * With `REFUSALS_FILE`, each refusal is written to that file, so that a run of all tests can find declared codes that no test gets.
 */
const undeclared: string[] = [];
const written = new Set<string>();

/** Returns the faults found since the last call, and clears them. */
export function takeUndeclared(): string[] {
  return undeclared.splice(0);
}

afterEach(() => {
  const found = new Set(takeUndeclared());
  if (found.size > 0) throw new Error(`Calls refused with codes that they do not declare:\n${[...found].join('\n')}`);
});

const note = (message: unknown): void => {
  const { call, code, isDeclared } = message as NotedRefusal; // nothing else is published there
  const line = `${call} ${code}`;
  if (!isDeclared) undeclared.push(line);
  const file = process.env.REFUSALS_FILE;
  if (file === undefined || written.has(line)) return;
  written.add(line);
  appendFileSync(file, `${line}\n`);
};
refusalChannel.subscribe(note);
// The next test file of this worker listens by itself.
afterAll(() => refusalChannel.unsubscribe(note));
