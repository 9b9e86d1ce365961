import { expect, it } from 'vitest';
import { testConfig } from '../../../test/build-app.ts';
import { presentPortalConfig } from '../settings/portal-config.present.ts';
import { presentRules } from './password-rules.present.ts';

/** Each rule has another number, so that a mix-up is seen. */
const counts = { length: 16, digits: 1, bigLetters: 2, smallLetters: 3, specialChars: 4, maxRepeat: 5 };
const config = testConfig();
const passwordRules = { ...config.passwordRules, ...counts };

it('gives the holder of a link each rule under the name of the specification [AUTH-09]', () => {
  expect(presentRules(passwordRules)).toEqual({
    passwd_rule_length: 16,
    passwd_rule_digits_count: 1,
    passwd_rule_big_letters_count: 2,
    passwd_rule_small_letters_count: 3,
    passwd_rule_special_chars_count: 4,
    passwd_rule_max_repeat: 5,
  });
});

it('gives the page each rule under its own name [AUTH-07]', () => {
  expect(presentPortalConfig({ ...config, passwordRules }).passwordRules).toMatchObject(counts);
});
