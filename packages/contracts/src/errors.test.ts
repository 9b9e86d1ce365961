import { expect, test } from 'vitest';
import { errorCodes } from './error-catalogue.ts';
import { isErrorCode } from './errors.ts';

test('every code of the catalogue has the form of an error code', () => {
  expect(errorCodes.length).toBeGreaterThan(300);
  expect(errorCodes.filter((code) => !isErrorCode(code))).toEqual([]);
});

test.each(['', 'Bad Gateway', 'TM0300', 'PS01', 'toString', 'constructor', '__proto__', 'a__b', '_a', 404, null])(
  'what a proxy may say, %j, is none',
  (code) => {
    expect(isErrorCode(code)).toBe(false);
  },
);
