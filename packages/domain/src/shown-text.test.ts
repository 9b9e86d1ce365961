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
