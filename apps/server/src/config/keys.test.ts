import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { deriveKeys } from './keys.ts';

it('derives another key for every purpose, and the same ones from the same secret', () => {
  const secret = randomBytes(32);
  const keys = Object.values(deriveKeys(secret)).map((key) => key.toString('hex'));

  expect(new Set(keys).size).toBe(9);
  expect(deriveKeys(Buffer.from(secret))).toEqual(deriveKeys(secret));
  expect(deriveKeys(randomBytes(32)).passwords).not.toEqual(deriveKeys(secret).passwords);
});
