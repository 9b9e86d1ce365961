import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { expect, it } from 'vitest';
import { createLookUp } from './look-up.ts';

const here: LookupAddress[] = [{ address: '192.0.2.1', family: 4 }];

const there: LookupAddress[] = [{ address: '192.0.2.2', family: 4 }];

/** The system under the look-up: it answers when the test says so. The name servers know what the test says, and nothing unless it does. */
function createSystem(known: Record<string, LookupAddress[]> = {}) {
  const questions: { name: string; answer: (found: LookupAddress[]) => void; fail: (reason: Error) => void }[] = [];
  const system = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<LookupAddress[]>();
    questions.push({ name, answer: resolve, fail: reject });
    return promise;
  };
  const lookUp = createLookUp(system, async (name) => known[name] ?? Promise.reject(new Error('not known')));
  const names = () => questions.map(({ name }) => name);
  return { lookUp, questions, names };
}

const find = (lookUp: LookupFunction, name: string) =>
  new Promise<unknown>((resolve, reject) =>
    lookUp(name, { all: true }, (error, found) => (error === null ? resolve(found) : reject(error))),
  );

const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

it('asks once for all who need one name, and for one name after the other', async () => {
  const { lookUp, questions, names } = createSystem();

  const callers = ['bank', 'bank', 'mail', 'bank'].map(async (name) => await find(lookUp, name));
  await settled();
  const whileItHangs = names();
  questions[0]?.answer(here);
  await settled();
  questions[1]?.answer([]);

  expect(await Promise.all(callers)).toEqual([here, here, [], here]);
  expect([whileItHangs, names()]).toEqual([['bank'], ['bank', 'mail']]);
});

it('goes on with another name when one cannot be found, and asks for that one again', async () => {
  const { lookUp, questions, names } = createSystem();
  const first = find(lookUp, 'bank');
  const other = find(lookUp, 'mail');
  await settled();
  questions[0]?.fail(new Error('not found'));

  await expect(first).rejects.toThrow('not found');
  await settled();
  const again = find(lookUp, 'bank');
  questions[1]?.answer(here);
  await settled();
  questions[2]?.answer(here);

  expect(await Promise.all([other, again])).toEqual([here, here]);
  expect(names()).toEqual(['bank', 'mail', 'bank']);
});

it('takes the addresses of the last time when the answer is late', async () => {
  const { lookUp, questions, names } = createSystem();
  const before = find(lookUp, 'bank');
  await settled();
  questions[0]?.answer(here);
  await before;

  const late = await find(lookUp, 'bank');

  expect([late, names()]).toEqual([here, ['bank', 'bank']]);
});

it('finds a name past another one whose answer does not come', async () => {
  const { lookUp, questions, names } = createSystem({ bank: there, mail: there });
  const hanging = find(lookUp, 'bank');

  expect(await find(lookUp, 'mail')).toEqual(there);

  expect(names()).toEqual(['bank']);
  questions[0]?.answer(here);
  expect(await hanging).toEqual(here);
});

it('waits for its turn with a name that only the system knows', async () => {
  const { lookUp, questions, names } = createSystem({ other: there });
  const hanging = find(lookUp, 'bank');
  const local = find(lookUp, 'mail');
  // By then that name has been asked of the servers as well.
  await find(lookUp, 'other');
  await settled();

  questions[0]?.answer(here);
  await hanging;
  await expect.poll(names).toEqual(['bank', 'mail']);
  questions[1]?.answer(here);

  expect(await local).toEqual(here);
});

it('says that a name is unknown as soon as the system does, whatever the servers say', async () => {
  const { lookUp, questions } = createSystem({ bank: there });
  const unknown = find(lookUp, 'bank');
  await settled();

  questions[0]?.fail(new Error('not found'));

  await expect(unknown).rejects.toThrow('not found');
});

it('gives one address to who asks for one', async () => {
  const lookUp = createLookUp(async () => here);

  const found = await new Promise((resolve) =>
    lookUp('bank', {}, (_error, address, family) => resolve([address, family])),
  );

  expect(found).toEqual(['192.0.2.1', 4]);
});
