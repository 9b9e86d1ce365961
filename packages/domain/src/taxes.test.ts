import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doOverlap, partOfOne, percentPattern, ratesOn, splitTaxes, splitTaxesOfDays } from './taxes.ts';

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

describe('splitTaxesOfDays', () => {
  const before = [{ name: 'TVH', percent: '15', until: '2026-03-31' }];
  const after = [{ name: 'TVH', percent: '14', from: '2026-04-01' }];
  const ratesOf = (day: string) => (day < '2026-04-01' ? before : after);

  it('uses the rates of each day for its part of the amount', () => {
    const supplies = [
      { day: '2026-03-31', amountMinor: 230 },
      { day: '2026-04-01', amountMinor: 228 },
      { day: '2026-04-02', amountMinor: 228 },
    ];

    // Of 686, 230 contain 30 at 15 %, and 456 contain 56 at 14 %.
    expect(splitTaxesOfDays(686, supplies, ratesOf)).toEqual({
      netMinor: 600,
      taxes: [
        { name: 'TVH', percent: '15', amountMinor: 30 },
        { name: 'TVH', percent: '14', amountMinor: 56 },
      ],
    });
    // Half of it was paid.
    expect(splitTaxesOfDays(343, supplies, ratesOf)?.taxes.map(({ amountMinor }) => amountMinor)).toEqual([15, 28]);
  });

  it('gives each day exactly what its supplies cost, where all of it was paid', () => {
    const cost = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(cost, cost, (first, second) => {
        const supplies = [
          { day: '2026-03-31', amountMinor: first },
          { day: '2026-04-01', amountMinor: second },
        ];

        expect(splitTaxesOfDays(first + second, supplies, ratesOf)?.taxes).toEqual([
          ...splitTaxes(first, before).taxes,
          ...splitTaxes(second, after).taxes,
        ]);
      }),
    );
  });

  it('is one tax where the rate did not change, and the rate of the only day that cost something', () => {
    const free = { day: '2026-04-01', amountMinor: 0 };

    expect(splitTaxesOfDays(740, [{ day: '2026-03-30', amountMinor: 1 }, free], ratesOf)).toEqual(
      splitTaxes(740, before),
    );
    expect(splitTaxesOfDays(740, [free], ratesOf)).toEqual(splitTaxes(740, after));
  });

  it('adds up what the supplies of days with the same rates cost, in the order of the days', () => {
    const on = (day: string, amountMinor: number) => ({ day, amountMinor });
    const supplies = [on('2026-04-02', 100), on('2026-03-31', 115), on('2026-04-01', 356), on('2026-03-30', 115)];

    expect(splitTaxesOfDays(686, supplies, ratesOf)).toEqual({
      netMinor: 600,
      taxes: [
        { name: 'TVH', percent: '15', amountMinor: 30 },
        { name: 'TVH', percent: '14', amountMinor: 56 },
      ],
    });
    expect(splitTaxesOfDays(115, [on('2026-04-01', 0), on('2026-03-31', 5)], ratesOf)).toEqual(splitTaxes(115, before));
    expect(splitTaxesOfDays(115, [on('2026-03-31', 0), on('2026-04-01', 0)], ratesOf)).toEqual(splitTaxes(115, before));
  });

  it('adds up taxes that did not change while another did', () => {
    const gst = { name: 'GST', percent: '5' };
    const rates = (day: string) => [gst, { name: 'PST', percent: day < '2026-04-01' ? '7' : '8' }];
    const supplies = ['2026-03-31', '2026-04-01'].map((day) => ({ day, amountMinor: 1 }));

    const split = splitTaxesOfDays(225, supplies, rates);

    expect(split?.taxes.map(({ name, percent }) => `${name} ${percent}`)).toEqual(['GST 5', 'PST 7', 'PST 8']);
  });

  it('has no result if a day that cost something has no rate', () => {
    const supplies = ['2026-03-31', '2026-04-01'].map((day) => ({ day, amountMinor: 370 }));

    expect(splitTaxesOfDays(740, supplies, (day) => (day < '2026-04-01' ? before : []))).toBeUndefined();
  });

  it('always adds up to what was paid, and no part is negative', () => {
    const supply = fc.record({
      day: fc.constantFrom('2026-03-31', '2026-04-01', '2026-04-02'),
      amountMinor: fc.integer({ min: 0, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.array(supply, { minLength: 1, maxLength: 9 }), (gross, supplies) => {
        const { netMinor = -1, taxes = [] } = splitTaxesOfDays(gross, supplies, ratesOf) ?? {};

        expect(taxes.reduce((sum, tax) => sum + tax.amountMinor, netMinor)).toBe(gross);
        expect(Math.min(netMinor, ...taxes.map((tax) => tax.amountMinor))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('the days of a rate', () => {
  const march = { name: 'TVH', percent: '15', from: '2026-03-01', until: '2026-03-31' };

  it.each([
    ['2026-02-28', []],
    ['2026-03-01', [march]],
    ['2026-03-31', [march]],
    ['2026-04-01', []],
  ])('include the first and the last: %s', (day, rates) => {
    expect(ratesOn(day, [march])).toEqual(rates);
  });

  it('have no beginning or no end if none is named', () => {
    const rates = [
      { name: 'always', percent: '1' },
      { name: 'since', percent: '2', from: '2026-03-01' },
      { name: 'until', percent: '3', until: '2026-02-28' },
    ];

    expect(ratesOn('1999-12-31', rates).map(({ name }) => name)).toEqual(['always', 'until']);
    expect(ratesOn('2099-12-31', rates).map(({ name }) => name)).toEqual(['always', 'since']);
  });

  it.each([
    [true, { from: '2026-03-31' }],
    [false, { from: '2026-04-01' }],
    [true, { until: '2026-03-01' }],
    [false, { until: '2026-02-28' }],
    [true, { from: '2026-03-10', until: '2026-03-20' }],
    [true, {}],
    [false, { name: 'TPS' }],
  ])('are also those of another rate of the same name: %s for %j', (expected, days) => {
    const other = { name: 'TVH', percent: '14', ...days };

    expect([doOverlap(march, other), doOverlap(other, march)]).toEqual([expected, expected]);
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
