import { shareOut } from '@tapfolio/domain/refund-rules.ts';
import { type RefundEvent, refundEdges } from '@tapfolio/domain/refund-states.ts';
import type { BankAgreement, BankAnswer, BankRefusal, BankReturn } from '../../gateways/bank.ts';
import { type Db, type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { raiseAlarm } from '../alarms/alarms.service.ts';
import { ensureThisMonth } from '../bank-tries/money-jobs.service.ts';
import { wakeRefundNews } from '../card-news/wake-refund-news.service.ts';
import {
  type ClosedRefund,
  changeRefundState,
  changeRefundTrips,
  closeRefund,
  deleteOtherTrips,
  findRefundReference,
  findVoidTrip,
  markTrips,
  markTripsOfOthers,
  reclaimTrips,
  refundTries,
  voidTrips,
} from './move-refund.queries.ts';
import { findPaidReference } from './refund-facts.queries.ts';
import { tripsAround } from './refund-window.ts';
import { listRefundTrips } from './refunds.queries.ts';
import type { LockedRefund } from './settle-refunds.queries.ts';
import { lockRefund, settleRefunds } from './settle-refunds.service.ts';
import { takeBack } from './take-back-refund.service.ts';

/** Which refund. */
export interface RefundKey {
  readonly mediumId: string;
  readonly refundId: string;
}

/** The bank gave the money back. */
type Refunded = BankAgreement & { readonly state: 'refunded' };
/** A certain outcome, which ends a refund. */
export type RefundOutcome = Refunded | BankRefusal | BankReturn | { readonly state: 'not_refunded' };

/** What an answer of the bank means for a refund; undefined for an answer that can only be about a charge. */
export function refundOutcomeOf(answer: BankAnswer): RefundOutcome | undefined {
  if (answer.state === 'declined' || answer.state === 'returned') return answer;
  if (answer.state !== 'refunded') return undefined;
  return answer.amountMinor === 0 ? { state: 'not_refunded' } : { ...answer, state: answer.state };
}

/** Moves a refund by an event that does not end it. Returns whether the state changed. */
export async function moveRefund(tx: Transaction, key: RefundKey, event: 'submit' | 'doubt'): Promise<boolean> {
  const { before, next } = refundEdges(event);
  return (await changeRefundState(tx, { ...key, before, next })).length === 1;
}

/**
 * The only function that ends a refund, from any source of the outcome: the worker, a call of the bank, a query by reference or
 * the bank's report. Returns whether anything changed: what comes late or a second time changes nothing.
 */
export async function applyRefundOutcome(
  { pool }: Using<'pool'>,
  key: RefundKey,
  outcome: RefundOutcome,
): Promise<boolean> {
  if (outcome.state === 'refunded') await ensureThisMonth(pool);
  return await transaction(pool, async (tx) => {
    // The import of a file that brings the same refund takes the same lock: the second sees what the first has written.
    const was = await lockRefund(tx, key);
    if (was === undefined || (outcome.state === 'returned' && isOfAnother(was, outcome))) return false;
    const [closed] = await closeRefund(tx, {
      ...key,
      ...refundEdges(eventOf[outcome.state]),
      ...columnsOf(outcome),
    });
    if (closed === undefined) return false;
    if (outcome.state === 'refunded') await giveBack(tx, key, { closed, was, outcome });
    else {
      if (outcome.state === 'returned' && was.state === 'refunded')
        await takeBack(tx, key.mediumId, { closed, was, said: outcome });
      await voidTrips(tx, key);
    }
    if (outcome.state === 'refunded' || outcome.state === 'returned') await wakeRefundNews(tx, [key.mediumId]);
    const [paid] = await findPaidReference(tx, closed);
    const charged = { chargedMinor: paid?.amount_minor ?? 0, currency: paid?.currency ?? closed.currency };
    const payment = { mediumId: key.mediumId, srid: closed.srid, ...charged };
    await markTripsOfOthers(tx, { ...payment, ...tripsAround(key.mediumId, closed.opened_at) });
    return true;
  });
}

/** If a bank did a refund twice, which it must not, the return of one says nothing about the other. */
function isOfAnother(was: LockedRefund, { bankReference }: BankReturn): boolean {
  return was.state === 'refunded' && was.bank_reference !== bankReference;
}

interface GivenBack {
  readonly closed: ClosedRefund;
  /** As the refund stood before, with the amount that was asked for. */
  readonly was: LockedRefund;
  readonly outcome: Refunded;
}

/** Writes the history and the trips when the money is refunded, and raises an alarm if the bank did something else than requested. */
async function giveBack(tx: Transaction, key: RefundKey, { closed, was, outcome }: GivenBack): Promise<void> {
  const { amountMinor, currency } = outcome;
  const detail = { amountMinor, currency };
  if (amountMinor !== was.amount_minor || currency !== was.currency) {
    const asked = { askedMinor: was.amount_minor };
    await raiseAlarm(tx, { kind: 'refunded_other_amount', subject: closed.refund_id, detail: { ...detail, ...asked } });
    if (closed.given_currency === null) await shareAnew(tx, key, closed.amount_minor);
  }
  // The bank had refused it before.
  if (was.state === 'declined') {
    await reclaimTrips(tx, key);
    const [taken] = await findVoidTrip(tx, key);
    if (taken !== undefined) await raiseAlarm(tx, { kind: 'refunded_twice', subject: closed.refund_id, detail });
  }
  await settleRefunds(tx, [{ mediumId: key.mediumId, srid: closed.srid }]);
  // What another currency gave back of each trip is not known.
  if (closed.given_currency !== null) return;
  const { reason, opened_at: openedAt } = closed;
  await markTrips(tx, { ...key, reason, currency: closed.currency, ...tripsAround(key.mediumId, openedAt) });
}

/**
 * Divides what the bank gave back among the trips, in proportion to what was asked for, and not more for any. A trip of which it gave nothing
 * back is no part of the refund.
 */
async function shareAnew(tx: Transaction, { mediumId, refundId }: RefundKey, amountMinor: number): Promise<void> {
  const asked = await listRefundTrips(tx, { mediumId, refundId });
  const shares = shareOut(
    amountMinor,
    asked.map((trip) => ({ tripId: trip.trip_id, fareMinor: trip.amount_minor })),
  );
  const given = { mediumId, refundId, tripIds: shares.map(({ tripId }) => tripId) };
  await changeRefundTrips(tx, { ...given, amounts: shares.map((share) => share.amountMinor) });
  await deleteOtherTrips(tx, given);
}

const eventOf = {
  refunded: 'refund',
  declined: 'decline',
  returned: 'return',
  not_refunded: 'not_refunded',
} as const satisfies Record<RefundOutcome['state'], RefundEvent>;

/**
 * Applies an answer that the bank sent by itself. Returns false when no refund has the reference: a refusal does not
 * say what was refused.
 */
export async function applyRefundAnswer(context: Using<'pool'>, key: RefundKey, answer: BankAnswer): Promise<boolean> {
  const [known] = await findRefundReference(context.pool, key);
  if (known === undefined) return false;
  const outcome = refundOutcomeOf(answer);
  if (outcome !== undefined) await applyRefundOutcome(context, key, outcome);
  return true;
}

/** The medium of a refund; undefined when there is no such refund. */
export async function findMediumOfRefund(db: Db, id: string): Promise<string | undefined> {
  const [refund] = await refundTries.findMediumOf(db, { id });
  return refund?.medium_id;
}

/** What is written about a refund that ends. The amount that the bank gave back counts, also if it was asked for another. */
function columnsOf(outcome: RefundOutcome) {
  if (outcome.state === 'not_refunded') return nothingGiven;
  const { bankReference = null } = outcome;
  if (outcome.state !== 'refunded') return { ...nothingGiven, declineCode: outcome.declineCode, bankReference };
  return { declineCode: null, bankReference, givenMinor: outcome.amountMinor, givenCurrency: outcome.currency };
}

const nothingGiven = { declineCode: null, bankReference: null, givenMinor: null, givenCurrency: null } as const;
