import { debtStates } from '@tapfolio/domain/debt-states.ts';
import { selectList, statement } from '../../lib/sql.ts';
import {
  bigint,
  boolean,
  character,
  instant,
  integer,
  notNull,
  nullable,
  oneOf,
  type RowOf,
  text,
  uuid,
} from '../../lib/sql-types.ts';
import { takenInOtherCurrency } from '../travel/other-currency.sql.ts';

/** The travel side of cards: the media behind them. */

/**
 * The date of the newest delivery of the back office; timetables contain no travel. No file is newer than its import: its clock may be ahead,
 * or its name may have local time.
 */
export const readDataUpTo = statement({
  name: 'cards.readDataUpTo',
  row: { data_up_to: notNull(instant, 'neither of the two times is ever null') },
  text: `select least(exported_at, imported_at) as data_up_to
  from feed_files
  where format <> 'gtfs' and refusal is null
  order by exported_at desc
  limit 1`,
});

const mediumColumns = {
  medium_id: uuid,
  scheme: nullable(text),
  medium_type: text,
  last_four: nullable(text),
  status: text,
  first_seen_at: instant,
  successor_id: nullable(uuid),
  has_open_debt: notNull(boolean, 'a comparison with null'),
};

export type MediumRow = RowOf<typeof mediumColumns>;

export const findMediumState = statement({
  name: 'cards.findMediumState',
  values: { mediumId: uuid },
  row: mediumColumns,
  text: `select medium.medium_id, medium.scheme, medium.medium_type, medium.last_four, medium.status, medium.first_seen_at,
    replacement.successor_id,
    open_debt.medium_id is not null as has_open_debt
  from media medium
  left join (
    select distinct medium_id from debts where medium_id = $mediumId and state <> 'ready'
  ) as open_debt on open_debt.medium_id = medium.medium_id
  left join replacements replacement on replacement.medium_id = medium.medium_id
  where medium.medium_id = $mediumId`,
});

/** Whether a card travelled, or began to have a ticket, between two instants. Money moves after a card is out of use, too. */
export const findUse = statement({
  name: 'cards.findUse',
  values: { mediumId: uuid, from: instant, to: instant },
  row: { used: notNull(integer, 'a constant') },
  text: `select 1 as used
  from (
    select from trips where medium_id = $mediumId and started_at >= $from and started_at < $to
    union all
    select from products where medium_id = $mediumId and valid_from >= $from and valid_from < $to
  ) as uses
  limit 1`,
});

const openDebtColumns = {
  medium_id: uuid,
  payment_id: uuid,
  opened_at: instant,
  operator_code: text,
  due_minor: bigint,
  currency: character,
  state: oneOf(debtStates),
  taken_minor: nullable(bigint),
  taken_currency: nullable(character),
};

export type OpenDebtRow = RowOf<typeof openDebtColumns>;

/** The unpaid fares of a medium that do not let it travel yet, the oldest first. */
export const listOpenDebts = statement({
  name: 'cards.listOpenDebts',
  values: { mediumId: uuid },
  row: openDebtColumns,
  text: `select ${selectList(openDebtColumns, takenInOtherCurrency)}
  from debts
  where medium_id = $mediumId
    and state <> 'ready'
  order by opened_at, payment_id`,
});
