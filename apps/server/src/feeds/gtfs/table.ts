import { createReadStream } from 'node:fs';
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
}

/** Reads a whole GTFS file: the largest we use has some ten thousand rows. */
export async function readTable(file: string): Promise<Table> {
  let header: Header | undefined;
  const rows: TableRow[] = [];
  const raw: RawRow[] = [];
  for await (const batch of readRows(createReadStream(file), ',')) {
    for (const row of batch) {
      const { line, text } = row;
      if (!header) {
        header = readHeader(text, ',');
        continue;
      }
      const columns: Header = header;
      const fields = splitFields(text, ',');
      raw.push(row);
      rows.push({ line, get: (column) => field(fields, columns.at(column)) });
    }
  }
  return { header: header ?? readHeader('', ','), rows, raw };
}

export interface Mapped<R> {
  records: R[];
  bad: QuarantinedRow[];
}

/** Turns rows into records; rows that cannot be used are told apart with their reason. */
export function mapRows<R>(table: Table, map: (row: TableRow) => R): Mapped<R> {
  const mapped: Mapped<R> = { records: [], bad: [] };
  for (const row of table.rows) {
    try {
      mapped.records.push(map(row));
    } catch (error) {
      if (!(error instanceof BadRow)) throw error;
      mapped.bad.push({ line: row.line, reason: error.reason, detail: error.detail });
    }
  }
  return mapped;
}
