import { recordAudit } from '../../audit/audit.queries.ts';
import type { BankReturn } from '../../gateways/bank.ts';
import type { Transaction } from '../../lib/sql.ts';
import { raiseAlarm } from '../alarms/alarms.service.ts';
import { type ClosedRefund, unmarkTrips } from './move-refund.queries.ts';
import { tripsAround } from './refund-window.ts';
import { deleteOwnMove, deleteOwnPayment, type LockedRefund } from './settle-refunds.queries.ts';
import { settleRefunds } from './settle-refunds.service.ts';

interface TakenBack {
  readonly closed: ClosedRefund;
  /** As the refund stood before the bank said that its money came back. */
  readonly was: LockedRefund;
  readonly said: BankReturn;
}

/**
 * Removes a refund whose money came back to the bank from the history and from its trips, and raises an alarm. A delivery of the same
 * refund stays, since only the back office can withdraw it; the alarm says so.
 */
export async function takeBack(tx: Transaction, mediumId: string, { closed, was, said }: TakenBack): Promise<void> {
  const { refund_id: refundId, srid, reason, opened_at: openedAt } = closed;
  const key = { mediumId, refundId };
  await deleteOwnMove(tx, key);
  if (was.closed_at !== null) await deleteOwnPayment(tx, { ...key, openedAt: was.closed_at });
  await settleRefunds(tx, [{ mediumId, srid }]);
  await unmarkTrips(tx, { ...key, reason, ...tripsAround(mediumId, openedAt) });
  const { amountMinor, currency, declineCode } = said;
  const detail = { amountMinor, currency, declineCode, isDelivered: was.delivered_id !== null };
  await raiseAlarm(tx, { kind: 'refund_returned', subject: refundId, detail });
  await recordAudit(tx, {
    kind: 'refund_returned',
    passengerId: null,
    traceId: refundId,
    detail: { refundId, ...detail },
  });
}
