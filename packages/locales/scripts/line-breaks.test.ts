import { expect, test } from 'vitest';
import { readCatalogues } from './catalogue.ts';
import { generate } from './generate.ts';
import { keepTogether } from './line-breaks.ts';

/** The signs that nobody sees, as letters. */
const seen = (text: string): string => text.replaceAll('\u00a0', '_').replaceAll('\u2060', '+');

test.each([
  ['pl_PL', 'Podaj numer z wyciągu i kwotę', 'Podaj numer z_wyciągu i_kwotę'],
  [
    'pl_PL',
    'O tej karcie: {count, plural, one {# i {name}} other {#}}',
    'O_tej karcie: {count, plural, one {# i_{name}} other {#}}',
  ],
  ['pl_PL', 'Nie pamiętasz? Poproś o link w e-mailu', 'Nie pamiętasz? Poproś o_link w_e-+mailu'],
  ['sk_SK', 'Platba s kartou a v aplikácii', 'Platba s_kartou a_v_aplikácii'],
  ['sk_SK', 'Má o dva kusy viac', 'Má o_dva kusy viac'],
  ['de_DE', 'Ihre E-Mail-Adresse', 'Ihre E-+Mail-Adresse'],
  ['it_IT', 'Carta e conto', 'Carta e conto'],
  ['en_CA', 'Pay a fare', 'Pay a fare'],
] as const)('%s: %s', (locale, text, kept) => {
  expect(seen(keepTogether(locale, text))).toBe(kept);
});

test('the texts of the browser break nowhere else; mails and receipts are read by programs that may show such signs', async () => {
  const files = generate(await readCatalogues());

  expect(files.get('pl_PL/rest.ts')).toContain('e-\u2060mail');
  expect(files.get('pl_PL/documents.ts')).not.toContain('\u2060');
});
