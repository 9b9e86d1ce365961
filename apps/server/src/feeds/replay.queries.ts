import { statement } from '../lib/sql.ts';
import { arrayOf, bigint, instant, integer, notNull, nullable, text, uuid } from '../lib/sql-types.ts';
import { oldestKept } from '../modules/retention/oldest-kept.sql.ts';

/** Files of these formats whose rows are still kept, oldest export first: the order in which they won over one another. */
export const listKeptFiles = statement({
  name: 'feeds.replay.listFiles',
  values: { formats: arrayOf(text), name: nullable(text) },
  row: { file_id: bigint, format: text, name: text, exported_at: instant, header: nullable(text) },
  text: `
    select file_id, format, name, exported_at, header
    from feed_files as file
    where format = any($formats)
      and ($name::text is null or name = $name)
      and exists (select from feed_rows where feed_rows.file_id = file.file_id)
    order by exported_at, file_id`,
});

export const listKeptRows = statement({
  name: 'feeds.replay.listRows',
  values: { fileId: bigint, after: integer, limit: bigint },
  row: { line_number: integer, content: text },
  text: `
    select line_number, content
    from feed_rows
    where file_id = $fileId
      and line_number > $after
    order by line_number
    limit $limit`,
});

export const findKeptFile = statement({
  name: 'feeds.replay.findFile',
  values: { fileId: bigint },
  row: { format: text, exported_at: instant, header: nullable(text) },
  text: 'select format, exported_at, header from feed_files where file_id = $fileId',
});

export const listKeptLines = statement({
  name: 'feeds.replay.listLines',
  values: { fileId: bigint, lines: arrayOf(integer) },
  row: { line_number: integer, content: text },
  text: `
    select line_number, content
    from feed_rows
    where file_id = $fileId
      and line_number = any($lines)
    order by line_number`,
});

export const forgetQuarantine = statement({
  name: 'feeds.replay.forgetQuarantine',
  values: { fileId: bigint },
  text: 'delete from feed_quarantine where file_id = $fileId',
});

export const forgetWaiting = statement({
  name: 'feeds.replay.forgetWaiting',
  values: { fileId: bigint },
  text: 'delete from feed_waiting where file_id = $fileId',
});

export const findOldestKept = statement({
  name: 'feeds.replay.findOldestKept',
  values: { monthsToKeep: integer },
  row: { kept_from: notNull(instant, 'the clock') },
  text: `select ${oldestKept} as kept_from`,
});

/** Older fares that retention keeps because they are owed or were settled a short time ago, each with its trips. There are few. */
export const listKeptFares = statement({
  name: 'feeds.replay.listKeptFares',
  values: { keptFrom: instant },
  row: { payment_id: uuid, srid: nullable(text), trip_ids: notNull(arrayOf(uuid), 'a group has a row') },
  text: `
    select debt.payment_id, debt.srid, array_remove(array_agg(trip.trip_id), null) as trip_ids
    from debts as debt
    left join trips as trip on trip.medium_id = debt.medium_id
      and trip.srid = debt.srid
      and trip.started_at < $keptFrom
    where debt.opened_at < $keptFrom
    group by debt.medium_id, debt.payment_id, debt.srid`,
});
