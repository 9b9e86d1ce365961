import { untypedStatement } from '../../lib/sql.ts';
import { isoUtc, jsonRows } from '../../lib/sql-json.ts';
import { bankJoin, paymentColumns, tripCounts } from '../travel/payment.sql.ts';
import { productColumns } from '../travel/product.sql.ts';
import { lineJoin, timeZone, tripColumns } from '../travel/trip.sql.ts';

/** The travel side of cards: what is known of the media behind them. */

export interface MediumState {
  medium_id: string;
  scheme: string | null;
  medium_type: string;
  last_four: string | null;
  status: string;
  first_seen_at: string;
  due_minor: number | null;
  currency: string | null;
  since: string | null;
  time_zone: string | null;
  payment_id: string | null;
}

/** Up to when the back office has told us anything; timetables say nothing about travel. */
const dataUpTo = `(
    select ${isoUtc('max(f.exported_at)')}
    from feed_files f
    where f.format <> 'gtfs' and f.refusal is null
  )`;

/**
 * What a medium owes, in the currency of its oldest unpaid payment. Payments are looked at only if the importer noted
 * that something is owed, and only from then on.
 */
const unpaid = `left join unpaid_media u on u.medium_id = m.medium_id
  left join lateral (
    select sum(p.due_minor - p.paid_minor) as due_minor, p.currency,
      ${isoUtc('min(p.opened_at)')} as since,
      (array_agg(${timeZone('p')} order by p.opened_at))[1] as time_zone,
      (array_agg(p.payment_id order by p.opened_at))[1] as payment_id
    from payments p
    where p.medium_id = m.medium_id and p.opened_at >= u.since
      and p.status = 'payment_error' and p.due_minor > p.paid_minor
    group by p.currency
    order by min(p.opened_at)
    limit 1
  ) debt on true`;

const stateColumns = `m.medium_id, m.scheme, m.medium_type, m.last_four, m.status,
    ${isoUtc('m.first_seen_at')} as first_seen_at,
    debt.due_minor, debt.currency, debt.since, debt.time_zone, debt.payment_id`;

/** Values: media. */
export const readMediumStates = untypedStatement<{ data_up_to: string | null; states: MediumState[] }>(
  'cards.readMediumStates',
  `select ${dataUpTo} as data_up_to,
    ${jsonRows(`select ${stateColumns} from media m ${unpaid} where m.medium_id = any($1::uuid[])`)} as states`,
);

export interface OverviewRow extends Record<string, unknown> {
  data_up_to: string | null;
  states: MediumState[];
  /** The three lists of the contract's `cardOverview` as JSON. */
  trips: string;
  payments: string;
  products: string;
}

/** The newest rows of one kind since the given time. */
const newest = (table: string, time: string, id: string) => `select r.*
    from ${table} r
    where r.medium_id = $1 and r.${time} >= $2::timestamptz
    order by r.${time} desc, r.${id} desc
    limit 5`;

const tripItems = `select ${tripColumns('t', '$3')}
    from newest_trips t
    ${lineJoin('t', '$3')}
    order by t.started_at desc, t.trip_id desc`;

const paymentItems = `select ${paymentColumns('p')} from newest_payments p ${bankJoin('p')}
    order by p.opened_at desc, p.payment_id desc`;

const productItems = `select ${productColumns('p')} from newest_products p order by p.valid_from desc, p.product_id desc`;

/** The card view in one statement (CARD-11). Values: medium, since, two-letter language. */
export const readOverview = untypedStatement<OverviewRow>(
  'cards.readOverview',
  `with newest_trips as materialized (${newest('trips', 'started_at', 'trip_id')}),
  newest_payments as materialized (${newest('payments', 'opened_at', 'payment_id')}),
  newest_products as materialized (${newest('products', 'valid_from', 'product_id')}),
  ${tripCounts('newest_payments', '$1')}
  select ${dataUpTo} as data_up_to,
    ${jsonRows(`select ${stateColumns} from media m ${unpaid} where m.medium_id = $1`)} as states,
    ${jsonRows(tripItems)}::text as trips,
    ${jsonRows(paymentItems)}::text as payments,
    ${jsonRows(productItems)}::text as products`,
);
