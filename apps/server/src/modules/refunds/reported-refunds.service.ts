import type { Pool } from 'pg';
import type { Bank, BankReturn, ReportLine } from '../../gateways/bank.ts';
import { isUuid } from '../../lib/ids.ts';
import { transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { attemptKeyFor } from '../bank-tries/attempt-key.ts';
import type { KnownTry, ReportedKind } from '../bank-tries/compare-report.ts';
import { applyRefundAnswer, applyRefundOutcome, findMediumOfRefund } from './apply-refund-outcome.service.ts';
import { listDoneRefunds } from './move-refund.queries.ts';
import { findPaidReference, sumRefunds } from './refund-facts.queries.ts';
import { tripsAround } from './refund-window.ts';
import { findRefundById, insertRecalledRefund, insertRecalledTrips } from './refunds.queries.ts';

/** Our side of the refunds that the bank reports of a day. */
export function reportedRefunds(
  context: Using<'pool'> & { readonly bank: Bank },
  day: { from: Date; before: Date },
): ReportedKind {
  const { pool } = context;
  return {
    kind: 'refund',
    find: async (refundId) => {
      const [row] = await findRefundById(pool, { refundId });
      if (row === undefined) return undefined;
      const { state, amount_minor, currency, given_minor, given_currency, bank_reference: bankReference } = row;
      return {
        outcome: outcomeOf(state),
        amountMinor: given_minor ?? amount_minor,
        currency: given_currency ?? currency,
        bankReference,
      };
    },
    recall: async (line) => await recallRefund(pool, line),
    apply: async ({ reference: refundId, bankReference, amountMinor, currency }: ReportLine) => {
      const [row] = await findRefundById(pool, { refundId });
      if (row === undefined) return;
      const said = { state: 'refunded', bankReference, amountMinor, currency } as const;
      await applyRefundAnswer(context, { mediumId: row.medium_id, refundId }, said);
    },
    listDone: async () =>
      (await listDoneRefunds(pool, day)).map((row) => ({
        id: row.refund_id,
        amountMinor: row.amount_minor,
        currency: row.currency,
      })),
    isDoneAtBank: async (reference) => {
      const answer = await context.bank.find(reference);
      if (answer === 'unknown') return false;
      // The bank did the refund, and we have not heard that the money came back.
      if (answer.state === 'returned') await applyReturn(context, reference, answer);
      return answer.state === 'refunded' || answer.state === 'returned';
    },
  };
}

/**
 * A refund that a restored database does not know is written down at the payment that its statement reference names. Not if the payment
 * has less left than the bank gave back: a delivery since the restore may have counted this very refund.
 */
async function recallRefund(
  pool: Pool,
  { reference: refundId, statementReference: srid, amountMinor, currency, at }: ReportLine,
): Promise<KnownTry | undefined> {
  const [payment] = srid === undefined ? [] : await findPaidReference(pool, { srid });
  if (payment === undefined || srid === undefined) return undefined;
  const { medium_id: mediumId, payment_id: paymentId, opened_at: openedAt, operator_code: operatorCode } = payment;
  const [sum] = await sumRefunds(pool, { mediumId, paymentId, srid, currency });
  const leftMinor = payment.amount_minor - (sum?.refunded_minor ?? 0);
  if (payment.currency !== currency || sum?.has_other_currency === true || leftMinor < amountMinor) return undefined;
  const refund = { refundId, operatorCode, srid, amountMinor, currency };
  const lost = { attemptKey: attemptKeyFor(refundId), requestedAt: at };
  await transaction(pool, async (tx) => {
    await insertRecalledRefund(tx, { mediumId, paymentId, openedAt, ...refund, ...lost });
    const given = { mediumId, refundId, srid, amountMinor, currency, chargedMinor: payment.amount_minor };
    await insertRecalledTrips(tx, { ...given, ...tripsAround(mediumId, openedAt) });
  });
  return { outcome: 'not_done', amountMinor, currency, bankReference: null };
}

/** Applies what the bank reports of refunds whose money came back to it. */
export async function applyReturns(context: Using<'pool'>, lines: readonly ReportLine[]): Promise<void> {
  for (const { kind, reference, bankReference, amountMinor, currency } of lines)
    if (kind === 'return' && isUuid(reference))
      await applyReturn(context, reference, { bankReference, amountMinor, currency, declineCode: 'refused' });
}

async function applyReturn(context: Using<'pool'>, refundId: string, said: Omit<BankReturn, 'state'>): Promise<void> {
  const mediumId = await findMediumOfRefund(context.pool, refundId);
  if (mediumId !== undefined) await applyRefundOutcome(context, { mediumId, refundId }, { ...said, state: 'returned' });
}

function outcomeOf(state: string): KnownTry['outcome'] {
  if (state === 'refunded' || state === 'returned') return 'done';
  return state === 'declined' ? 'not_done' : 'open';
}
