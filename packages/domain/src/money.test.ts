import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { locales, toBcp47 } from './locale.ts';
import {
  addUp,
  formatMoney,
  minorDigits,
  parseAmount,
  parseAmountAsPrinted,
  plainAmount,
  withDecimalsOf,
} from './money.ts';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('parseAmount', () => {
  test.each([
    ['4.00', 400],
    ['4,00', 400],
    [' 4.00 ', 400],
    ['$4.00', 400],
    ['4,00 $', 400],
    ['CAD 4.00', 400],
    ['CA$4.00', 400],
    ['4,00 CAD', 400],
    ['GBP 7.20', 720],
    ['0.05', 5],
    ['1,234.50', 123450],
    ['1.234,50', 123450],
    ['1 234,50', 123450],
    ['1\u202f234,50\u00a0$', 123450],
    ['０４．００', 400],
    ['-4.00', 400],
    ['-$4.00', 400],
    ['$-4.00', 400],
    ['\u22124,00 $', 400],
    ['4.00-', 400],
    ['\u202a4.00\u202c', 400],
    ['\u2066$4.00\u2069\u200b', 400],
  ])('reads %s exactly', (text, minor) => {
    expect(parseAmount(text, 'CAD')).toBe(minor);
  });

  test.each([
    '',
    '4',
    '4.0',
    '4.000',
    '1,234',
    '1.234',
    '4.00.00',
    '1,234,50',
    '+4.00',
    '4e2',
    'four',
    '4.00 4.00',
    '12,34.50',
    '٤٫٠٠',
  ])('requires two decimals and refuses %j', (text) => {
    expect(['EUR', 'CAD', 'GBP'].map((currency) => parseAmount(text, currency))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each([
    ['3,70 zł', 'PLN', 370],
    ['3,70 zł', 'CAD', undefined],
    ['89,00 Kč', 'CZK', 8900],
    ['45 kr', 'ISK', 45],
    ['3,70 $ US', 'USD', 370],
    ['-3.70 US$', 'USD', 370],
    ['F\u202fCFA 370', 'XOF', 370],
    ['1.250 KWD', 'KWD', 1250],
    ['$1.250', 'CLP', 1250],
    ['3.70 CR', 'USD', undefined],
  ])('reads %s with the signs of its currency (%s) as %s', (text, currency, minor) => {
    expect(parseAmount(text, currency)).toBe(minor);
  });

  test('takes each sign by which a language writes a currency, before the amount and behind it', () => {
    for (const currency of ['CAD', 'CHF', 'EUR', 'GBP', 'PLN', 'RON', 'USD']) {
      const signs = locales.flatMap((locale) =>
        (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
          new Intl.NumberFormat(toBcp47(locale), { style: 'currency', currency, currencyDisplay })
            .formatToParts(0)
            .flatMap(({ type, value }) => (type === 'currency' ? [value] : [])),
        ),
      );
      for (const sign of signs)
        for (const text of [`${sign}4.00`, `${sign} 4.00`, `4.00${sign}`, `4.00 ${sign}`])
          expect(parseAmount(text, currency), text).toBe(400);
    }
  });

  test('takes as many decimals as the currency has', () => {
    expect(['CAD', 'JPY', 'KWD', 'HUF', 'CLF'].map(minorDigits)).toEqual([2, 0, 3, 2, 4]);
    expect([parseAmount('450.00', 'HUF'), parseAmount('450', 'HUF')]).toEqual([45_000, undefined]);
    expect(['500', '1,234', '500.00'].map((text) => parseAmount(text, 'JPY'))).toEqual([500, 1234, undefined]);
  });
});

describe('parseAmountAsPrinted', () => {
  test.each([
    ['1 250,00 JPY', 'JPY', 1250],
    ['¥1,250.00', 'JPY', 1250],
    ['1250.50', 'JPY', undefined],
    ['450 Ft', 'HUF', 45_000],
    ['12.450', 'HUF', 1_245_000],
    ['450.5', 'HUF', undefined],
    ['4', 'CAD', undefined],
    ['1.25', 'KWD', undefined],
  ])('reads %s (%s), which has not the decimals of its currency, as %s', (text, currency, minor) => {
    expect(parseAmountAsPrinted(text, currency)).toBe(minor);
  });
});

describe('formatMoney', () => {
  test.each([
    ['en_CA', '$4.00', '$1,234.50'],
    ['fr_CA', '4,00 $', '1 234,50 $'],
    ['de_DE', '4,00 CA$', '1.234,50 CA$'],
    ['sk_SK', '4,00 CAD', '1 234,50 CAD'],
    ['pl_PL', '4,00 CAD', '1234,50 CAD'],
    ['it_IT', '4,00 CA$', '1234,50 CA$'],
    ['en_GB', 'CA$4.00', 'CA$1,234.50'],
  ] as const)('writes money in the format of %s', (locale, small, large) => {
    expect(plain(formatMoney({ amountMinor: 400, currency: 'CAD' }, locale))).toBe(small);
    expect(plain(formatMoney({ amountMinor: 123450, currency: 'CAD' }, locale))).toBe(large);
  });

  test('writes other currencies, refunds and zero', () => {
    expect(formatMoney({ amountMinor: 720, currency: 'GBP' }, 'en_GB')).toBe('£7.20');
    expect(formatMoney({ amountMinor: -5, currency: 'CAD' }, 'en_CA')).toBe('-$0.05');
    expect(formatMoney({ amountMinor: 0, currency: 'CAD' }, 'en_CA')).toBe('$0.00');
    expect(formatMoney({ amountMinor: 500, currency: 'JPY' }, 'en_CA')).toBe('JP¥500');
    expect(plain(formatMoney({ amountMinor: 45_000, currency: 'HUF' }, 'en_CA'))).toBe('HUF 450.00');
  });

  test('can be read back in every language [I18N-07]', () => {
    const amount = fc.integer({ min: 0, max: 99_999_999 });
    fc.assert(
      fc.property(
        amount,
        fc.constantFrom(...locales),
        fc.constantFrom(...Intl.supportedValuesOf('currency')),
        (amountMinor, locale, currency) => {
          expect(parseAmount(formatMoney({ amountMinor, currency }, locale), currency)).toBe(amountMinor);
        },
      ),
    );
  });
});

describe('plainAmount', () => {
  test.each([
    [740, 'CAD', '7.40'],
    [-375, 'CAD', '-3.75'],
    [5, 'CAD', '0.05'],
    [0, 'CAD', '0.00'],
    [123_456_789, 'CAD', '1234567.89'],
    [740, 'JPY', '740'],
    [-740, 'JPY', '-740'],
    [1234, 'KWD', '1.234'],
  ])('writes %d of %s as %s', (amountMinor, currency, text) => {
    expect(plainAmount({ amountMinor, currency })).toBe(text);
  });
});

describe('addUp', () => {
  const cad = (amountMinor: number) => ({ amountMinor, currency: 'CAD' });
  const eur = (amountMinor: number) => ({ amountMinor, currency: 'EUR' });

  test.each([
    ['never adds two currencies', [cad(370), eur(210), cad(-100)], [cad(270), eur(210)]],
    ['leaves out a currency that comes to nothing', [eur(0), cad(370)], [cad(370)]],
    ['keeps the first if all come to nothing', [eur(0), cad(0)], [eur(0)]],
    ['of nothing is nothing', [], []],
  ])('%s', (_, amounts, sums) => {
    expect(addUp(amounts)).toEqual(sums);
  });
});

describe('withDecimalsOf', () => {
  test.each([
    ['JPY', 36_000, 'CAD', 360],
    ['JPY', 36_050, 'CAD', undefined],
    ['KWD', 123, 'GBP', 1230],
    ['GBP', -3600, 'KWD', -360],
    ['EUR', 360, 'GBP', 360],
    ['KWD', 0, 'JPY', 0],
  ])('reads in %s what was %d when it was read as %s', (currency, amountMinor, read, expected) => {
    expect(withDecimalsOf(currency, { amountMinor, currency: read })).toBe(expected);
  });
});
