import { transportTypes, tripStatuses } from '@tapfolio/domain/states.ts';
import { selectList, statement } from '../../lib/sql.ts';
import { bigint, boolean, instant, notNull, nullable, oneOf, type RowOf, text, uuid } from '../../lib/sql-types.ts';
import { writtenOffOfFare } from '../travel/written-off.sql.ts';

/** So many trips of a card are judged, the newest ones: somebody who travels for a living reaches it in some weeks. */
const mostJudged = 1000;

const judgedColumns = {
  trip_id: uuid,
  started_at: instant,
  operator_code: text,
  line_id: nullable(text),
  line_name: nullable(text),
  transport_type: nullable(oneOf(transportTypes)),
  status: oneOf(tripStatuses),
  fare_minor: bigint,
  checked_out_at: nullable(instant),
  from_stop_id: nullable(text),
  from_name: nullable(text),
  to_stop_id: nullable(text),
  to_name: nullable(text),
  /** Whether something was refunded, a refund is on its way, or the fare is no longer asked for. */
  is_settled: notNull(boolean, 'coalesced'),
};

export type JudgedRow = RowOf<typeof judgedColumns>;

/** What the rules need of the trips of a medium since an instant. Refunds and settled fares of a card are few: each list is read once. */
export const listJudged = statement({
  name: 'doubtfulTrips.listJudged',
  values: { mediumId: uuid, from: instant },
  row: judgedColumns,
  text: `select ${selectList(judgedColumns, {
    is_settled: `coalesce(refund_minor > 0, false)
      or trip_id in (select back.trip_id from refund_trips back where back.medium_id = $mediumId and not back.is_void)
      or coalesce(
        srid in (
          select debts.srid
          from debts
          where debts.medium_id = $mediumId
            and debts.srid is not null
            and ${writtenOffOfFare} > 0
        ),
        false
      )`,
  })}
  from trips
  where medium_id = $mediumId
    and started_at >= $from
  order by started_at desc, trip_id desc
  limit ${mostJudged}`,
});
