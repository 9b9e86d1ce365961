import { BankUncertain, type RefundOrder } from '../../gateways/bank.ts';
import { type ResultRow, type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { enqueueMoneyJob } from '../bank-tries/money-jobs.service.ts';
import { type AskingBank, doubtSeconds, leaseSeconds, type Pause, tryAtBank } from '../bank-tries/try-at-bank.ts';
import {
  applyRefundOutcome,
  moveRefund,
  type RefundKey,
  type RefundOutcome,
  refundOutcomeOf,
} from './apply-refund-outcome.service.ts';
import { findChargeback, findOtherCurrency, refundTries } from './move-refund.queries.ts';
import { sumRefunds } from './refund-facts.queries.ts';
import { mayBeChargedBack } from './waiting-chargebacks.service.ts';

/** What asking the bank for a refund needs. */
export interface Refunding extends AskingBank, Using<'pool'> {}

/** Refunds that are due and have no job: it was lost, or its worker died. Reads all media. */
export const listDueRefunds = refundTries.listDue;

/** Ends waits that a clock far ahead has begun. Reads all media. */
export const endFarWaitsOfRefunds = refundTries.endFarWaits;

type LeasedRow = ResultRow<typeof refundTries.takeLease>;

interface Leased extends LeasedRow {
  /**
   * Since the request money of its payment went back in another way, or may have (a chargeback or another refund was delivered), or a
   * delivery has given the payment another currency.
   */
  readonly isOvertaken: boolean;
  /** The bank is only asked for the result of the refund. */
  readonly asksOnly: boolean;
}

/** Makes the bank refund money once, although this may run several times and be killed anywhere. */
export async function doRefund(context: Refunding, key: RefundKey): Promise<void> {
  const id = { mediumId: key.mediumId, id: key.refundId };
  await tryAtBank<Leased, RefundOutcome>(context, {
    reference: key.refundId,
    lease: () => lease(context, key),
    renew: ({ attempts }) => refundTries.renewLease(context.pool, { ...id, attempts, leaseSeconds }),
    ask: (leased, hear) => askBank(context, leased, hear),
    apply: (outcome) => applyRefundOutcome(context, key, outcome),
    postpone: (leased, pause) => postpone(context, key, { leased, pause }),
  });
}

/**
 * Takes the lease and records in the refund that the bank is being asked. Both are committed before the bank is asked. Looks for a
 * chargeback, for other refunds and at the currency again: a delivery may have come since the request.
 */
async function lease({ pool }: Using<'pool'>, key: RefundKey): Promise<Leased | undefined> {
  return await transaction(pool, async (tx) => {
    const id = { mediumId: key.mediumId, id: key.refundId };
    const [leased] = await refundTries.takeLease(tx, { ...id, leaseSeconds, doubtSeconds });
    if (leased === undefined) return undefined;
    await moveRefund(tx, key, 'submit');
    const isOvertaken =
      (await isChargedBack(tx, leased)) ||
      (await isRefundedOtherwise(tx, leased)) ||
      (await isOfOtherCurrency(tx, leased));
    const asksOnly = leased.is_old || isOvertaken;
    if (!asksOnly) await refundTries.forgetMissed(tx, id);
    return { ...leased, isOvertaken, asksOnly };
  });
}

/**
 * An import that commits between two of these looks lets a chargeback that waits find its payment, or one that has found it wait again. Delivered
 * chargebacks are looked at before and after those that wait, so that none is overlooked on its way.
 */
async function isChargedBack(tx: Transaction, leased: LeasedRow): Promise<boolean> {
  const { medium_id: mediumId, srid, currency, opened_at: openedAt } = leased;
  const isDelivered = async () => (await findChargeback(tx, { mediumId, srid })).length > 0;
  return (
    (await isDelivered()) ||
    (await mayBeChargedBack(tx, { mediumId, srid, currency, openedAt })) ||
    (await isDelivered())
  );
}

/** The rules were judged with what was refunded at the request. After another refund they may refuse this one. */
async function isRefundedOtherwise(tx: Transaction, leased: LeasedRow): Promise<boolean> {
  const { medium_id: mediumId, payment_id: paymentId, srid, currency, refunded_before_minor: beforeMinor } = leased;
  if (beforeMinor === null) return false;
  const [sum] = await sumRefunds(tx, { mediumId, paymentId, srid, currency });
  return (sum?.refunded_minor ?? 0) > beforeMinor;
}

async function isOfOtherCurrency(tx: Transaction, leased: LeasedRow): Promise<boolean> {
  const { medium_id: mediumId, payment_id: paymentId, opened_at: openedAt, currency } = leased;
  return (await findOtherCurrency(tx, { mediumId, openedAt, paymentId, currency })).length > 0;
}

async function askBank(
  { bank, pool }: Refunding,
  leased: Leased,
  hear: () => void,
): Promise<RefundOutcome | undefined> {
  const order: RefundOrder = {
    attemptKey: leased.attempt_key,
    reference: leased.refund_id,
    operatorCode: leased.operator_code,
    statementReference: leased.srid,
    amountMinor: leased.amount_minor,
    currency: leased.currency,
  };
  if (leased.isOvertaken && leased.attempts === 1) return { state: 'not_refunded' };
  const answer = leased.asksOnly ? await bank.find(order.reference) : await bank.refund(order);
  hear();
  if (answer === 'unknown') {
    const [missed] = await refundTries.noteMissed(pool, { mediumId: leased.medium_id, id: leased.refund_id });
    return missed?.is_certain === true ? { state: 'not_refunded' } : undefined;
  }
  const outcome = refundOutcomeOf(answer);
  if (outcome === undefined) throw new BankUncertain(`the bank says "${answer.state}" of a refund`);
  return outcome;
}

/** Gives the lease back and writes in the refund that the bank's answer is missing. */
async function postpone(
  { pool }: Using<'pool'>,
  key: RefundKey,
  { leased, pause }: { leased: Leased; pause: Pause },
): Promise<void> {
  await transaction(pool, async (tx) => {
    const id = { mediumId: key.mediumId, id: key.refundId };
    const postponed = await refundTries.postpone(tx, { ...id, attempts: leased.attempts, ...pause });
    // Another worker holds the lease, or the answer came in another way.
    if (postponed.length === 0) return;
    await moveRefund(tx, key, 'doubt');
    const { waitSeconds } = pause;
    await enqueueMoneyJob(tx, { task: 'refund-payment', mediumId: key.mediumId, id: key.refundId, waitSeconds });
  });
}
