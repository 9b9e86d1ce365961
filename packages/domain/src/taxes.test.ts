import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partOfOne, percentPattern, splitTaxes } from './taxes.ts';

describe('splitTaxes', () => {
  it('separates the taxes from an amount that contains them, by their exact rates', () => {
    const quebec = [
      { name: 'TPS', percent: '5' },
      { name: 'TVQ', percent: '9.975' },
    ];

    expect(splitTaxes(740, quebec)).toEqual({
      netMinor: 644,
      taxes: [
        { name: 'TPS', percent: '5', amountMinor: 32 },
        { name: 'TVQ', percent: '9.975', amountMinor: 64 },
      ],
    });
    // The rate rounded to 9.98 % would make this 998.
    expect(splitTaxes(11_497_500, quebec).taxes.map(({ amountMinor }) => amountMinor)).toEqual([500_000, 997_500]);
  });

  it('finds no taxes in zero', () => {
    expect(splitTaxes(0, [{ name: 'HST', percent: '13' }])).toMatchObject({ netMinor: 0, taxes: [{ amountMinor: 0 }] });
  });

  it('always adds up to what was paid, and rounds each tax half up whatever the others are', () => {
    // Taxes of more than the net amount together could round to more than there is; no law has them.
    const rate = fc.integer({ min: 0, max: 250_000 });
    const amount = fc.integer({ min: 0, max: 1_000_000_000 });
    fc.assert(
      fc.property(amount, fc.array(rate, { minLength: 1, maxLength: 4 }), (grossMinor, millionths) => {
        const rates = millionths.map((part) => ({ name: 'tax', percent: (part / 10_000).toFixed(4) }));

        const { netMinor, taxes } = splitTaxes(grossMinor, rates);

        expect(netMinor + taxes.reduce((sum, tax) => sum + tax.amountMinor, 0)).toBe(grossMinor);
        expect(Math.min(netMinor, ...taxes.map((tax) => tax.amountMinor))).toBeGreaterThanOrEqual(0);
        const whole = 1_000_000n + millionths.reduce((sum, part) => sum + BigInt(part), 0n);
        for (const [place, part] of millionths.entries()) {
          const twice = 2n * BigInt(grossMinor) * BigInt(part);
          expect(taxes[place]?.amountMinor).toBe(Number((twice + whole) / (2n * whole)));
        }
      }),
    );
  });
});

describe('a rate', () => {
  it.each(['0', '5', '9.975', '13', '20.0001', '100', '100.0000'])('may be %s', (percent) => {
    expect(percent).toMatch(percentPattern);
  });

  it.each(['', '-5', '5 %', '9,975', '9.97501', '.5', '5.', '100.1', '101', '1e1'])('may not be %j', (percent) => {
    expect(percent).not.toMatch(percentPattern);
  });

  it('is printed with all its decimals', () => {
    const format = (locale: string) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(partOfOne('9.975'));

    expect([format('en-CA'), format('fr-CA')]).toEqual(['9.975%', '9,975\u00a0%']);
  });
});
