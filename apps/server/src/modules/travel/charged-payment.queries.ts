import { statement } from '../../lib/sql.ts';
import { instant, text, uuid } from '../../lib/sql-types.ts';
import { chargeColumns, chargeList } from './payment.sql.ts';

/** The payment that a fare or a ticket was charged with, of those that opened between two instants. */
export const findChargedPayment = statement({
  name: 'travel.findChargedPayment',
  values: { mediumId: uuid, srid: text, from: instant, to: instant },
  row: chargeColumns,
  text: `select ${chargeList}
  from payments
  where medium_id = $mediumId
    and srid = $srid
    and reason <> 'refund'
    and opened_at >= $from
    and opened_at <= $to
  order by opened_at desc
  limit 1`,
});
