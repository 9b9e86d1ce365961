import { isOfShownPart } from '../../database/tables/shown-part.sql.ts';
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

/** Whether a row of a history belongs to what is shown of a card. To be added to a condition on the time. */
export function isOfShownTime(table: 'payments' | 'products'): string {
  return isOfShownPart(table, '$mediumId');
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
