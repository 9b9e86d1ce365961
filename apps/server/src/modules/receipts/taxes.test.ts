import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitTaxes } from './taxes.ts';

describe('splitTaxes', () => {
  it('takes the taxes out of an amount that contains them', () => {
    const split = splitTaxes(740, [
      { name: 'TPS', basisPoints: 500 },
      { name: 'TVQ', basisPoints: 998 },
    ]);

    expect(split).toEqual({
      netMinor: 644,
      taxes: [
        { name: 'TPS', basisPoints: 500, amountMinor: 32 },
        { name: 'TVQ', basisPoints: 998, amountMinor: 64 },
      ],
    });
  });

  it('always adds up to what was paid', () => {
    const rate = fc.record({ name: fc.constant('tax'), basisPoints: fc.integer({ min: 0, max: 10_000 }) });
    const amount = fc.integer({ min: 0, max: 1_000_000_000 });
    fc.assert(
      fc.property(amount, fc.array(rate, { minLength: 1, maxLength: 4 }), (grossMinor, rates) => {
        const { netMinor, taxes } = splitTaxes(grossMinor, rates);

        expect(netMinor + taxes.reduce((sum, tax) => sum + tax.amountMinor, 0)).toBe(grossMinor);
        expect(Math.min(netMinor, ...taxes.map((tax) => tax.amountMinor))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
