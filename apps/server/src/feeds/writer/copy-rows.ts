import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

export type CopyValue = string | number | boolean | null;

const special = /[\\\t\n\r]/;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escaped(text: string): string {
  return special.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character) : text;
}

/** One line of COPY's text format. */
export function copyLine(values: readonly CopyValue[]): string {
  let line = '';
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (index > 0) line += '\t';
    if (value === null || value === undefined) line += '\\N';
    else line += typeof value === 'string' ? escaped(value) : String(value);
  }
  return `${line}\n`;
}

/** Rows per write: large enough to be cheap, small enough that the next chunk can be read in between. */
const rowsPerWrite = 1000;

/**
 * Sends rows through COPY. `statement` is the whole `copy … from stdin`; `lineOf` gives one line of text format.
 * Backpressure is respected, so a slow database never fills our memory.
 */
export async function copyRows<Row>(
  client: pg.ClientBase,
  statement: string,
  rows: readonly Row[],
  lineOf: (row: Row) => string,
): Promise<void> {
  if (rows.length === 0) return;
  const stream = client.query(copyFrom(statement));
  const finished = once(stream, 'finish');
  // Awaited below; until then a refusal must not count as unhandled.
  finished.catch(() => {});
  for (let start = 0; start < rows.length; start += rowsPerWrite) {
    let text = '';
    const end = Math.min(start + rowsPerWrite, rows.length);
    for (let index = start; index < end; index += 1) {
      const row = rows[index];
      if (row !== undefined) text += lineOf(row);
    }
    if (!stream.write(Buffer.from(text))) await Promise.race([once(stream, 'drain'), finished]);
  }
  stream.end();
  await finished;
}
