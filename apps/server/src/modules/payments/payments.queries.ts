import { selectList, statement } from '../../lib/sql.ts';
import {
  arrayOf,
  bigint,
  character,
  day,
  instant,
  integer,
  nullable,
  type RowOf,
  text,
  uuid,
} from '../../lib/sql-types.ts';
import {
  type History,
  historyPage,
  historyRow,
  isOfShownTime,
  pageValues,
  rowValues,
  shownValues,
} from '../travel/history.sql.ts';
import { paymentColumns, paymentList } from '../travel/payment.sql.ts';
import { tripColumns } from '../travel/trip.present.ts';

const payments: History = { table: 'payments', time: 'opened_at', id: 'payment_id' };

export const listPayments = statement({
  name: 'payments.list',
  values: { ...pageValues, ...shownValues },
  row: paymentColumns,
  text: historyPage(payments, paymentList, isOfShownTime('payments')),
});

export const findPayment = statement({
  name: 'payments.find',
  values: { ...rowValues, ...shownValues },
  row: paymentColumns,
  text: historyRow(payments, paymentList, isOfShownTime('payments')),
});

/** The place of a row of the back office: a ticket and the trip that it was bought with have the same. */
const place = { file_id: bigint, line_number: integer };

const relatedTripColumns = { ...tripColumns, full_fare_minor: nullable(bigint), ...place };
export type RelatedTripRow = RowOf<typeof relatedTripColumns>;

/** The trips of one payment among those between two instants. */
export const listRelatedTrips = statement({
  name: 'payments.listRelatedTrips',
  values: { mediumId: uuid, srid: text, from: instant, to: instant },
  row: relatedTripColumns,
  text: `select ${selectList(relatedTripColumns)}
  from trips
  where medium_id = $mediumId
    and started_at >= $from
    and started_at <= $to
    and srid = $srid
  order by started_at, trip_id`,
});

/** Those of these days on which the card has fares outside a payment, among its trips between two instants. */
export const listSplitDays = statement({
  name: 'payments.listSplitDays',
  values: { mediumId: uuid, srid: text, days: arrayOf(day), from: instant, to: instant },
  row: { service_day: day },
  text: `select distinct service_day
  from trips
  where medium_id = $mediumId
    and started_at >= $from
    and started_at <= $to
    and service_day = any($days)
    and srid is distinct from $srid
    and fare_minor <> 0
  order by service_day`,
});

const relatedProductColumns = {
  product_id: uuid,
  valid_from: instant,
  name: text,
  amount_minor: bigint,
  currency: character,
  ...place,
};
export type RelatedProductRow = RowOf<typeof relatedProductColumns>;

/** The tickets that were charged with one payment. */
export const listRelatedProducts = statement({
  name: 'payments.listRelatedProducts',
  values: { mediumId: uuid, srid: text, shownFrom: instant },
  row: relatedProductColumns,
  text: `select ${selectList(relatedProductColumns)}
  from products
  where medium_id = $mediumId
    and srid = $srid
    and valid_from >= $shownFrom
  order by valid_from, product_id`,
});

const debtColumns = {
  payment_id: uuid,
  opened_at: instant,
  service_day: day,
  debt_paid_minor: bigint,
  currency: character,
};
export type DebtRow = RowOf<typeof debtColumns>;

/** Unpaid fares in one currency that were collected with the charge of another payment; their own payments opened between two instants. */
export const listCollectedElsewhere = statement({
  name: 'payments.listCollectedElsewhere',
  values: { mediumId: uuid, srid: text, currency: character, from: instant, before: instant },
  row: debtColumns,
  text: `select ${selectList(debtColumns)}
  from payments debt
  where debt.medium_id = $mediumId
    and debt.opened_at < $before
    and debt.opened_at >= $from
    and debt.debt_paid_minor > 0
    and debt.srid <> $srid
    and debt.currency = $currency
    and not exists (
      select
      from settlements move
      where move.medium_id = $mediumId
        and move.srid = debt.srid
        and move.kind = 'debt_recovery'
        and move.approved
    )
    and not exists (
      select
      from collections own
      where own.medium_id = $mediumId
        and own.payment_id = debt.payment_id
        and own.outcome = 'approved'
    )
  order by opened_at desc`,
});

/** What the card of a payment looks like. */
export const findMedium = statement({
  name: 'payments.findMedium',
  values: { mediumId: uuid },
  row: { scheme: nullable(text), last_four: nullable(text) },
  text: `select scheme, last_four from media where medium_id = $mediumId`,
});
