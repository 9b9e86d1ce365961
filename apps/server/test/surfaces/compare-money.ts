import { isRefusedCard } from '@tapfolio/domain/card-status.ts';
import { collectingDebtStates, settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import { movementReasons, refusedPaymentStatuses } from '@tapfolio/domain/states.ts';
import { type Contradictions, pick, sum } from './contradictions.ts';
import type { CardSurfaces, Surfaces } from './read-surfaces.ts';

/** Payments: pages and whole list, details, and what a guest with the statement sees. */
export function comparePayments(
  check: Contradictions,
  card: CardSurfaces,
  { publicReceipts, receiptStatus }: Surfaces,
): void {
  const { payments, pagedPayments, paymentDetails, trips } = card;
  check.same(
    'payments by page',
    pagedPayments.flatMap(({ items }) => items),
    payments.items,
  );
  for (const [index, payment] of payments.items.entries()) {
    const detail = paymentDetails[index];
    if (detail === undefined) throw new Error('each payment was read');
    const name = `payment ${payment.reason} ${payment.srid ?? payment.id}`;
    check.same(name, pick(detail, Object.keys(payment)), payment);
    for (const related of detail.trips)
      check.holds(
        `${name}: its trip is in the list`,
        trips.items.some(({ id }) => id === related.id),
      );
    const { charges, paid } = detail;
    const back = charges.filter(({ direction, approved }) => direction === 'credit' && approved);
    if (!movementReasons.includes(payment.reason)) {
      const inCurrency = back.filter(({ amount }) => amount.currency === detail.due.currency);
      check.same(
        `${name}: refunded`,
        detail.refunded?.amount.amountMinor ?? 0,
        sum(inCurrency.map(({ amount }) => amount)),
      );
      check.same(
        `${name}: parts`,
        detail.previouslyPaid.amountMinor + detail.differencePaid.amountMinor,
        paid.amountMinor,
      );
      const recovered = paymentDetails.filter(({ recovers }) => recovers?.id === payment.id);
      check.holds(
        `${name}: what was recovered is part of what was paid`,
        sum(recovered.map((one) => one.paid)) <= paid.amountMinor || payment.status === 'corrupted',
      );
    }
    // The file of the refunded payment may come later.
    const refunded = paymentDetails.find(
      ({ reason, srid }) => !movementReasons.includes(reason) && srid !== null && srid === payment.srid,
    );
    if (payment.reason === 'refund') check.same(`${name}: leads to its payment`, detail.refundOf?.id, refunded?.id);
    if (payment.reason === 'debt_recovery') check.holds(`${name}: leads to its fare`, detail.recovers !== null);
    const writtenOffMinor = payment.status === 'accepted' ? Math.max(0, payment.due.amountMinor - paid.amountMinor) : 0;
    if (!movementReasons.includes(payment.reason)) {
      check.same(`${name}: total`, payment.total.amountMinor, payment.due.amountMinor - writtenOffMinor);
      check.holds(`${name}: its rest is written off`, (detail.writtenOff?.amountMinor ?? 0) >= writtenOffMinor);
    }
    if (!detail.receiptAvailable) check.same(`${name}: receipt`, receiptStatus.get(payment.id), 404);
    comparePublic(check, { name, detail, found: publicReceipts.get(payment.id) });
  }
}

interface PublicComparison {
  readonly name: string;
  readonly detail: CardSurfaces['paymentDetails'][number];
  readonly found: ReturnType<Surfaces['publicReceipts']['get']>;
}

function comparePublic(check: Contradictions, { name, detail, found }: PublicComparison): void {
  if (found === undefined) return;
  if (typeof found === 'string') {
    check.found.push(`${name}: a guest gets ${found}`);
    return;
  }
  const shared = [
    'srid',
    'serviceDay',
    'timeZone',
    'closedAt',
    'reason',
    'method',
    'status',
    'due',
    'paid',
    'tripCount',
  ];
  check.same(`${name} for a guest`, pick(found, shared), pick(detail, shared));
  check.same(`${name}: its rest for a guest`, found.writtenOff?.amountMinor ?? 0, detail.writtenOff?.amountMinor ?? 0);
  check.same(`${name}: receipt for a guest`, found.available, detail.receiptAvailable);
  const back = detail.charges.filter(({ direction, approved }) => direction === 'credit' && approved);
  check.same(
    `${name}: refunds for a guest`,
    found.refunds,
    back.map(({ at, amount }) => ({ at, amount })),
  );
}

/** What the page of a payment shows as taken. */
export const takenOf = ({ charges }: CardSurfaces['paymentDetails'][number]): number =>
  sum(charges.flatMap(({ direction, approved, amount }) => (direction === 'debit' && approved ? [amount] : [])));

/** Unpaid fares: their list, their payments, the card, and what a guest sees. */
export function compareDebts(
  check: Contradictions,
  { card, debts, paymentDetails }: CardSurfaces,
  { guestDebts }: Surfaces,
): void {
  for (const debt of debts) {
    const name = `debt ${debt.srid ?? debt.paymentId} (${debt.state})`;
    const payment = paymentDetails.find(({ id }) => id === debt.paymentId);
    // A payment that was moved to another card is shown there. Here stays that nobody asks for the fare any more.
    const isMoved =
      debt.state === 'ready' && debt.srid === null && debt.writtenOff?.amountMinor === debt.amount.amountMinor;
    check.holds(`${name}: its payment is shown`, payment !== undefined || isMoved);
    if (payment === undefined) continue;
    const { openedAt: since, srid, serviceDay, timeZone, trips } = payment;
    check.same(name, pick(debt, ['since', 'srid', 'serviceDay', 'timeZone', 'trips']), {
      since,
      srid,
      serviceDay,
      timeZone,
      trips,
    });
    const isSettled = settledDebtStates.includes(debt.state);
    const missing = payment.due.amountMinor - payment.paid.amountMinor;
    const writtenOffMinor = debt.writtenOff?.amountMinor ?? 0;
    if (isSettled) {
      check.holds(
        `${name}: its payment is not called unpaid (${payment.status})`,
        !refusedPaymentStatuses.includes(payment.status),
      );
      check.holds(
        `${name}: no more is called paid later (${debt.amount.amountMinor - writtenOffMinor}) than was taken`,
        debt.amount.amountMinor - writtenOffMinor <= Math.max(payment.paid.amountMinor, takenOf(payment)),
      );
    } else if (!collectingDebtStates.includes(debt.state)) {
      check.same(`${name}: amount`, debt.amount, { amountMinor: missing, currency: payment.due.currency });
      check.holds(
        `${name}: its payment is called unpaid (${payment.status})`,
        refusedPaymentStatuses.includes(payment.status),
      );
    }
    check.same(`${name}: last line of its history`, debt.history.at(-1)?.state, debt.state);
    const guest = guestDebts.get(debt.paymentId);
    if (guest === undefined) continue;
    if (typeof guest === 'string') check.found.push(`${name}: a guest gets ${guest}`);
    else check.same(`${name} for a guest`, guest, pick(debt, Object.keys(guest)));
  }
  for (const payment of paymentDetails) {
    if (!refusedPaymentStatuses.includes(payment.status) || payment.due.amountMinor <= payment.paid.amountMinor)
      continue;
    check.holds(
      `unpaid payment ${payment.srid} is a debt`,
      debts.some(({ paymentId, state }) => paymentId === payment.id && !settledDebtStates.includes(state)),
    );
  }
  compareCard(check, card, debts);
}

/** What the card says of its unpaid fares. */
function compareCard(check: Contradictions, card: CardSurfaces['card'], debts: CardSurfaces['debts']): void {
  const open = debts.filter(({ state }) => state !== 'ready');
  const owed = open.filter(({ state }) => !settledDebtStates.includes(state));
  check.same('card in debt', card.debtStatus, owed.length > 0 ? 'owed' : 'none');
  check.same('card has open fares', card.debt !== null, open.length > 0);
  // A fare of a former owner of the card is not shown, and readers refuse the card for it all the same.
  if (isRefusedCard(card.status) || open.length > 0) check.same('card at the readers', card.accessStatus, 'denied');
  if (card.debt === null) return;
  const { due, count, paymentId, since, serviceDay, timeZone, state } = card.debt;
  const counted = owed.length > 0 ? owed : open;
  check.same('number of fares', count, counted.length);
  for (const { currency, amountMinor } of due)
    check.same(
      `due in ${currency}`,
      amountMinor,
      sum(counted.map(({ amount }) => amount).filter((amount) => amount.currency === currency)),
    );
  const foremost = debts.find((debt) => debt.paymentId === paymentId);
  check.same(
    'foremost fare',
    { since, serviceDay, timeZone, state },
    foremost && pick(foremost, ['since', 'serviceDay', 'timeZone', 'state']),
  );
}
