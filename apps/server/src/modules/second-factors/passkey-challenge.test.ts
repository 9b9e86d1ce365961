import { expect, it } from 'vitest';
import { type ChallengeUse, endOfChallenge, makeChallenge } from './passkey-challenge.ts';

const key = Buffer.alloc(32, 7);
const now = new Date('2026-03-01T12:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const signIn: ChallengeUse = { purpose: 'sign_in', owner: null };
const written = (use: ChallengeUse) => Buffer.from(makeChallenge(key, use, now)).toString('base64url');

it('is different each time and has its end in it', () => {
  const [one, other] = [written(signIn), written(signIn)];

  expect(one).not.toBe(other);
  expect(endOfChallenge(key, signIn, one, later(29))).toEqual(later(30));
  expect(endOfChallenge(key, signIn, one, later(30))).toBeUndefined();
  expect(endOfChallenge(key, { purpose: 'add', owner: 'a' }, written({ purpose: 'add', owner: 'a' }), later(5))).toBe(
    undefined,
  );
});

it('is valid only for its purpose, owner and key', () => {
  const challenge = written({ purpose: 'confirm', owner: 'a' });

  expect(endOfChallenge(key, { purpose: 'confirm', owner: 'a' }, challenge, now)).toEqual(later(5));
  expect(endOfChallenge(key, { purpose: 'confirm', owner: 'b' }, challenge, now)).toBeUndefined();
  expect(endOfChallenge(key, { purpose: 'add', owner: 'a' }, challenge, now)).toBeUndefined();
  expect(endOfChallenge(key, signIn, challenge, now)).toBeUndefined();
  expect(endOfChallenge(Buffer.alloc(32, 8), { purpose: 'confirm', owner: 'a' }, challenge, now)).toBeUndefined();
});

it('rejects a changed, shortened or foreign value', () => {
  const bytes = makeChallenge(key, signIn, now);
  const changed = [...bytes.keys()].map((index) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(index) ^ 1, index);
    return copy.toString('base64url');
  });

  for (const challenge of [...changed, written(signIn).slice(0, -2), '', 'never-given']) {
    expect(endOfChallenge(key, signIn, challenge, now)).toBeUndefined();
  }
});
