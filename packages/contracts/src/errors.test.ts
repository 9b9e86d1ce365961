import { expect, test } from 'vitest';
import { authModules } from './auth-calls.ts';
import { defineCall } from './define-call.ts';
import { errorCodes, familyEntries } from './error-catalogue.ts';
import { sharedCodes } from './errors/shared-codes.ts';
import { isErrorCode } from './errors.ts';
import { portalModules } from './portal-calls.ts';
import { refusalsOf } from './refusals-of.ts';

test('every code of the catalogue has the form of an error code', () => {
  expect(errorCodes.length).toBeGreaterThan(300);
  expect(errorCodes.filter((code) => !isErrorCode(code))).toEqual([]);
});

test('no code has two entries', () => {
  const nouns = [...authModules, ...portalModules].map((module) => ('codes' in module ? module.codes : {}));
  const codes = [sharedCodes, familyEntries, ...nouns].flatMap((entries) => Object.keys(entries));

  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
  expect(codes.toSorted()).toEqual(errorCodes.toSorted());
});

test('a call that refuses with a code without an entry does not compile', () => {
  const call = {
    method: 'GET',
    path: '/internal/coffee',
    who: 'supervisor',
    rate: { perMinute: 1 },
    answers: {},
  } as const;

  expect(refusalsOf(defineCall({ ...call, refuses: ['card_already_yours'] }))).toContain('card_already_yours');
  // @ts-expect-error no contract file has an entry for it
  expect(() => refusalsOf(defineCall({ ...call, refuses: ['coffee_cold'] }))).toThrow(TypeError);
});

test.each(['', 'Bad Gateway', 'TM0300', 'PS01', 'toString', 'constructor', '__proto__', 'a__b', '_a', 404, null])(
  'what a proxy may say, %j, is none',
  (code) => {
    expect(isErrorCode(code)).toBe(false);
  },
);
