import type { SqlTypes } from '../../lib/sql-types.ts';
import { type Column, type DeliveredColumn, timetableVersion, travelVersion, type WholeOf } from './columns.ts';
import { type CopyValue, copyLine } from './copy-rows.ts';
import type { Provenance } from './provenance.ts';

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
