import type { Bank, ReportLine } from '../../gateways/bank.ts';
import type { Using } from '../../plugins/context.ts';
import type { KnownTry, ReportedKind } from '../bank-tries/compare-report.ts';
import { listDoneRefunds } from './move-refund.queries.ts';
import { obeyRefund } from './obey-refund.service.ts';
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
    obey: async ({ reference: refundId, bankReference, amountMinor, currency }: ReportLine) => {
      const [row] = await findRefundById(pool, { refundId });
      if (row === undefined) return;
      const said = { state: 'refunded', bankReference, amountMinor, currency } as const;
      await obeyRefund(context, { mediumId: row.medium_id, refundId }, said);
    },
    listDone: async () =>
      (await listDoneRefunds(pool, day)).map((row) => ({
        id: row.refund_id,
        amountMinor: row.amount_minor,
        currency: row.currency,
      })),
    isDoneAtBank: async (reference) => {
      const answer = await context.bank.find(reference);
      return answer !== 'unknown' && answer.state === 'refunded';
    },
  };
}

function outcomeOf(state: string): KnownTry['outcome'] {
  if (state === 'refunded') return 'done';
  return state === 'declined' ? 'not_done' : 'open';
}
