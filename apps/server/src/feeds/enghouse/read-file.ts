import { type Chunk, emptyChunk, type RawRow } from '../canonical.ts';
import { columnName } from '../text/header.ts';
import { readRows } from '../text/read-rows.ts';
import { splitFields } from '../text/split-fields.ts';
import { BadRow } from '../text/values.ts';
import { type Recognised, separator } from './entities.ts';
import type { RowReader } from './entity.ts';
import type { RowContext } from './row-context.ts';

/** Turns the rows of a recognised file into chunks of canonical records. Header rows, also repeated ones, are dropped. */
export async function* readEnghouse(
  source: AsyncIterable<Uint8Array>,
  { entity, header }: Recognised,
  context: RowContext,
): AsyncGenerator<Chunk> {
  const read = entity.reader(header, context);
  for await (const rows of readRows(source)) {
    const chunk = emptyChunk();
    for (const row of rows) readRow(row, { read, columns: header.names, chunk });
    yield chunk;
  }
}

function readRow(row: RawRow, to: { read: RowReader; columns: readonly string[]; chunk: Chunk }): void {
  const { columns, chunk } = to;
  const fields = splitFields(row.text, separator);
  if (isHeader(fields, columns)) return;
  chunk.raw.push(row);
  try {
    if (fields.length !== columns.length) {
      throw new BadRow('wrong number of columns', `${fields.length} instead of ${columns.length}`);
    }
    to.read(fields, row.line, chunk);
  } catch (error) {
    if (!(error instanceof BadRow)) throw error;
    chunk.quarantined.push({ line: row.line, reason: error.reason, detail: error.detail });
  }
}

/** Deliveries glued together repeat the header in the middle. Values are told from names by their length first. */
function isHeader(fields: readonly string[], columns: readonly string[]): boolean {
  const [first = ''] = fields;
  const [name = ''] = columns;
  if (first.length > name.length + 4 || fields.length !== columns.length) return false;
  return fields.every((value, index) => columnName(value) === columns[index]);
}
