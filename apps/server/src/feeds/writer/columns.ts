import { bigint, instant, integer, type SqlType } from '../../lib/sql-types.ts';
import type { Sourced } from '../sourced.ts';
import type { CopyValue } from './copy-rows.ts';
import type { Provenance } from './provenance.ts';

/**
 * What a column is for when a row comes that is there already.
 * - `key`: tells the rows apart.
 * - `content`: a change of it counts as an update.
 * - `silent`: follows the newest export; a change of it does not count.
 * - `once`: written with a new row; statements of its own keep it afterwards.
 * - `version`: tells which of two versions of a row is the newer one.
 * - `staged`: a column of the staging table only.
 */
export type ColumnUse = 'key' | 'content' | 'silent' | 'once' | 'version' | 'staged';

export interface Column {
  readonly name: string;
  /** PostgreSQL's name of its type. */
  readonly sql: string;
  readonly use: ColumnUse;
}

/** A column with what a delivered record says for it. */
export interface DeliveredColumn<Delivered> extends Column {
  readonly read: (record: Delivered, provenance: Provenance) => CopyValue;
}

/** Makers of columns whose values come from other tables. */
export const derived = {
  key: maker('key'),
  content: maker('content'),
  silent: maker('silent'),
  once: maker('once'),
  staged: maker('staged'),
};

function maker(use: ColumnUse) {
  return (name: string, { sql }: Pick<SqlType<unknown, never>, 'sql'>): Column => ({ name, sql, use });
}

/** Makers of columns whose values come from one kind of record; the compiler compares each value with its type. */
export function delivered<Delivered>() {
  return {
    key: deliveredMaker<Delivered>('key'),
    content: deliveredMaker<Delivered>('content'),
    silent: deliveredMaker<Delivered>('silent'),
    once: deliveredMaker<Delivered>('once'),
    version: deliveredMaker<Delivered>('version'),
    staged: deliveredMaker<Delivered>('staged'),
  };
}

function deliveredMaker<Delivered>(use: ColumnUse) {
  return <Value extends CopyValue>(
    name: string,
    { sql }: SqlType<Value, never>,
    read: (record: Delivered, provenance: Provenance) => NoInfer<Value>,
  ): DeliveredColumn<Delivered> => ({ name, sql, use, read });
}

const ofRecord = delivered<Sourced>();

/** The newest export wins, then the highest line: where a row of travel came from is its version. */
export const travelVersion = [
  ofRecord.version('exported_at', instant, ({ origin }, provenance) => (origin ?? provenance).exportedAt),
  ofRecord.version('file_id', bigint, ({ origin }, provenance) => (origin ?? provenance).fileId),
  ofRecord.version('line_number', integer, ({ line }) => line),
] as const;

/** Stops and lines know the time of their export only; the line they stood in tells two of one file apart. */
export const timetableVersion = [
  ofRecord.version('updated_at', instant, (_, { exportedAt }) => exportedAt),
  ofRecord.staged('line_number', integer, ({ line }) => line),
] as const;
