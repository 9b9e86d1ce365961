import type { Bank } from '../../gateways/bank.ts';
import type { Using } from '../../plugins/context.ts';
import type { ReportedKind } from '../bank-tries/compare-report.ts';
import { applyChargeOutcome, findMediumOfCollection } from './apply-charge-outcome.service.ts';
import { findCollection, listApproved } from './collections.queries.ts';

/** Our side of the charges that the bank reports of a day. */
export function reportedCharges(
  context: Using<'pool' | 'config'> & { readonly bank: Bank },
  day: { from: Date; before: Date },
): ReportedKind {
  const { pool } = context;
  const findKnown = async (reference: string) => {
    const mediumId = await findMediumOfCollection(pool, reference);
    const key = mediumId === undefined ? undefined : { mediumId, collectionId: reference };
    const [row] = key === undefined ? [] : await findCollection(pool, key);
    return key && row && { key, row };
  };
  return {
    kind: 'charge',
    find: async (reference) => {
      const known = await findKnown(reference);
      if (known === undefined) return undefined;
      const { outcome, amount_minor: amountMinor, currency } = known.row;
      return {
        outcome: outcome === null ? 'open' : outcome === 'approved' ? 'done' : 'not_done',
        amountMinor,
        currency,
      };
    },
    apply: async ({ reference, bankReference, amountMinor, currency }) => {
      const known = await findKnown(reference);
      if (known !== undefined)
        await applyChargeOutcome(context, known.key, { state: 'captured', bankReference, amountMinor, currency });
    },
    listDone: async () =>
      (await listApproved(pool, day)).map((row) => ({
        id: row.collection_id,
        amountMinor: row.amount_minor,
        currency: row.currency,
      })),
    isDoneAtBank: async (reference) => {
      const answer = await context.bank.find(reference);
      return answer !== 'unknown' && answer.state === 'captured';
    },
  };
}
