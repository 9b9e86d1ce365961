import type { RunningWorld } from '../support/running-world.ts';
import { type Engine, until } from './engine.ts';

/** One thing that a passenger does, where the step before it ended. */
export interface Step {
  name: string;
  take(engine: Engine, world: RunningWorld): Promise<void>;
}

export const sees = (engine: Engine, text: string): Promise<void> =>
  until(`"${text}"`, () => engine.evaluate(`document.body.innerText.includes(${JSON.stringify(text)})`));

export const isAt = (engine: Engine, path: string): Promise<void> =>
  until(`the address ${path}`, () => engine.evaluate(`location.pathname === ${JSON.stringify(path)}`));

/** Waits until the present document has got an answer from this address. */
export const hasFetched = (engine: Engine, address: RegExp): Promise<void> =>
  until(`an answer from ${address}`, () =>
    engine.evaluate(`performance.getEntriesByType('resource').some(({ name }) => ${address}.test(name))`),
  );

/** Signs the present passenger out with the link of the menu, and another one in. */
export async function changePassenger(engine: Engine, world: RunningWorld, email: string): Promise<void> {
  // Not by its address: Firefox prints an error if a page is left while its stream of changes is open.
  await engine.evaluate(`document.querySelector('a[href="/logout"]').click()`);
  await isAt(engine, '/login');
  await engine.type('Email address', email);
  await engine.type('Password', world.password);
  await engine.press('Sign in');
  await isAt(engine, '/');
}

/** The address of the invented passenger of this kind. */
export function emailOf(world: RunningWorld, kind: string): string {
  const person = world.people.find((one) => one.kind === kind);
  if (person === undefined) throw new Error(`the city has no passenger of the kind ${kind}`);
  return person.email;
}
