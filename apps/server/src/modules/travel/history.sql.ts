import { isItself } from '../../database/tables/travel-columns.ts';
import { bigint, instant, uuid } from '../../lib/sql-types.ts';

/** The table of a history, its time and its id: the page and the look-up by id follow from them. */
export interface History {
  readonly table: 'trips' | 'payments' | 'products' | 'sales_packages';
  readonly time: string;
  readonly id: string;
}

/** The values of every page: rows from `from` on that sort before (`before`, `beforeId`), the newest first. */
export const pageValues = { mediumId: uuid, from: instant, before: instant, beforeId: uuid, rows: bigint };

/**
 * The rows of one page. The primary key serves it backwards. Both bounds of the time are plain values, so that PostgreSQL
 * opens only the months between them. `filter` may leave out further rows.
 */
export function historyPage({ table, time, id }: History, columns: string, filter = ''): string {
  return `select ${columns}
  from ${table}
  where medium_id = $mediumId
    and ${time} >= $from
    and ${time} <= $before
    and (${time}, ${id}) < ($before, $beforeId) ${filter}
  order by ${time} desc, ${id} desc
  limit $rows`;
}

/**
 * If a payment opened before the card changed hands, its tickets, refunds and late collections are hidden too, even when they came
 * later. A refund or a late collection whose payment is not stored is hidden: only the payment says whose money it was. To be added
 * to a condition on the time.
 */
export function isOfShownTime(table: 'payments' | 'products'): string {
  const payment = (opened: string) => `exists (
        select
        from payments other
        where other.medium_id = $mediumId and other.srid = ${table}.srid and other.opened_at ${opened}
      )`;
  const isShown =
    table === 'products'
      ? `not ${payment('< $shownFrom')}`
      : `payments.${isItself}
      or ${payment(`>= $shownFrom and other.${isItself}`)}`;
  return `and (
      $shownFrom = '-infinity'::timestamptz
      or ${isShown}
    )`;
}

/** The value of {@link isOfShownTime}. */
export const shownValues = { shownFrom: instant };

/** The values of a look-up by id among the rows between two instants. */
export const rowValues = { mediumId: uuid, id: uuid, from: instant, to: instant };

/** One row by its id, looked for from the newest month on and no further than the row. */
export function historyRow({ table, time, id }: History, columns: string, filter = ''): string {
  return `select ${columns}
  from ${table}
  where medium_id = $mediumId
    and ${id} = $id
    and ${time} >= $from
    and ${time} <= $to ${filter}
  order by ${time} desc
  limit 1`;
}
