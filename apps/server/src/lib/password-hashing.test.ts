import { expect, it, onTestFinished, vi } from 'vitest';
import { hashesAtOnce } from './hashing-threads.ts';
import { hashPassword } from './password-hashing.ts';

it('refuses no call that was accepted, however slow the machine is', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const admitted = hashesAtOnce + 3;

  const hashes = Promise.all(Array.from({ length: admitted }, () => hashPassword(Buffer.alloc(32), 'a password')));
  vi.advanceTimersByTime(5000);

  expect(await hashes).toHaveLength(admitted);
});
