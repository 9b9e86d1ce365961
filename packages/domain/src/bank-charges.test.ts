import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BankCharge,
  chargedDays,
  collectedTogether,
  paidInParts,
  takenMinor,
  withoutRepetitions,
} from './bank-charges.ts';

const cad = (amountMinor: number) => ({ amountMinor, currency: 'CAD' });
const debit = (amountMinor: number, over: Partial<BankCharge> = {}): BankCharge => ({
  direction: 'debit',
  kind: 'charge',
  amount: cad(amountMinor),
  approved: true,
  ...over,
});
const credit = (amountMinor: number) => debit(amountMinor, { direction: 'credit', kind: 'refund' });

describe('movements at the bank', () => {
  test.each([
    ['a retry that was delivered again', [debit(400), debit(400)], 400, 1],
    ['two charges that make up what was paid', [debit(400), debit(400)], 800, 2],
    ['a retry beside another charge', [debit(300), debit(500), debit(500)], 800, 2],
    ['one that is larger than what was paid', [debit(700)], 400, 1],
    ['two that we had the bank make', [debit(400, { isOurs: true }), debit(400, { isOurs: true })], 400, 2],
    ['one that we had the bank make, beside an equal one', [debit(400, { isOurs: true }), debit(400)], 400, 1],
    ['a refused try', [debit(400, { approved: false }), debit(400)], 400, 2],
    ['two charges beside a refused try', [debit(400, { approved: false }), debit(400), debit(400)], 800, 3],
    ['two charges beside a refund', [debit(400), debit(400), credit(400)], 800, 3],
    ['refunds of the same amount', [debit(800), credit(200), credit(200)], 800, 3],
  ])('count %s', (_, charges, paidMinor, count) => {
    expect(withoutRepetitions(charges, paidMinor)).toHaveLength(count);
  });

  test('keep the newest of repeated movements', () => {
    const newest = debit(400);

    expect(withoutRepetitions([debit(400), newest], 400)[0]).toBe(newest);
  });
});

test('only approved charges are money that the bank took', () => {
  expect(takenMinor([debit(400), debit(300, { approved: false }), credit(200), debit(100)])).toBe(500);
});

const anyMinor = fc.integer({ min: 0, max: 1_000 });
const anyCharge = fc.record({
  direction: fc.constantFrom('debit' as const, 'credit' as const),
  kind: fc.constantFrom('charge' as const, 'debt_recovery' as const, 'refund' as const),
  // Few amounts, so that some are equal.
  amount: fc.constantFrom(...[0, 100, 200, 300, 1_000].map(cad)),
  approved: fc.boolean(),
});

test('no movement is left out that is needed to make up what was paid, and none but repeated charges', () => {
  fc.assert(
    fc.property(fc.array(anyCharge, { maxLength: 8 }), anyMinor, (charges, paidMinor) => {
      const kept = withoutRepetitions(charges, paidMinor);

      expect(charges.filter((one) => kept.includes(one))).toEqual(kept);
      expect(takenMinor(kept)).toBeGreaterThanOrEqual(Math.min(paidMinor, takenMinor(charges)));
      for (const [place, one] of charges.entries()) {
        if (kept.includes(one)) continue;
        expect(one).toMatchObject({ direction: 'debit', approved: true });
        expect(charges.slice(place + 1)).toContainEqual(one);
      }
      expect(withoutRepetitions(kept, paidMinor)).toEqual(kept);
    }),
  );
});

test('what was paid before and the difference are together what was paid, and the fares that were collected together are what was charged beyond', () => {
  fc.assert(
    fc.property(fc.array(anyCharge, { maxLength: 8 }), anyMinor, (charges, paidMinor) => {
      const { previouslyPaid, differencePaid } = paidInParts(charges, cad(paidMinor));
      const together = collectedTogether(charges, paidMinor);

      expect(previouslyPaid.amountMinor + differencePaid.amountMinor).toBe(paidMinor);
      expect(Math.min(previouslyPaid.amountMinor, differencePaid.amountMinor)).toBeGreaterThanOrEqual(0);
      const collected = together.reduce((sum, { amount }) => sum + amount.amountMinor, 0);
      expect([0, paidMinor]).toContain(collected);
    }),
  );
});

test('the last charge is the difference paid and the rest was paid before', () => {
  expect(paidInParts([debit(300), debit(500), credit(100)], cad(800))).toEqual({
    previouslyPaid: cad(300),
    differencePaid: cad(500),
  });
  expect(paidInParts([], cad(800))).toEqual({ previouslyPaid: cad(0), differencePaid: cad(800) });
  expect(paidInParts([debit(700)], cad(400))).toEqual({ previouslyPaid: cad(0), differencePaid: cad(400) });
});

test('unpaid fares were collected together only if their sum is exactly what the bank charged beyond the payment', () => {
  const debts = [{ amount: cad(300) }, { amount: cad(200) }];

  expect(collectedTogether(debts, 300)).toEqual([debts[0]]);
  expect(collectedTogether(debts, 500)).toEqual(debts);
  expect(collectedTogether(debts, 400)).toEqual([]);
  expect(collectedTogether([{ amount: cad(0) }], 0)).toEqual([]);
});

test('of two unpaid fares of the amount that was charged beyond a payment the newest counts as collected', () => {
  const [newest, older] = [
    { id: 'newest', amount: cad(300) },
    { id: 'older', amount: cad(300) },
  ];

  expect(collectedTogether([newest, older], 300)).toEqual([newest]);
  expect(collectedTogether([newest, older], 600)).toEqual([newest, older]);
});

describe('the days on which the bank took money', () => {
  const window = { closedAt: '2026-03-02T08:00:00Z', timeZone: 'America/Toronto' };
  const at = (time: string | null, over: Partial<BankCharge> = {}) => ({ ...debit(400, over), at: time });

  test('are those of the zone, each once', () => {
    // Still the 16th in Toronto.
    const charges = ['2026-03-14T08:00:00Z', '2026-03-17T03:00:00Z', '2026-03-16T20:00:00Z'].map((time) => at(time));

    expect(chargedDays(charges, window)).toEqual(['2026-03-14', '2026-03-16']);
  });

  test('are the closing day of the payment window if no charge is known, or no charge with its time', () => {
    expect(chargedDays([], window)).toEqual(['2026-03-02']);
    expect(chargedDays([at(null)], window)).toEqual(['2026-03-02']);
    expect(chargedDays([], { ...window, closedAt: null })).toEqual([]);
    const back = { ...credit(400), at: '2026-03-20T08:00:00Z' };
    expect(chargedDays([back], window)).toEqual(['2026-03-02']);
    expect(chargedDays([at('2026-03-04T08:00:00Z'), back], window)).toEqual(['2026-03-04']);
  });

  test('are unknown if the bank refused every charge: it took the money together with another payment', () => {
    const refused = at('2026-03-02T08:00:00Z', { approved: false });

    expect(chargedDays([refused], window)).toEqual([]);
    expect(chargedDays([refused, at('2026-03-04T08:00:00Z')], window)).toEqual(['2026-03-04']);
  });
});
