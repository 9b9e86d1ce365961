import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMostly, isTooLong, type PasswordRules, ruleStates, violatedRules } from './password-rules.ts';

const anyText = fc.array(fc.integer({ min: 0, max: 0x10ffff })).map((codes) => String.fromCodePoint(...codes));

const none: PasswordRules = { length: 0, digits: 0, bigLetters: 0, smallLetters: 0, specialChars: 0, maxRepeat: 0 };
const all: PasswordRules = { length: 8, digits: 2, bigLetters: 1, smallLetters: 1, specialChars: 1, maxRepeat: 5 };

describe('password rules', () => {
  test('names every broken rule at once [AUTH-08]', () => {
    expect(violatedRules(' ', all)).toEqual([
      'password_too_short',
      'password_no_digits',
      'password_no_capital_letters',
      'password_no_small_letters',
      'password_no_special_chars',
      'password_white_chars',
    ]);
  });

  test('treats 0 as no restriction, and refuses spaces under any rules [AUTH-07]', () => {
    expect(violatedRules('', none)).toEqual([]);
    expect(violatedRules('x', none)).toEqual([]);
    for (const text of ['a b', 'a\tb', 'a\u00a0b', ' a', 'a\n']) {
      expect(violatedRules(text, none)).toEqual(['password_white_chars']);
    }
  });

  test.each([
    ['password_too_short', { ...none, length: 4 }, 'abc', 'abcd'],
    ['password_no_digits', { ...none, digits: 2 }, 'a1', 'a12'],
    ['password_no_capital_letters', { ...none, bigLetters: 1 }, 'é', 'É'],
    ['password_no_small_letters', { ...none, smallLetters: 1 }, 'Ł', 'ł'],
    ['password_no_special_chars', { ...none, specialChars: 1 }, 'aé1', 'a-1'],
  ] as const)("the limit of %s is exactly the rule's number [AUTH-07]", (key, rules, below, enough) => {
    expect([violatedRules(below, rules), violatedRules(enough, rules)]).toEqual([[key], []]);
  });

  test('counts code points: an emoji is one character', () => {
    expect(violatedRules('🚋🚋🚋', { ...none, length: 4 })).toEqual(['password_too_short']);
    expect(violatedRules('🚋'.repeat(128), none)).toEqual([]);
    expect(violatedRules('a'.repeat(129), none)).toEqual(['password_too_long']);
  });

  test('marks the rules in force while typing and leaves repeats to the server', () => {
    expect(ruleStates('Ab1', { ...all, specialChars: 0 })).toEqual([
      { key: 'password_too_short', count: 8, state: 'unmet' },
      { key: 'password_no_digits', count: 2, state: 'unmet' },
      { key: 'password_no_capital_letters', count: 1, state: 'met' },
      { key: 'password_no_small_letters', count: 1, state: 'met' },
      { key: 'password_white_chars', count: 1, state: 'met' },
      { key: 'password_max_repeat', count: 5, state: 'unknown' },
      { key: 'password_too_long', count: 128, state: 'met' },
    ]);
  });

  test('refuses passwords made of well-known local words', () => {
    const words = ['ottawa', 'tapfolio', 'marie.tremblay', 'oc'];

    expect(
      ['Ottawa2026', 'OTTAWAottawa', 'marie.tremblay1', 'tapfolioottawa!'].map((text) => isMostly(text, words)),
    ).toEqual(Array(4).fill(true));
    expect(
      ['', 'winter bus to ottawa', 'occult-occasion', 'plain-long-sentence'].map((text) => isMostly(text, words)),
    ).toEqual(Array(4).fill(false));
    expect(violatedRules('Ottawa2026', { ...none, contextWords: words })).toEqual(['password_context_words']);
    expect(violatedRules('four-sleepy-trams', { ...none, contextWords: words })).toEqual([]);
  });

  test('counts known words of three letters and more, the longest first, up to half of the password', () => {
    expect(['abcdefottawa', 'abcdefgottawa', 'octocbus'].map((text) => isMostly(text, ['ottawa', 'oc']))).toEqual([
      true,
      false,
      false,
    ]);
    expect(isMostly('bus12', ['bus'])).toBe(true);
    expect(isMostly('busstation', ['bus', 'busstation'])).toBe(true);
    expect(isMostly('busstation1234567', ['bus', 'busstation'])).toBe(true);
  });

  test('takes a password of 128 characters, however they are stored, and none of 129', () => {
    for (const character of ['a', '\u{1f68b}'])
      expect([128, 129].map((length) => isTooLong(character.repeat(length)))).toEqual([false, true]);
  });

  test('finds a known word with any accents and capitals', () => {
    expect(isMostly('montreal2026', ['Montréal'])).toBe(true);
    expect(isMostly('MONTRÉAL2026', ['montreal'])).toBe(true);
    expect(isMostly('Montre\u0301al2026', ['Montréal'])).toBe(true);
  });

  test('the single rules and the list of broken rules agree for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const unmet = ruleStates(text, all).filter(({ state }) => state === 'unmet');

        expect(violatedRules(text, all)).toEqual(unmet.map(({ key }) => key));
      }),
    );
  });
});
