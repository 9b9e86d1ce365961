import { statement } from '../../lib/sql.ts';
import { arrayOf, instant, text, uuid } from '../../lib/sql-types.ts';

/**
 * Gives the refunds of a payment its new opening and reference. A refund that a delivery has brought keeps the reference of that
 * delivery, and a refund that the bank is being asked about keeps the reference that was sent to the bank.
 */
export const moveRefunds = statement({
  name: 'refunds.move',
  values: { mediumId: uuid, paymentId: uuid, srid: text, openedAt: instant },
  row: { refund_id: uuid },
  text: `update refunds
  set opened_at = $openedAt,
    srid = case
      when delivered_id is null and (closed_at is not null or first_submitted_at is null) then $srid
      else srid
    end
  where medium_id = $mediumId and payment_id = $paymentId
  returning refund_id`,
});

export const renameOwnMoves = statement({
  name: 'refunds.renameMoves',
  values: { mediumId: uuid, refundIds: arrayOf(uuid), srid: text },
  text: 'update settlements set srid = $srid where medium_id = $mediumId and settlement_id = any($refundIds)',
});

export const renameOwnPayments = statement({
  name: 'refunds.renamePayments',
  values: { mediumId: uuid, refundIds: arrayOf(uuid), srid: text },
  text: 'update payments set srid = $srid where medium_id = $mediumId and payment_id = any($refundIds)',
});
