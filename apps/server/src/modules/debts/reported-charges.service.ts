import { settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import type { Bank, ReportLine } from '../../gateways/bank.ts';
import type { Db } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { attemptKeyFor } from '../bank-tries/attempt-key.ts';
import type { KnownTry, ReportedKind } from '../bank-tries/compare-report.ts';
import { applyChargeAnswer, findMediumOfCollection } from './apply-charge-outcome.service.ts';
import { findCollection, findDelivered, insertRecalled, listApproved } from './collections.queries.ts';
import { findDebtOfReference } from './debts.queries.ts';

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
      const { outcome, amount_minor, currency, taken_minor, taken_currency, bank_reference: bankReference } = known.row;
      const decided = outcome === 'approved' ? 'done' : 'not_done';
      return {
        outcome: outcome === null ? 'open' : decided,
        amountMinor: taken_minor ?? amount_minor,
        currency: taken_currency ?? currency,
        bankReference,
      };
    },
    recall: async (line) => await recallCharge(pool, line),
    apply: async ({ reference, bankReference, amountMinor, currency }) => {
      const known = await findKnown(reference);
      if (known !== undefined)
        await applyChargeAnswer(context, known.key, { state: 'captured', bankReference, amountMinor, currency });
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

/**
 * A charge that a restored database does not know is written down as a try of the unpaid fare that its statement reference names. Not if
 * two fares have the reference, nor if the fare counts as settled: a delivery since the restore may have counted this very charge. If that
 * names the charge by the bank's reference, it has.
 */
async function recallCharge(
  db: Db,
  { reference: collectionId, bankReference, statementReference: srid, amountMinor, currency, at }: ReportLine,
): Promise<KnownTry | undefined> {
  if (srid === undefined) return undefined;
  const [debt, other] = await findDebtOfReference(db, { srid });
  if (debt === undefined || other !== undefined) return undefined;
  const { medium_id: mediumId, payment_id: paymentId, operator_code: operatorCode } = debt;
  if (settledDebtStates.includes(debt.state)) {
    const [delivered] = await findDelivered(db, { mediumId, srid, bankReference });
    return delivered && { outcome: 'done', amountMinor, currency, bankReference };
  }
  const charge = {
    collectionId,
    operatorCode,
    srid,
    amountMinor,
    currency,
    attemptKey: attemptKeyFor(collectionId),
    requestedAt: at,
  };
  await insertRecalled(db, { mediumId, paymentId, ...charge });
  return { outcome: 'not_done', amountMinor, currency, bankReference: null };
}
