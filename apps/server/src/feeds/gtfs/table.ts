import { setImmediate as othersTurn } from 'node:timers/promises';
import { readRows, splitFields } from '../text/read-rows.ts';
import { refuseLacking } from '../text/refuse-lacking.ts';
import { BadRow, field, type Header, readHeader } from '../text/values.ts';
import type { QuarantinedRow, RawRow } from '../writer/canonical.ts';

/** One row of a GTFS table by column name. */
export interface TableRow {
  line: number;
  /** The row as the file has it. */
  raw: RawRow;
  /**
   * @throws BadRow if there is text behind the last column, or a NUL character in a number. It may be shorter: some senders leave empty fields
   * out at its end.
   */
  check(): void;
  get(column: string): string | null;
}

export interface Table {
  header: Header;
  /** The first row as the file has it; empty if the file has none. */
  headerText: string;
  rows: TableRow[];
  /** Whether there are characters that are not UTF-8. */
  isForeign: boolean;
}

/**
 * Reads a whole GTFS table; undefined when it has more rows than `mostRows`. `source` is read once and not kept; fields are
 * pieces of the kept rows.
 */
export async function readTable(source: AsyncIterable<Uint8Array>, mostRows: number): Promise<Table | undefined> {
  let header: Header | undefined;
  let headerText = '';
  let isForeign = false;
  const rows: TableRow[] = [];
  for await (const batch of readRows(source, ',')) {
    for (const row of batch) {
      if (!header) {
        headerText = row.text;
        header = readHeader(headerText, ',');
        continue;
      }
      isForeign ||= row.text.includes('\uFFFD');
      rows.push(new SplitRow(row, splitFields(row.text, ','), header));
    }
    if (rows.length > mostRows) return undefined;
  }
  return { header: header ?? readHeader('', ','), headerText, rows, isForeign };
}

class SplitRow implements TableRow {
  readonly raw: RawRow;
  readonly #fields: readonly string[];
  readonly #header: Header;

  constructor(raw: RawRow, fields: readonly string[], header: Header) {
    this.raw = raw;
    this.#fields = fields;
    this.#header = header;
  }

  get line(): number {
    return this.raw.line;
  }

  check(): void {
    const [fields, { names }] = [this.#fields, this.#header];
    if (fields.slice(names.length).some((text) => text.trim() !== ''))
      throw new BadRow('wrong number of columns', `${fields.length} instead of ${names.length}`);
    refuseLacking(this.raw.text, fields, { columns: names, exact: new Set() });
  }

  get(column: string): string | null {
    return field(this.#fields, this.#header.at(column));
  }
}

const rowsOfTurn = 1000;

/** The rows of a table, some at a time, so that other work of this process runs in between. */
export async function* inTurns({ rows }: Pick<Table, 'rows'>): AsyncGenerator<TableRow[]> {
  for (let at = 0; at < rows.length; at += rowsOfTurn) {
    yield rows.slice(at, at + rowsOfTurn);
    await othersTurn();
  }
}

export interface Mapped<R> {
  raw: RawRow[];
  records: R[];
  bad: QuarantinedRow[];
}

/** Turns rows into records, some at a time; unusable rows are returned separately with their reason. */
export async function* mapRows<R>(table: Table, map: (row: TableRow) => R): AsyncGenerator<Mapped<R>> {
  for await (const rows of inTurns(table)) {
    const mapped: Mapped<R> = { raw: rows.map(({ raw }) => raw), records: [], bad: [] };
    for (const row of rows) {
      try {
        // A comma in a name without quotation marks: it would cut the name, and move what follows into other columns.
        row.check();
        mapped.records.push(map(row));
      } catch (error) {
        if (!(error instanceof BadRow)) throw error;
        mapped.bad.push({ line: row.line, reason: error.reason, detail: error.detail });
      }
    }
    yield mapped;
  }
}
