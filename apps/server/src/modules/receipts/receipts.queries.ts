import type { PublicReceipt } from '@tapfolio/contracts/receipts.ts';
import { untypedStatement } from '../../lib/sql.ts';
import { isoUtc, jsonRows, moneyJson } from '../../lib/sql-json.ts';
import { bankJoin, receiptAvailable, shownStatus, tripCount, tripCounts } from '../travel/payment.sql.ts';
import { timeZone } from '../travel/trip.sql.ts';

const refunds = `select ${isoUtc('s.requested_at')} as at, ${moneyJson('s.amount_minor', 'p.currency')} as amount
  from settlements s
  where s.medium_id = p.medium_id and s.srid = p.srid and s.direction = 'credit' and s.approved
  order by s.requested_at nulls last, s.settlement_id`;

/**
 * What the holder of a statement line may see of its payment: the money, and no place, no time and nothing of the card
 * (RCPT-03). Values: medium, opened at, payment; together the key that the service reference names.
 */
export const findPublicReceipt = untypedStatement<{ receipt: PublicReceipt }>(
  'receipts.findPublic',
  `with payment as materialized (
    select * from payments where medium_id = $1 and opened_at = $2::timestamptz and payment_id = $3
  ), ${tripCounts('payment', '$1')}
  select row_to_json(item) as receipt
  from (
    select p.srid,
      p.service_day as "serviceDay",
      ${timeZone('p')} as "timeZone",
      ${isoUtc('p.closed_at')} as "closedAt",
      p.reason,
      p.method,
      ${shownStatus('p')} as status,
      ${moneyJson('p.due_minor', 'p.currency')} as due,
      ${moneyJson('p.paid_minor', 'p.currency')} as paid,
      ${jsonRows(refunds)} as refunds,
      ${tripCount('p')} as "tripCount",
      ${receiptAvailable('p')} as available
    from payment p
    ${bankJoin('p')}
  ) item`,
);
