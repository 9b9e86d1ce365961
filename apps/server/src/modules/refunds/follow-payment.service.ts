import type { Db } from '../../lib/sql.ts';
import { moveRefunds, renameOwnMoves, renameOwnPayments } from './follow-payment.queries.ts';
import { lockRefunds } from './settle-refunds.queries.ts';
import { settleRefunds } from './settle-refunds.service.ts';

/** A payment that has another reference or opening than our refunds of it. */
export interface MovedPayment {
  readonly mediumId: string;
  readonly paymentId: string;
  readonly formerSrid: string;
  readonly srid: string;
  readonly openedAt: string;
}

/**
 * Gives our refunds the reference and the opening that a newer delivery gives their payment, together with their movements and
 * payments. Runs in the transaction of the delivery.
 */
export async function followPayment(tx: Db, { formerSrid, openedAt, ...payment }: MovedPayment): Promise<void> {
  const { mediumId, srid } = payment;
  await lockRefunds(tx, { mediumId, srid: formerSrid });
  const refundIds = (await moveRefunds(tx, { ...payment, openedAt })).map(({ refund_id: id }) => id);
  await renameOwnMoves(tx, { mediumId, refundIds, srid });
  await renameOwnPayments(tx, { mediumId, refundIds, srid });
  await settleRefunds(tx, [{ mediumId, srid }]);
}
