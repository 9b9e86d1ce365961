import { expect, it } from 'vitest';
import { type ChallengeUse, isValidChallenge, makeChallenge } from './passkey-challenge.ts';

const key = Buffer.alloc(32, 7);
const now = new Date('2026-03-01T12:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const signIn: ChallengeUse = { purpose: 'sign_in', owner: null };
const written = (use: ChallengeUse) => Buffer.from(makeChallenge(key, use, now)).toString('base64url');

it('is different each time and has its end in it', () => {
  const [one, other] = [written(signIn), written(signIn)];

  expect(one).not.toBe(other);
  expect(isValidChallenge(key, signIn, one, later(29))).toBe(true);
  expect(isValidChallenge(key, signIn, one, later(30))).toBe(false);
  expect(isValidChallenge(key, { purpose: 'add', owner: 'a' }, written({ purpose: 'add', owner: 'a' }), later(5))).toBe(
    false,
  );
});

it('is valid only for its purpose, owner and key', () => {
  const challenge = written({ purpose: 'confirm', owner: 'a' });

  expect(isValidChallenge(key, { purpose: 'confirm', owner: 'a' }, challenge, now)).toBe(true);
  expect(isValidChallenge(key, { purpose: 'confirm', owner: 'b' }, challenge, now)).toBe(false);
  expect(isValidChallenge(key, { purpose: 'add', owner: 'a' }, challenge, now)).toBe(false);
  expect(isValidChallenge(key, signIn, challenge, now)).toBe(false);
  expect(isValidChallenge(Buffer.alloc(32, 8), { purpose: 'confirm', owner: 'a' }, challenge, now)).toBe(false);
});

it('rejects a changed, shortened or foreign value', () => {
  const bytes = makeChallenge(key, signIn, now);
  const changed = [...bytes.keys()].map((index) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(index) ^ 1, index);
    return copy.toString('base64url');
  });

  for (const challenge of [...changed, written(signIn).slice(0, -2), '', 'never-given']) {
    expect(isValidChallenge(key, signIn, challenge, now)).toBe(false);
  }
});
