import { expect, test } from 'vitest';
import { checkFields, required } from '../lib/form-check.ts';
import { currentT } from '../lib/i18n.ts';
import { agreed, amountIn, emailAddress, newPassword, sameAs, statementReference } from './field-readers.ts';

const rules = { length: 10, digits: 0, bigLetters: 0, smallLetters: 0, specialChars: 0, maxRepeat: 0 };
const check = checkFields({
  email: emailAddress,
  password: newPassword(rules),
  repeat: sameAs('password'),
  srid: statementReference({
    statementReference: { prefixes: ['PLT*'], lengths: [13, 14], sample: '' },
    currency: 'CAD',
  }),
  amount: amountIn({ currency: 'CAD' }),
  consent: agreed,
});

test('turns the typed text into the values to send, with a trimmed password', () => {
  const typed = { email: ' a@b.ca ', password: ' tenletters ', repeat: 'tenletters', consent: 'on' };

  const checked = check({ ...typed, srid: 'PLT*7K2M4Q9T1XB5ZC PORT 4,00', amount: '4,00' });

  expect(checked).toEqual({
    value: {
      email: 'a@b.ca',
      password: 'tenletters',
      repeat: 'tenletters',
      srid: '7K2M4Q9T1XB5ZC',
      amount: 400,
      consent: true,
    },
  });
});

test('reports the error of each field at once, also that the passwords differ', () => {
  const checked = check({ email: 'nobody', password: 'short', repeat: 'other', srid: 'PLT*123', amount: '4' });

  const errors = 'errors' in checked ? checked.errors : {};
  expect(Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, text(currentT())]))).toEqual({
    email: 'validation.email',
    password: 'errors.password_rules_violated',
    repeat: 'validation.password_mismatch',
    srid: 'validation.srid_too_short',
    amount: 'validation.amount',
    consent: 'validation.consent',
  });
});

test.each([
  ['4,00 $', 400],
  ['480', 480],
  ['¥1,480', 1480],
  ['89,00 Kč', 8900],
  ['4.0', undefined],
])('reads %s in the currency of any operator', (typed, amountMinor) => {
  const read = amountIn({ currency: 'CAD', currencies: ['CAD', 'JPY', 'CZK'] })(typed, {});

  expect('value' in read ? read.value : undefined).toBe(amountMinor);
});

test.each([
  ['1 250,00', ['JPY'], 1250],
  ['1 250,00', ['JPY', 'CAD'], 125_000],
  ['450 Ft', ['HUF'], 45_000],
  ['450', ['EUR', 'HUF'], 45_000],
  ['450', ['HUF', 'JPY'], 450],
])('reads %s as a bank prints it, if no currency of %j has as many decimals', (typed, currencies, amountMinor) => {
  expect(amountIn({ currency: currencies[0] ?? '', currencies })(typed, {})).toEqual({ value: amountMinor });
});

test.each([
  ['1 250,00 JPY', ['CAD', 'JPY'], 1250],
  ['1,250.00 jpy', ['CAD', 'JPY'], 1250],
  ['-¥1,250.00', ['CAD', 'JPY'], 1250],
  ['CA$1,250.00', ['JPY', 'CAD'], 125_000],
  ['1 250,00 $', ['JPY', 'CAD'], 125_000],
  ['US$12.50', ['CAD', 'JPY', 'USD'], 1250],
  ['12.50 GBP', ['CAD', 'JPY'], 1250],
])('reads %s in the one of %j that it names', (typed, currencies, amountMinor) => {
  expect(amountIn({ currency: currencies[0] ?? '', currencies })(typed, {})).toEqual({ value: amountMinor });
});

test('refuses a password made of words that the operator lists', () => {
  const read = newPassword({ ...rules, contextWords: ['Lumière'] });

  expect(read('lumiere2026!', {})).toHaveProperty('wrong');
  expect(read('portlumierewinterbus', {})).toHaveProperty('value');
});

test('reads a required field without the spaces around it', () => {
  expect(checkFields({ name: required })({ name: '  Maya ' })).toEqual({ value: { name: 'Maya' } });
  expect(checkFields({ name: required })({ name: '   ' })).toHaveProperty('errors.name');
});
