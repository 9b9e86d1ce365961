import { expect, it } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { ceremonyOutcome } from './passkey-support.ts';

const named = (name: string): Error => Object.assign(new Error('of the browser'), { name });

it.each([
  ['NotAllowedError', 'not_used'],
  ['AbortError', 'not_used'],
  ['InvalidStateError', 'already_there'],
  ['SecurityError', 'unsupported'],
  ['ConstraintError', 'unsupported'],
])('reads %s of the browser’s dialog as %s', (name, outcome) => {
  expect(ceremonyOutcome(named(name))).toBe(outcome);
});

it('does not change failures of the server and of ourselves', () => {
  expect(ceremonyOutcome(new ApiError({ status: 403, code: 'passkey_refused' }))).toBeUndefined();
  expect(ceremonyOutcome(new TypeError('a mistake'))).toBeUndefined();
});
