import type { QuarantinedRow, RawRow } from '../canonical.ts';
import { field, type Header, readHeader } from '../text/header.ts';
import { readRows } from '../text/read-rows.ts';
import { splitFields } from '../text/split-fields.ts';
import { BadRow } from '../text/values.ts';

/** One row of a GTFS table by column name. */
export interface TableRow {
  line: number;
  get(column: string): string | null;
}

export interface Table {
  header: Header;
  rows: TableRow[];
  /** The same rows as they stand in the file. */
  raw: RawRow[];
  /** Whether there are characters that are not UTF-8. */
  isForeign: boolean;
}

/** Reads a whole GTFS table. `source` is read once and not kept; fields are pieces of the kept rows. */
export async function readTable(source: AsyncIterable<Uint8Array>): Promise<Table> {
  let header: Header | undefined;
  let isForeign = false;
  const rows: TableRow[] = [];
  const raw: RawRow[] = [];
  for await (const batch of readRows(source, ',')) {
    for (const row of batch) {
      const { line, text } = row;
      if (!header) {
        header = readHeader(text, ',');
        continue;
      }
      isForeign ||= text.includes('\uFFFD');
      raw.push(row);
      rows.push(new SplitRow(line, splitFields(text, ','), header));
    }
  }
  return { header: header ?? readHeader('', ','), rows, raw, isForeign };
}

class SplitRow implements TableRow {
  readonly line: number;
  readonly #fields: readonly string[];
  readonly #header: Header;

  constructor(line: number, fields: readonly string[], header: Header) {
    this.line = line;
    this.#fields = fields;
    this.#header = header;
  }

  get(column: string): string | null {
    return field(this.#fields, this.#header.at(column));
  }
}

export interface Mapped<R> {
  records: R[];
  bad: QuarantinedRow[];
}

/** Turns rows into records; rows that cannot be used are told apart with their reason. */
export function mapRows<R>(table: Table, map: (row: TableRow) => R): Mapped<R> {
  const records: R[] = [];
  const bad: QuarantinedRow[] = [];
  for (const row of table.rows) {
    try {
      records.push(map(row));
    } catch (error) {
      if (!(error instanceof BadRow)) throw error;
      bad.push({ line: row.line, reason: error.reason, detail: error.detail });
    }
  }
  return { records, bad };
}
