import { type RefundEvent, refundEdges } from '@tapfolio/domain/refund-states.ts';
import type { BankAgreement, BankAnswer, BankRefusal, BankReturn } from '../../gateways/bank.ts';
import { type Db, type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { raiseAlarm } from '../alarms/alarms.service.ts';
import { ensureThisMonth } from '../bank-tries/money-jobs.service.ts';
import {
  type ClosedRefund,
  changeRefundState,
  closeRefund,
  findRefundReference,
  findVoidTrip,
  markTrips,
  markTripsOfOthers,
  reclaimTrips,
  refundTries,
  voidTrips,
} from './move-refund.queries.ts';
import { tripsAround } from './refund-window.ts';
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
/** What is certain about a refund, and ends it. */
export type RefundCertainty = Refunded | BankRefusal | BankReturn | { readonly state: 'not_refunded' };

/** What follows from an answer of the bank for a refund; undefined for one that can only be about a charge. */
export function refundCertaintyOf(answer: BankAnswer): RefundCertainty | undefined {
  if (answer.state === 'declined' || answer.state === 'returned') return answer;
  return answer.state === 'refunded' ? { ...answer, state: answer.state } : undefined;
}

/** Says in the refund that something happened which does not end it. Answers whether it did. */
export async function moveRefund(tx: Transaction, key: RefundKey, event: 'submit' | 'doubt'): Promise<boolean> {
  const { before, next } = refundEdges(event);
  return (await changeRefundState(tx, { ...key, before, next })).length === 1;
}

/**
 * The one place where a refund comes to its end, whoever heard of it: the worker, a call of the bank, a query by reference or
 * the bank's report. Answers whether anything changed: what comes late or again does not.
 */
export async function obeyRefund(
  { pool }: Using<'pool'>,
  key: RefundKey,
  certainty: RefundCertainty,
): Promise<boolean> {
  if (certainty.state === 'refunded') await ensureThisMonth(pool);
  return await transaction(pool, async (tx) => {
    // A file that brings the same refund locks it too: the one finds what the other has written.
    const was = await lockRefund(tx, key);
    if (certainty.state === 'returned' && isOfAnother(was, certainty)) return false;
    const [closed] = await closeRefund(tx, { ...key, ...refundEdges(eventOf[certainty.state]), ...saidBy(certainty) });
    if (closed === undefined) return false;
    if (certainty.state === 'refunded') {
      await giveBack(tx, key, { closed, certainty, isLate: was?.state === 'declined' });
      return true;
    }
    if (certainty.state === 'returned' && was?.state === 'refunded')
      await takeBack(tx, key.mediumId, { closed, was, said: certainty });
    await voidTrips(tx, key);
    const { mediumId } = key;
    await markTripsOfOthers(tx, { mediumId, srid: closed.srid, ...tripsAround(mediumId, closed.opened_at) });
    return true;
  });
}

/** Where a bank did a refund twice, which it must not, what came back of the one says nothing of the other. */
function isOfAnother(was: LockedRefund | undefined, { bankReference }: BankReturn): boolean {
  return was?.state === 'refunded' && was.bank_reference !== bankReference;
}

interface GivenBack {
  readonly closed: ClosedRefund;
  readonly certainty: Refunded;
  /** The bank had refused it before. */
  readonly isLate: boolean;
}

/** What follows once the money is back: the history, the trips, and an alarm where something else was done than asked for. */
async function giveBack(tx: Transaction, key: RefundKey, { closed, certainty, isLate }: GivenBack): Promise<void> {
  const { amountMinor, currency } = certainty;
  const detail = { amountMinor, currency };
  if (amountMinor !== closed.amount_minor || currency !== closed.currency)
    await raiseAlarm(tx, { kind: 'refunded_other_amount', subject: closed.refund_id, detail });
  if (isLate) {
    await reclaimTrips(tx, key);
    const [taken] = await findVoidTrip(tx, key);
    if (taken !== undefined) await raiseAlarm(tx, { kind: 'refunded_twice', subject: closed.refund_id, detail });
  }
  await settleRefunds(tx, [{ mediumId: key.mediumId, srid: closed.srid }]);
  await markTrips(tx, { ...key, reason: closed.reason, ...tripsAround(key.mediumId, closed.opened_at) });
}

const eventOf = {
  refunded: 'refund',
  declined: 'decline',
  returned: 'return',
  not_refunded: 'not_refunded',
} as const satisfies Record<RefundCertainty['state'], RefundEvent>;

/**
 * Does what follows from an answer of the bank that came by itself. Answers whether it is about a refund at all: a refusal does
 * not say what was refused.
 */
export async function obeyRefundAnswer(context: Using<'pool'>, key: RefundKey, answer: BankAnswer): Promise<boolean> {
  const [known] = await findRefundReference(context.pool, key);
  if (known === undefined) return false;
  const certainty = refundCertaintyOf(answer);
  if (certainty !== undefined) await obeyRefund(context, key, certainty);
  return true;
}

/** Whose refund this is; undefined when there is none. */
export async function findMediumOfRefund(db: Db, id: string): Promise<string | undefined> {
  const [refund] = await refundTries.findMediumOf(db, { id });
  return refund?.medium_id;
}

function saidBy(certainty: RefundCertainty) {
  if (certainty.state === 'not_refunded') return { declineCode: null, bankReference: null };
  const { bankReference = null } = certainty;
  return { declineCode: certainty.state === 'refunded' ? null : certainty.declineCode, bankReference };
}
