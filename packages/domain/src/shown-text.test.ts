import { expect, test } from 'vitest';
import { isCardName } from './shown-text.ts';

test.each(['Blue Visa', 'Élodie', '地下鉄', '🚋', 'x'.repeat(40)])('accepts %j as the name of a card', (name) => {
  expect(isCardName(name)).toBe(true);
});

test.each(['', 'x'.repeat(41), 'a\u0007b', 'abc\u202edef', 'a\u200bb', '\u2800', '\u115f', '\ud800', 'a\u2028b'])(
  'refuses %j as the name of a card',
  (name) => {
    expect(isCardName(name)).toBe(false);
  },
);

test.each([
  ['a combining grapheme joiner', 'Visa\u034f'],
  ['a Hangul filler', 'Visa\u3164'],
  ['a variation selector after a letter', 'Visa\ufe0f'],
  ['a variation selector after a digit', 'Visa 1\ufe0f'],
  ['a soft hyphen', 'Vi\u00adsa'],
  ['a joiner between Latin letters', 'Vi\u200dsa'],
  ['a joiner at the end', 'علی\u200c'],
  ['marks that cover the lines above', `Visa${'\u0301'.repeat(9)}`],
  ['marks that cover the lines below', `V\u0323${'\u0323\u0301'.repeat(4)}isa`],
])('refuses %s', (_, name) => {
  expect(isCardName(name)).toBe(false);
});

test.each([
  ['a heart', '\u2764\ufe0f'],
  ['a family', '👨\u200d👩\u200d👧'],
  ['a person with a skin colour', '👩🏽\u200d💻'],
  ['a keycap', '1\ufe0f\u20e3'],
  ['a variant of an ideograph', '葛\u{e0100}城'],
  ['a Persian name', 'علی\u200cرضا'],
  ['a Hindi conjunct', 'क्\u200dष'],
])('accepts %s, which needs an invisible character', (_, name) => {
  expect(isCardName(name)).toBe(true);
});

test.each([
  ['a Vietnamese name, its marks apart', 'Nguye\u0302\u0303n'],
  ['a Hebrew word with vowels and a cantillation mark', 'בְּ\u0591רֵאשִׁית'],
  ['a Tibetan stack', 'བསྒྲུབས'],
  ['a Thai word', 'น้ำปี่'],
])('accepts %s', (_, name) => {
  expect(isCardName(name)).toBe(true);
});
