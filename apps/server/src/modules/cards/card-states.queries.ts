import { statement } from '../../lib/sql.ts';
import { bigint, character, instant, nullable, type RowOf, text, uuid } from '../../lib/sql-types.ts';

/** The travel side of cards: what is known of the media behind them. */

/** Up to when the back office has told us anything; timetables say nothing about travel. */
export const readDataUpTo = statement({
  name: 'cards.readDataUpTo',
  row: { data_up_to: nullable(instant) },
  text: `select max(exported_at) as data_up_to from feed_files where format <> 'gtfs' and refusal is null`,
});

const mediumColumns = {
  scheme: nullable(text),
  medium_type: text,
  last_four: nullable(text),
  status: text,
  first_seen_at: instant,
  /** Since when something may be owed; null when nothing is. */
  unpaid_since: nullable(instant),
};

export type MediumRow = RowOf<typeof mediumColumns>;

export const findMediumState = statement({
  name: 'cards.findMediumState',
  values: { mediumId: uuid },
  row: mediumColumns,
  text: `select medium.scheme, medium.medium_type, medium.last_four, medium.status, medium.first_seen_at,
    unpaid.since as unpaid_since
  from media medium
  left join unpaid_media unpaid on unpaid.medium_id = medium.medium_id
  where medium.medium_id = $mediumId`,
});

const unpaidColumns = {
  payment_id: uuid,
  opened_at: instant,
  operator_code: text,
  due_minor: bigint,
  paid_minor: bigint,
  currency: character,
};

export type UnpaidRow = RowOf<typeof unpaidColumns>;

/** What a medium has not paid of what was opened since an instant, the oldest first. */
export const listUnpaid = statement({
  name: 'cards.listUnpaid',
  values: { mediumId: uuid, since: instant },
  row: unpaidColumns,
  text: `select payment_id, opened_at, operator_code, due_minor, paid_minor, currency
  from payments
  where medium_id = $mediumId
    and opened_at >= $since
    and status = 'payment_error'
    and due_minor > paid_minor
  order by opened_at`,
});
