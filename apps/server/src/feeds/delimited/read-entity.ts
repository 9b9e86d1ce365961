import { type Chunk, emptyChunk, type RawRow } from '../canonical.ts';
import type { RowContext } from '../row-context.ts';
import { columnName } from '../text/header.ts';
import { splitFields } from '../text/split-fields.ts';
import { BadRow } from '../text/values.ts';
import type { ReadRow } from './entity.ts';
import type { RecognisedHeader } from './recognise-header.ts';

/** Turns the rows of a recognised file into chunks of canonical records. Header rows, also repeated ones, are dropped. */
export async function* readEntity(
  source: AsyncIterable<RawRow[]>,
  { entity, header, separator }: RecognisedHeader & { separator: string },
  context: RowContext,
): AsyncGenerator<Chunk> {
  const read = entity.reader(header, context);
  for await (const rows of source) {
    const chunk = emptyChunk();
    for (const row of rows) readRow(row, { read, separator, columns: header.names, context, chunk });
    yield chunk;
  }
}

interface Target {
  read: ReadRow;
  separator: string;
  columns: readonly string[];
  context: RowContext;
  chunk: Chunk;
}

/** The note for a row with such characters. Its amounts are right and only a name shows a replacement character, so the row is loaded. */
const foreignCharacters = 'characters that are not UTF-8, shown as \uFFFD';

function readRow(row: RawRow, to: Target): void {
  const { separator, columns, context, chunk } = to;
  const fields = splitFields(row.text, separator);
  if (isHeader(fields, columns)) return;
  chunk.raw.push(row);
  try {
    if (row.isCut) throw new BadRow('row is too long', 'longer than a million characters');
    if (row.text.includes('\uFFFD')) context.note(foreignCharacters);
    if (fields.length !== columns.length) {
      throw new BadRow('wrong number of columns', `${fields.length} instead of ${columns.length}`);
    }
    to.read(fields, row.line, chunk);
  } catch (error) {
    if (!(error instanceof BadRow)) throw error;
    chunk.quarantined.push({ line: row.line, reason: error.reason, detail: error.detail });
  }
}

/** Concatenated deliveries repeat the header in the middle. The length is compared first, because that is fast. */
function isHeader(fields: readonly string[], columns: readonly string[]): boolean {
  const [first = ''] = fields;
  const [name = ''] = columns;
  if (first.length > name.length + 4 || fields.length !== columns.length) return false;
  return fields.every((value, index) => columnName(value) === columns[index]);
}
