import type { StartedCollection } from '@tapfolio/contracts/debts.ts';
import { collectingDebtStates, settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { isBefore } from '../../lib/iso-instant.ts';
import type { Transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { tellBackOffice } from '../back-office/tell-back-office.service.ts';
import { attemptKeyFor } from '../bank-tries/attempt-key.ts';
import { enqueueMoneyJob } from '../bank-tries/money-jobs.service.ts';
import { type askers, insertCollection, listTryIds } from './collections.queries.ts';
import { lockDebt } from './move-debt.queries.ts';
import { moveDebt } from './move-debt.service.ts';
import { nextTryId } from './next-try-id.ts';
import { readTries } from './tries.service.ts';

/** A passenger or a guest confirmed the amount of a debt and wants it collected from the card. */
export interface CollectionRequest {
  readonly mediumId: string;
  /** The start of the card's visible history; absent for a guest, who named the fare by its statement line. */
  readonly shownFrom?: string;
  readonly paymentId: string;
  readonly amountMinor: number;
  /** Absent for a guest whose page does not say it: then it is the debt's. */
  readonly currency?: string | undefined;
  readonly askedBy: (typeof askers)[number];
}

/**
 * Whether a debt can be paid here at all: a bank is set up, the operator does not withhold paying, and the debt has the reference
 * by which the bank finds the card.
 */
export function canBePaid<Debt extends { srid: string | null }>(
  { bank, config }: Using<'config' | 'bank'>,
  debt: Debt,
): debt is Debt & { srid: string } {
  return bank !== undefined && debt.srid !== null && !config.withheldPermissions.includes('card.pay-debt');
}

/**
 * Begins to collect a debt, in the caller's transaction: a second request waits for the debt's row and is refused, since a
 * collection runs. The bank is asked later, by a worker.
 * @throws AppError `debt_not_found`, `debt_settled`, `debt_collection_running`, `debt_amount_changed` with what is due now,
 *   `debt_tries_used`, `debt_payment_not_offered`.
 */
export async function requestCollection(
  context: Using<'config' | 'bank'>,
  tx: Transaction,
  request: CollectionRequest,
): Promise<StartedCollection> {
  const { mediumId, paymentId, askedBy, shownFrom = '-infinity' } = request;
  const [debt] = await lockDebt(tx, { mediumId, paymentId });
  assertThat(debt !== undefined && !isBefore(debt.opened_at, shownFrom), 'debt_not_found');
  assertThat(!settledDebtStates.includes(debt.state), 'debt_settled');
  assertThat(!collectingDebtStates.includes(debt.state), 'debt_collection_running');
  const { due_minor: amountMinor, currency, operator_code: operatorCode } = debt;
  const isAsConfirmed = amountMinor === request.amountMinor && currency === (request.currency ?? currency);
  assertThat(isAsConfirmed, 'debt_amount_changed', { amountMinor, currency });
  assertThat(canBePaid(context, debt), 'debt_payment_not_offered');
  const { srid } = debt;
  await refuseUsedTries(context, tx, { mediumId, paymentId });

  const amount = { amountMinor, currency };
  const wanted = { mediumId, paymentId, operatorCode, srid, ...amount };
  const known = (await listTryIds(tx, { mediumId, paymentId })).map((row) => row.collection_id);
  const collectionId = nextTryId(wanted, known);
  const attemptKey = attemptKeyFor(collectionId);
  const [inserted] = await insertCollection(tx, { ...wanted, collectionId, attemptKey, askedBy });
  assertThat(inserted !== undefined, 'debt_collection_running');
  await moveDebt(tx, { mediumId, paymentId, event: 'request', source: askedBy, amount });
  await tellBackOffice(tx, [{ mediumId, paymentId, operatorCode, srid, kind: 'access_requested', ...amount }]);
  await enqueueMoneyJob(tx, { task: 'collect-debt', mediumId, id: collectionId, waitSeconds: 0 });
  return { state: 'requested', amount };
}

async function refuseUsedTries(
  context: Using<'config'>,
  tx: Transaction,
  debt: { mediumId: string; paymentId: string },
): Promise<void> {
  const { left, nextAt, now } = await readTries(tx, context, debt);
  if (nextAt !== null) {
    const retryAfterSeconds = Math.ceil((nextAt.getTime() - now.getTime()) / 1000);
    throw new AppError('debt_tries_used', { retryAfterSeconds });
  }
  assertThat(left > 0, 'debt_tries_used');
}
