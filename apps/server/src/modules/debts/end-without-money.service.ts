import { payableDebtStates, settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import type { Transaction } from '../../lib/sql.ts';
import { tellBackOffice } from '../back-office/tell-back-office.service.ts';
import type { ClosedCollection } from './collections.queries.ts';
import { findDebtOfReference } from './debts.queries.ts';
import { followDelivery } from './follow-delivery.service.ts';
import { lockDebt } from './move-debt.queries.ts';
import { type DebtMove, moveDebt } from './move-debt.service.ts';

/** A try that was just closed, and how it ended. */
interface EndedTry extends Pick<DebtMove, 'source'> {
  readonly closed: ClosedCollection;
  readonly event: 'decline' | 'not_charged';
}

/**
 * Moves the debt of a try that ended without money, and tells the back office that it may collect again itself. It is not told
 * when the fare is settled: an earlier try took the money after all, or a delivery says that the fare is paid. A delivery that moved the
 * payment to another card settles the fare here, and that card owes it.
 */
export async function endWithoutMoney(tx: Transaction, { closed, event, source }: EndedTry): Promise<void> {
  const { medium_id: mediumId, payment_id: paymentId, operator_code: operatorCode } = closed;
  const amount = { amountMinor: closed.amount_minor, currency: closed.currency };
  await moveDebt(tx, { mediumId, paymentId, event, source, amount });
  await followDelivery(tx, { mediumId, paymentId });
  const [debt] = await lockDebt(tx, { mediumId, paymentId });
  if (debt === undefined) return;
  if (settledDebtStates.includes(debt.state) && !(await isOwedByOtherCard(tx, closed))) return;
  // A delivery may have given the fare another reference since the try began.
  const srid = debt.srid ?? closed.srid;
  await tellBackOffice(tx, [{ mediumId, paymentId, operatorCode, srid, kind: 'access_not_granted', ...amount }]);
}

/**
 * Whether a delivery has moved the payment of a try to another card, which owes it. The request that the back office waits for is ours. If that
 * card is being charged, or was, then the end of its own try is told.
 */
async function isOwedByOtherCard(tx: Transaction, { medium_id, payment_id, srid }: ClosedCollection): Promise<boolean> {
  const named = await findDebtOfReference(tx, { srid });
  return named.some(
    (debt) => debt.medium_id !== medium_id && debt.payment_id === payment_id && payableDebtStates.includes(debt.state),
  );
}
