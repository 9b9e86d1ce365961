import { expect, it } from 'vitest';
import { lazily } from './lazily.ts';

it('makes a thing once for all who ask, also while it is being made', async () => {
  let times = 0;
  const make = lazily(async () => {
    times += 1;
    await Promise.resolve();
    return times;
  });

  expect(await Promise.all([make(), make()])).toEqual([1, 1]);
  expect(await make()).toBe(1);
});

it('tries again for the next caller after it failed', async () => {
  let times = 0;
  const make = lazily(async () => {
    times += 1;
    if (times === 1) throw new Error('too many open files');
    return times;
  });

  const first = await Promise.allSettled([make(), make()]);

  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await make()).toBe(2);
});
