import type { Bank, BankReturn, ReportLine } from '../../gateways/bank.ts';
import { isUuid } from '../../lib/ids.ts';
import type { Using } from '../../plugins/context.ts';
import type { KnownTry, ReportedKind } from '../bank-tries/compare-report.ts';
import { applyRefundOutcome, findMediumOfRefund } from './apply-refund-outcome.service.ts';
import { listDoneRefunds } from './move-refund.queries.ts';
import { findRefundById } from './refunds.queries.ts';

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
      return row && { outcome: outcomeOf(row.state), amountMinor: row.amount_minor, currency: row.currency };
    },
    apply: async ({ reference: refundId, bankReference, amountMinor, currency }: ReportLine) => {
      const [row] = await findRefundById(pool, { refundId });
      if (row === undefined) return;
      const said = { state: 'refunded', bankReference, amountMinor, currency } as const;
      await applyRefundOutcome(context, { mediumId: row.medium_id, refundId }, said);
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
