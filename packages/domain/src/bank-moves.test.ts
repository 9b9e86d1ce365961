import { expect, it } from 'vitest';
import { type Move, type OnceUnpaid, type PaymentMoney, summaryOf, type TakenMoves, withTaken } from './bank-moves.ts';

const move = (amountMinor: number, more: Partial<Move> = {}): Move => ({
  ...{ at: '2026-03-02T08:00:00Z', direction: 'debit', kind: 'charge', approved: true, refusal: null },
  amount: { amountMinor, currency: 'CAD' },
  ...more,
});
const payment = (more: Partial<PaymentMoney> = {}): PaymentMoney => ({
  ...{ reason: 'trip', status: 'payment_error', dueMinor: 740, paidMinor: 0, debtPaidMinor: 0, currency: 'CAD' },
  ...more,
});
const taken = (more: Partial<TakenMoves> = {}): TakenMoves => ({
  ...{ delivered: [], own: undefined, ownBefore: [] },
  ...more,
});
const onceUnpaid = (more: Partial<OnceUnpaid> = {}): OnceUnpaid => ({
  ...{ currency: 'CAD', isUnpaid: true, paidBeforeMinor: 0, wholeMinor: 740, settledMinor: 0 },
  ...more,
});

it('sums up the refunds in the currency of the payment, and says of others only that there are some', () => {
  const credit = { direction: 'credit', kind: 'refund' } as const;
  const moves = [
    move(740),
    move(240, { ...credit, at: '2026-03-05T08:00:00Z' }),
    move(100, { ...credit, at: null }),
    move(500, { ...credit, otherCurrency: { amountMinor: 310, currency: 'EUR' } }),
    move(90, { ...credit, approved: false }),
  ];

  expect(summaryOf(moves)).toEqual({
    refunds: 2,
    refundedMinor: 340,
    refundedAt: '2026-03-05T08:00:00Z',
    took: true,
    tookOtherCurrency: false,
    gaveOtherCurrency: true,
    refusal: null,
  });
});

it('says that the bank took nothing only if it was asked, and why it refused the last time', () => {
  const refused = { approved: false, refusal: 'lost' } as const;

  expect(summaryOf([]).took).toBeNull();
  expect(summaryOf([move(740, { approved: false }), move(740, refused)])).toMatchObject({
    took: false,
    refusal: 'lost',
  });
});

it('calls a fare paid that the bank took, although its window is older and calls it unpaid', () => {
  const recovery = move(740, { kind: 'debt_recovery' });

  expect(withTaken(payment(), taken({ delivered: [recovery] }), undefined)).toEqual(
    payment({ status: 'accepted', paidMinor: 740, debtPaidMinor: 740 }),
  );
});

it('counts a repeated charge once, and never more than is due', () => {
  expect(withTaken(payment(), taken({ delivered: [move(740), move(740)] }), undefined)).toMatchObject({
    paidMinor: 740,
  });
  expect(withTaken(payment(), taken({ delivered: [move(900)] }), undefined)).toMatchObject({ paidMinor: 740 });
});

it('leaves a window alone that the back office still collects', () => {
  const open = payment({ status: 'open' });

  expect(withTaken(open, taken({ delivered: [move(740)] }), undefined)).toBe(open);
});

it('adds what we had the bank collect to what was paid before, also where the window forgets that part', () => {
  const own = move(500, { kind: 'debt_recovery', isOurs: true });
  const paid = { status: 'accepted', paidMinor: 740, debtPaidMinor: 500 };

  const before = onceUnpaid({ paidBeforeMinor: 240 });
  expect(withTaken(payment({ paidMinor: 240 }), taken({ own }), before)).toMatchObject(paid);
  expect(withTaken(payment(), taken({ own }), { ...before, settledMinor: 740 })).toMatchObject(paid);
});

it.each([
  ['nothing was paid before', { paidMinor: 300, debtPaidMinor: 300 }, 0, 740, 740],
  ['a part was paid before, after a refusal', { paidMinor: 300, debtPaidMinor: 300 }, 240, 500, 740],
  ['a part was paid before, without a refusal', { paidMinor: 300, debtPaidMinor: 60 }, 240, 500, 500],
])(
  'counts a part of our collection that the window has already only once where %s',
  (_, window, paidBeforeMinor, ownMinor, later) => {
    const own = move(ownMinor, { kind: 'debt_recovery', isOurs: true });

    expect(withTaken(payment(window), taken({ own }), onceUnpaid({ paidBeforeMinor }))).toMatchObject({
      status: 'accepted',
      paidMinor: 740,
      debtPaidMinor: later,
    });
  },
);
