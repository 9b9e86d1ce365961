import { cursorOf, jsonRows } from '../../lib/sql-json.ts';

/** What tells one history from another. */
export interface History {
  table: 'trips' | 'payments' | 'products';
  time: string;
  id: string;
}

/**
 * Travel of a card lies between the days on which it was first and last seen, as the importer keeps them. Known before
 * the months are opened, this leaves those out in which the card did not exist yet or was no longer used. `time` is
 * when a tap was made or a payment opened; the validity of a product is no sight of the card. Values: medium.
 */
export function whenSeen(time: string): string {
  return `${time} >= coalesce((select m.first_seen_at from media m where m.medium_id = $1), '-infinity')
      and ${time} < coalesce((select m.last_seen_at + interval '1 day' from media m where m.medium_id = $1), 'infinity')`;
}

/** A row that began within a day of the instant `$value`; any row when that is null, which opens all months of the card. */
export function aboutWhen(time: string, value: string): string {
  return `${time} >= coalesce(${value}::timestamptz - interval '1 day', '-infinity')
      and ${time} <= coalesce(${value}::timestamptz + interval '1 day', 'infinity')`;
}

/**
 * The start of every history statement: `page` holds one row more than asked for, `shown` the rows asked for.
 * Values: medium, from, before, id before, limit; `filter` may narrow the rows `r` further. The primary key serves it backwards, month by month, and months
 * behind the last row of the page, or in which the card was not seen, are not opened.
 */
export function historyPage({ table, time, id }: History, filter = ''): string {
  return `with page as materialized (
    select r.*
    from ${table} r
    where r.medium_id = $1
      and r.${time} >= $2::timestamptz
      and r.${time} <= $3::timestamptz
      and (r.${time}, r.${id}) < ($3::timestamptz, $4::uuid)
      ${table === 'products' ? '' : `and ${whenSeen(`r.${time}`)}`} ${filter}
    order by r.${time} desc, r.${id} desc
    limit $5::integer + 1
  ), shown as materialized (
    select *
    from page
    order by ${time} desc, ${id} desc
    limit $5::integer
  )`;
}

/** The two members every page has: `items` and `nextCursor`. */
export function historyBody({ time, id }: History, columns: string, joins = ''): string {
  return `'items', ${jsonRows(`select ${columns} from shown p ${joins} order by p.${time} desc, p.${id} desc`)},
    'nextCursor', case when (select count(*) from page) > $5::integer then (
      select ${cursorOf(`last.${time}`, `last.${id}`)} from shown last order by last.${time}, last.${id} limit 1
    ) end`;
}
