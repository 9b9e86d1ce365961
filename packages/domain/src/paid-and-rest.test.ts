import { describe, expect, it } from 'vitest';
import { countedPaid, keptOf, movementsOf, type PaidMoney, restKindOf, restLines } from './paid-and-rest.ts';

const cad = (amountMinor: number) => ({ amountMinor, currency: 'CAD' });
const usd = (amountMinor: number) => ({ amountMinor, currency: 'USD' });

/** What a guest is told of a payment of 5.00, of which this was paid and given back. */
function found(paidMinor: number, back: readonly { amountMinor: number; currency: string }[] = []): PaidMoney {
  const charges = movementsOf(back.map((amount) => ({ at: null, amount })));
  return { reason: 'trip', status: 'accepted', due: cad(500), paid: cad(paidMinor), writtenOff: null, charges };
}

describe('what was paid in the end', () => {
  it.each([
    ['without the refunds, however many', 500, [cad(100), cad(150)], cad(250)],
    ['nothing, or less, where all or more was given back', 500, [cad(500), cad(1)], cad(-1)],
    ['all, where nothing was given back', 500, [], cad(500)],
    ['not known, where another currency was given back', 500, [cad(100), usd(100)], null],
  ])('is %s', (_, paidMinor, back, kept) => {
    expect(keptOf(found(paidMinor, back))).toEqual(kept);
  });

  it('is not known where operator and bank contradict each other, unless it is the movement itself', () => {
    const payment = { ...found(500), status: 'corrupted' } as const;

    expect(keptOf(payment)).toBeNull();
    expect(keptOf({ ...payment, reason: 'debt_recovery' })).toEqual(cad(500));
  });

  it('contains what the bank refused to give back, and what it took besides', () => {
    const charges = [
      { at: null, amount: cad(100), direction: 'credit', approved: false },
      { at: null, amount: usd(100), direction: 'debit', approved: true },
    ] as const;

    expect(keptOf({ ...found(500), charges })).toEqual(cad(500));
  });
});

describe('the rest of a payment', () => {
  it.each([
    ['is missing, to the cent', 499, [], [{ kind: 'unpaid', amount: cad(1) }]],
    ['is none where all was paid', 500, [], []],
    ['was too much, to the cent', 501, [], [{ kind: 'overpaid', amount: cad(1) }]],
    ['was too much without what was given back', 900, [cad(300)], [{ kind: 'overpaid', amount: cad(100) }]],
    ['is none where what was too much was given back', 900, [cad(400)], []],
    ['was too much where another currency was given back', 900, [usd(400)], [{ kind: 'overpaid', amount: cad(400) }]],
    ['is missing, whatever was given back', 300, [cad(300)], [{ kind: 'unpaid', amount: cad(200) }]],
  ])('%s', (_, paidMinor, back, lines) => {
    expect(restLines(found(paidMinor, back))).toEqual(lines);
  });

  it('is not known where operator and bank contradict each other', () => {
    expect(restLines({ ...found(300), status: 'corrupted' })).toEqual([]);
  });

  it.each([
    ['none', 'toCome'],
    ['open', 'toCome'],
    ['pending', 'toCome'],
    ['application_error', 'toCome'],
    ['accepted', 'writtenOff'],
    ['payment_error', 'writtenOff'],
    ['lost', 'writtenOff'],
  ] as const)('of a payment that is %s, of which something is written off, is %s', (status, kind) => {
    expect(restKindOf({ status, writtenOff: cad(1) })).toBe(kind);
    expect(restKindOf({ status, writtenOff: null })).toBe(kind === 'toCome' ? kind : 'unpaid');
  });
});

describe('what a line of the history adds to the sum of what was paid', () => {
  const line = { ...found(500), total: cad(470), countsByItself: false };

  it.each([
    ['what was paid', {}, cad(500)],
    ['what was given back, below zero', { reason: 'refund', paid: cad(-300), total: cad(-300) }, cad(-300)],
    ['nothing, where that is not known', { status: 'corrupted' }, cad(0)],
    [
      'nothing, where it is a late collection that its fare contains',
      { reason: 'debt_recovery', total: cad(0) },
      cad(0),
    ],
    ['what was paid, where nothing tells of which fare', { reason: 'debt_recovery', countsByItself: true }, cad(500)],
  ] as const)('is %s', (_, changes, counted) => {
    expect(countedPaid({ ...line, ...changes })).toEqual(counted);
  });
});
