import { beforeAll, expect, test } from 'vitest';
import { freshStorage } from '../../test/browser-globals.ts';
import { buildPortalConfig } from '../../test/fixtures.ts';
import { ApiError } from '../lib/api-error.ts';
import { currentT, loadTexts, setLanguage } from '../lib/i18n.ts';
import { wordsOfViolations } from './password-violations.ts';

beforeAll(async () => {
  freshStorage();
  await setLanguage('en_CA');
  await loadTexts();
});

test('several broken rules have a line each, in the order of the list', () => {
  const rules = { ...buildPortalConfig().passwordRules, maxRepeat: 3 };
  const password_errors = ['password_too_common', 'password_max_repeat'];
  const error = new ApiError({ status: 422, code: 'password_rules_violated', details: { password_errors } });

  expect(wordsOfViolations(error, rules)(currentT())).toBe(
    'Not one of your last 3 passwords\nToo many people use this password. Choose another one.',
  );
});

test.each([
  ['password_too_short', 'At least 12 characters'],
  ['password_no_digits', 'At least 2 digits'],
  ['password_max_repeat', 'Not one of your last 3 passwords'],
])('the text of %s has the number of its own rule', (key, words) => {
  const rules = { ...buildPortalConfig().passwordRules, length: 12, digits: 2, maxRepeat: 3 };
  const error = new ApiError({ status: 400, code: 'password_rules_violated', details: { password_errors: [key] } });

  expect(wordsOfViolations(error, rules)(currentT())).toBe(words);
});
