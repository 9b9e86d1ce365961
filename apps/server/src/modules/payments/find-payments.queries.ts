import { movedAt } from '../../database/tables/travel-columns.ts';
import { statement } from '../../lib/sql.ts';
import { arrayOf, instant, notNull, text, uuid } from '../../lib/sql-types.ts';
import { isOfShownTime, shownValues } from '../travel/history.sql.ts';
import { paymentColumns, paymentList } from '../travel/payment.sql.ts';

/** Where the refunds with a reference and the late collections of its payment lie in the history of a medium: about at these instants. */
export const listMovementPlaces = statement({
  name: 'payments.listMovementPlaces',
  values: { mediumId: uuid, srid: text, paymentId: uuid },
  row: {
    payment_id: notNull(uuid, 'part of a key'),
    opened_at: notNull(instant, 'each delivery has a time of export, and each closed collection its end'),
  },
  text: `select settlement_id as payment_id, ${movedAt} as opened_at
  from settlements
  where medium_id = $mediumId
    and srid = $srid
    and kind = 'refund'
    and approved
  union all
  select collection_id, closed_at
  from collections
  where medium_id = $mediumId
    and payment_id = $paymentId
    and outcome = 'approved'`,
});

/** Those of these payments of a medium that have a reference, between two instants, the newest first. */
export const listPaymentsOfReference = statement({
  name: 'payments.listOfReference',
  values: { mediumId: uuid, srid: text, paymentIds: arrayOf(uuid), from: instant, to: instant, ...shownValues },
  row: paymentColumns,
  text: `select ${paymentList}
  from payments
  where medium_id = $mediumId
    and payment_id = any($paymentIds)
    and srid = $srid
    and opened_at >= $from
    and opened_at <= $to ${isOfShownTime('payments')}
  order by opened_at desc, payment_id desc`,
});
