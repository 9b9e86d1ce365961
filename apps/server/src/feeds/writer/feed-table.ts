import type { ColumnsAsDelivered } from '@tapfolio/contracts/as-delivered.ts';
import { type CopyValue, copyLine } from '../../database/copy.ts';
import { type SqlTypesOf, sqlTypes } from '../../lib/as-delivered.ts';
import { bigint, instant, integer, type RowOf, type SqlType, type SqlTypes } from '../../lib/sql-types.ts';

/** Which delivery a record came with; decides between two versions of the same thing. */
export interface Provenance {
  fileId: number;
  exportedAt: string;
}

/** Where a record comes from. */
export interface Sourced {
  line: number;
  /** The delivery; absent where it is the one that is being read. */
  origin?: Provenance | undefined;
}

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

/** Columns that passengers see as delivered: each is filled from the field that its entry names, if the format knows it. */
export function asDelivered<Columns extends ColumnsAsDelivered>(
  use: ColumnUse,
  columns: Columns,
): FilledOf<Columns>[keyof Columns][];
export function asDelivered(use: ColumnUse, columns: ColumnsAsDelivered): FilledOf<ColumnsAsDelivered>[string][] {
  return Object.entries(columns).map(([name, { field, type }]) => ({
    name,
    sql: sqlTypes[type].sql,
    use,
    read: (record) => record[field] ?? null,
  }));
}

type FilledOf<Columns extends ColumnsAsDelivered> = {
  [Name in keyof Columns]: DeliveredColumn<
    Partial<Record<Columns[Name]['field'], RowOf<SqlTypesOf<Columns>>[Name] | undefined>>
  >;
};

function readerOf(column: string) {
  const field = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return (record: Readonly<Record<string, CopyValue>>): CopyValue => record[field] ?? null;
}

/** When what a record says was exported. */
export function exportedAtOf({ origin }: Sourced, provenance: Provenance): string {
  return (origin ?? provenance).exportedAt;
}

/** The newest export wins, then the highest line: where a row of travel came from is its version. */
const travelVersion = [
  version('exported_at', instant, exportedAtOf),
  version('file_id', bigint, ({ origin }: Sourced, provenance) => (origin ?? provenance).fileId),
  version('line_number', integer, ({ line }: Sourced) => line),
] as const;

/** Stops and lines have only the time of their export; their line in the file distinguishes two of one file. */
const timetableVersion = [
  version('updated_at', instant, (_: Sourced, { exportedAt }) => exportedAt),
  staged('line_number', integer, ({ line }: Sourced) => line),
] as const;

/**
 * A table that files fill, and the temporary table that the rows of a batch stand in first. The one list of columns gives
 * the staging table, the text of COPY and the upsert, so that no two of them can differ in order or type.
 */
export interface FeedTable {
  readonly name: string;
  readonly stage: string;
  readonly columns: readonly Column[];
  /** Columns of a staging table by which its rows are looked up. */
  readonly stageKey?: readonly string[];
  /** Whether a distributed engine keeps a copy on every node. */
  readonly isReference?: boolean;
}

/** A feed table whose rows come as records. */
export interface DeliveredTable<Delivered> extends FeedTable {
  /** The columns that COPY fills, in its order. */
  readonly copied: readonly DeliveredColumn<Delivered>[];
  /** The columns that identify a record within its file: of equal records the highest line counts. */
  readonly identity: readonly DeliveredColumn<Delivered>[];
}

/** What a record of the table says: a field for each column that is filled from one, and what the others read. */
export type RecordOf<Table> = Table extends DeliveredTable<infer Delivered> ? Delivered : never;

/** What identifies a record within its file. */
export function identityOf<Delivered>(
  { identity }: DeliveredTable<Delivered>,
  record: Delivered,
  provenance: Provenance,
): string {
  let text = '';
  for (const { read } of identity) text += read(record, provenance);
  return text;
}

/** The record's line of COPY's text format. */
export function lineOf<Delivered>(
  { copied }: DeliveredTable<Delivered>,
  record: Delivered,
  provenance: Provenance,
): string {
  const values: CopyValue[] = [];
  for (const { read } of copied) values.push(read(record, provenance));
  return copyLine(values);
}

interface DeliveredOptions<Columns extends Delivered> {
  name: string;
  /** Names of the columns that identify a record within its file. */
  identity: readonly string[];
  columns: Columns;
  /** Columns of the staging table that statements fill. */
  working?: readonly Column[];
}

type Delivered = readonly DeliveredColumn<never>[];

/** A feed table whose rows come as records, each with the file and line it came from. */
export function deliveredTable<Columns extends Delivered>({ columns, ...options }: DeliveredOptions<Columns>) {
  return tableOf({ ...options, columns: [...columns, ...travelVersion] as const });
}

/** A table of the timetable. */
export function timetableTable<Columns extends Delivered>({ columns, ...options }: DeliveredOptions<Columns>) {
  return { ...tableOf({ ...options, columns: [...columns, ...timetableVersion] as const }), isReference: true };
}

/** A staging table whose records are collected over a file, so that it has each only once. */
export function plainTable<Columns extends Delivered>(name: string, columns: Columns) {
  return tableOf({ name, identity: [], columns });
}

// A column that reads a part of a record reads the whole record: the compiler cannot derive this for a list of columns.
function tableOf<Columns extends Delivered>(
  options: DeliveredOptions<Columns>,
): DeliveredTable<WholeOf<Columns[number]>>;
function tableOf<Whole>({
  name,
  identity,
  columns,
  working = [],
}: DeliveredOptions<readonly DeliveredColumn<Whole>[]>): DeliveredTable<Whole> {
  return {
    name,
    stage: `stage_${name}`,
    columns: [...columns, ...working],
    copied: columns,
    identity: columns.filter((column) => identity.includes(column.name)),
  };
}

/** A feed table whose rows are made of what other tables hold. */
export function derivedTable(name: string, columns: readonly Column[]): FeedTable {
  return { name, stage: `stage_${name}`, columns: [...columns, ...travelVersion] };
}

/** A temporary table for what one statement finds out for the next, looked up by its key if it has one. */
export function workTable(name: string, types: SqlTypes, stageKey: readonly string[] = []): FeedTable {
  const columns = Object.entries(types).map(([column, { sql }]): Column => ({ name: column, sql, use: 'staged' }));
  return { name, stage: `stage_${name}`, columns, stageKey };
}
