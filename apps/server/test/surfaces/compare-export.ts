import { receiptLink } from '@tapfolio/contracts/shared.ts';
import { movementReasons, undecidedPaymentStatuses } from '@tapfolio/domain/states.ts';
import { takenOf } from './compare-money.ts';
import { type Contradictions, pick, sum } from './contradictions.ts';
import type { Exported, Surfaces } from './read-surfaces.ts';

/** Refunds and late collections: each is a line of the history, and part of the payment that it belongs to. */
export function compareMovements(check: Contradictions, { cards }: Surfaces, exported: Exported): void {
  const details = cards.flatMap(({ paymentDetails }) => paymentDetails);
  const minorOf = (rows: readonly Record<string, unknown>[], { srid, due }: (typeof details)[number]) =>
    rows
      .filter((row) => row.srid === srid && (row.currency ?? due.currency) === due.currency)
      .reduce((total, row) => total + Number(row.amountMinor), 0);
  const chargebacks = exported.travel.flatMap((card) => card.chargebacks);
  for (const payment of details) {
    if (movementReasons.includes(payment.reason)) continue;
    const lines = details.filter(({ reason, srid }) => reason === 'refund' && srid !== null && srid === payment.srid);
    check.same(
      `payment ${payment.srid}: the lines of its refunds`,
      (payment.refunded?.amount.amountMinor ?? 0) - minorOf(chargebacks, payment),
      0 - sum(lines.map(({ total }) => total).filter(({ currency }) => currency === payment.due.currency)),
    );
    const late = details.flatMap(({ recovers }) => (recovers?.id === payment.id ? [recovers] : []));
    for (const link of [...lines.map(({ refundOf }) => refundOf), ...late])
      check.same(`the way to ${payment.srid}`, link, pick(payment, Object.keys(receiptLink.shape)));
    const ofTrips = payment.trips.flatMap(({ refund }) => (refund === null ? [] : [refund.amount]));
    // A fare may be corrected to less after all that the bank took of it was given back.
    check.holds(
      `payment ${payment.srid}: no more is refunded of trips than they cost, or than the bank took`,
      sum(ofTrips) <=
        Math.max(
          payment.paid.amountMinor,
          payment.due.amountMinor,
          sum(payment.trips.map(({ price }) => price)),
          takenOf(payment),
        ),
    );
  }
  const collected = exported.travel.flatMap((card) => card.collections).filter(({ outcome }) => outcome === 'approved');
  for (const { collectionId, amountMinor, paymentId } of collected) {
    const line = details.find(({ id }) => id === collectionId);
    check.same(`collection ${String(collectionId)} in the history`, line?.paid.amountMinor, amountMinor);
    check.same(`collection ${String(collectionId)} leads to its fare`, line?.recovers?.id, paymentId);
  }
  check.same(
    'late collections of the history',
    details.filter(({ reason }) => reason === 'debt_recovery').length,
    collected.length,
  );
}

/**
 * The export lists each medium of a replaced card by itself, and says what was delivered: what the bank took beyond that stands in its lists of
 * movements. So it is compared by what a delivery and a debt say of themselves.
 */
export function compareExport(check: Contradictions, { cards }: Surfaces, exported: Exported): void {
  const listed = (rows: readonly Record<string, unknown>[], ...keys: string[]) =>
    rows.map((row) => keys.map((key) => String(row[key])).join(' ')).toSorted();
  const { travel } = exported;
  check.same(
    'exported trips',
    listed(
      travel.flatMap(({ trips }) => trips),
      'tripId',
      'fareMinor',
      'currency',
      'serviceDay',
    ),
    cards
      .flatMap(({ trips }) => trips.items)
      .map(({ id, fare, serviceDay }) => `${id} ${fare.amountMinor} ${fare.currency} ${serviceDay}`)
      .toSorted(),
  );
  check.same(
    'exported payments',
    listed(
      travel.flatMap(({ payments }) => payments),
      'paymentId',
      'dueMinor',
      'currency',
      'serviceDay',
      'srid',
    ),
    cards
      .flatMap(({ payments }) => payments.items)
      .map(({ id, due, serviceDay, srid }) => `${id} ${due.amountMinor} ${due.currency} ${serviceDay} ${srid}`)
      .toSorted(),
  );
  for (const { paymentId, writtenOff } of cards.flatMap(({ debts }) => debts)) {
    const row = travel.flatMap(({ debts }) => debts).find((one) => one.paymentId === paymentId);
    if (writtenOff !== null)
      check.same(`exported rest of ${paymentId}`, Number(row?.notPaidMinor), writtenOff.amountMinor);
  }
  check.same(
    'exported unpaid fares',
    listed(
      travel.flatMap(({ debts, payments }) =>
        debts.filter(({ paymentId, state, notPaidMinor }) => {
          const payment = payments.find((one) => one.paymentId === paymentId);
          const isUndecided = undecidedPaymentStatuses.some((status) => status === payment?.status);
          return state !== 'ready' || Number(notPaidMinor) === 0 || !isUndecided;
        }),
      ),
      'paymentId',
      'state',
      'dueMinor',
      'srid',
    ),
    cards
      .flatMap(({ debts }) => debts)
      .map(({ paymentId, state, amount, srid }) => `${paymentId} ${state} ${amount.amountMinor} ${srid}`)
      .toSorted(),
  );
}
