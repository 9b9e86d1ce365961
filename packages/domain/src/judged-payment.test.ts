import { expect, it } from 'vitest';
import { type BankSummary, type Move, type PaymentMoney, summaryOf } from './bank-moves.ts';
import {
  chargesOf,
  isReceiptAvailable,
  refundsOf,
  shownCharge,
  shownStatus,
  writtenOffMinor,
} from './judged-payment.ts';
import { movementReasons } from './states.ts';

const payment = (more: Partial<PaymentMoney> = {}) => ({
  ...({
    reason: 'trip',
    status: 'accepted',
    dueMinor: 740,
    paidMinor: 740,
    debtPaidMinor: 0,
    currency: 'CAD',
  } as const),
  srid: 'A1',
  ...more,
});
const bank = (more: Partial<BankSummary> = {}): BankSummary => ({ ...summaryOf([]), ...more });

it('does not call a payment paid of which all that the bank said is no, unless it was collected after a refusal', () => {
  expect(shownStatus(payment(), bank({ took: false }))).toBe('corrupted');
  expect(shownStatus(payment({ debtPaidMinor: 740 }), bank({ took: false }))).toBe('accepted');
  expect(shownStatus(payment(), bank({ took: null }))).toBe('accepted');
});

it('says of a refused payment what the bank said of its card', () => {
  const refused = payment({ status: 'payment_error', paidMinor: 0 });

  expect([shownStatus(refused, bank({ refusal: 'lost' })), shownStatus(refused, bank())]).toEqual([
    'lost',
    'payment_error',
  ]);
});

it('counts what nobody asks for any more only where the payment is called paid', () => {
  const part = { paidMinor: 240 };

  expect(writtenOffMinor(payment(part), bank())).toBe(500);
  expect(writtenOffMinor(payment({ ...part, status: 'open' }), bank())).toBe(0);
  expect(writtenOffMinor(payment({ ...part, reason: 'refund' }), bank())).toBe(0);
});

it('has a receipt for what was paid for certain, also for a part of an unpaid fare, and for no movement of another payment', () => {
  expect(isReceiptAvailable(payment({ status: 'payment_error', paidMinor: 240 }), bank())).toBe(true);
  const without = [
    isReceiptAvailable(payment({ paidMinor: 0 }), bank()),
    isReceiptAvailable({ ...payment(), srid: null }, bank()),
    isReceiptAvailable(payment(), bank({ took: false })),
    isReceiptAvailable(payment(), bank({ gaveOtherCurrency: true })),
    ...movementReasons.map((reason) => isReceiptAvailable(payment({ reason }), bank())),
  ];
  expect(without.every((is) => !is)).toBe(true);
});

it('shows each request once, in the currency that the bank moved, and of a refund only its own movement', () => {
  const charge: Move = {
    ...{ at: '2026-03-02T08:00:00Z', direction: 'debit', kind: 'charge', approved: true, refusal: null },
    amount: { amountMinor: 740, currency: 'CAD' },
  };
  const otherCurrency = { amountMinor: 500, currency: 'EUR' };

  const shown = chargesOf(payment(), [charge, { ...charge, otherCurrency }], null).map(shownCharge);
  const { refusal: _, ...request } = charge;
  expect(shown).toEqual([{ ...request, amount: otherCurrency }]);

  const refund = payment({ reason: 'refund', paidMinor: -240 });
  expect(chargesOf(refund, [charge], '2026-03-05T08:00:00Z')).toEqual([
    {
      ...{ at: '2026-03-05T08:00:00Z', direction: 'credit', kind: 'refund', approved: true },
      amount: { amountMinor: 240, currency: 'CAD' },
    },
  ]);
});

it('shows what the bank gave back in the currency that it gave', () => {
  const otherCurrency = { amountMinor: 310, currency: 'EUR' };
  const charge: Move = {
    ...{ at: null, direction: 'debit', kind: 'charge', approved: true, refusal: null },
    amount: { amountMinor: 740, currency: 'CAD' },
  };
  const refund: Move = { ...charge, direction: 'credit', kind: 'refund', otherCurrency };

  expect(refundsOf([charge, refund, { ...refund, approved: false }])).toEqual([{ at: null, amount: otherCurrency }]);
});
