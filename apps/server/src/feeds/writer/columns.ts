import { bigint, instant, integer, type SqlType } from '../../lib/sql-types.ts';
import type { CopyValue } from './copy-rows.ts';
import type { Provenance, Sourced } from './provenance.ts';

/**
 * The use of a column when a row exists already.
 * - `key`: identifies the row.
 * - `content`: a change of it counts as an update.
 * - `silent`: follows the newest export; a change of it does not count.
 * - `once`: written with a new row; separate statements change it afterwards.
 * - `version`: decides which of two versions of a row is the newer one.
 * - `staged`: a column of the staging table only.
 */
export type ColumnUse = 'key' | 'content' | 'silent' | 'once' | 'version' | 'staged';

export interface Column {
  readonly name: string;
  /** PostgreSQL's name of its type. */
  readonly sql: string;
  readonly use: ColumnUse;
}

/** A column with what a record says for it; `Part` is the part of the record that it reads. */
export interface DeliveredColumn<Part> extends Column {
  readonly read: (record: Part, provenance: Provenance) => CopyValue;
}

/** A column that not every format knows: it may be absent from a record, and is then null in the table. */
export function optional<Value>({ sql }: SqlType<Value, never>): SqlType<Value | null | undefined, never> {
  return { sql, isNullable: true };
}

/** JSON as COPY takes it: as text. */
export const jsonText: SqlType<string> = { sql: 'jsonb', isNullable: false };

/** The field of a record that fills a column: `tappedAt` for `tapped_at`. */
type FieldOf<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<FieldOf<Rest>>}`
  : Name;

/** The one field of a record that fills the column of this name. */
type PartOf<Name extends string, Value> = undefined extends Value
  ? Partial<Record<FieldOf<Name>, Value>>
  : Record<FieldOf<Name>, Value>;

/**
 * The record with every part that these columns read. A function that may be used for several of them gets all their parts:
 * from functions of the parts the compiler infers the whole.
 */
export type WholeOf<Columns extends DeliveredColumn<never>> = Fields<
  (Columns extends DeliveredColumn<infer Part> ? (part: Part) => void : never) extends (whole: infer Whole) => void
    ? Whole
    : never
>;

/** The same fields as one list, as messages of the compiler show them best. */
type Fields<Whole> = { [Field in keyof Whole]: Whole[Field] };

interface Maker {
  /** A column that is filled from the field of its name. */
  <Name extends string, Value extends CopyValue | undefined>(
    name: Name,
    type: SqlType<Value, never>,
  ): DeliveredColumn<PartOf<Name, Value>>;
  /** A column whose value is made of what the record says elsewhere. */
  <Part, Value extends CopyValue>(
    name: string,
    type: SqlType<Value, never>,
    read: (record: Part, provenance: Provenance) => NoInfer<Value>,
  ): DeliveredColumn<Part>;
}

export const key = maker('key');
export const content = maker('content');
export const silent = maker('silent');
export const once = maker('once');
export const version = maker('version');
export const staged = maker('staged');

function maker(use: ColumnUse): Maker {
  return (
    name: string,
    { sql }: SqlType<CopyValue | undefined, never>,
    read: DeliveredColumn<Readonly<Record<string, CopyValue>>>['read'] = readerOf(name),
  ) => ({ name, sql, use, read });
}

function readerOf(column: string) {
  const field = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return (record: Readonly<Record<string, CopyValue>>): CopyValue => record[field] ?? null;
}

/** When what a record says was exported. */
export function exportedAtOf({ origin }: Sourced, provenance: Provenance): string {
  return (origin ?? provenance).exportedAt;
}

/** The newest export wins, then the highest line: where a row of travel came from is its version. */
export const travelVersion = [
  version('exported_at', instant, exportedAtOf),
  version('file_id', bigint, ({ origin }: Sourced, provenance) => (origin ?? provenance).fileId),
  version('line_number', integer, ({ line }: Sourced) => line),
] as const;

/** Stops and lines have only the time of their export; their line in the file distinguishes two of one file. */
export const timetableVersion = [
  version('updated_at', instant, (_: Sourced, { exportedAt }) => exportedAt),
  staged('line_number', integer, ({ line }: Sourced) => line),
] as const;
