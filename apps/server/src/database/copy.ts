import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/* Rows through COPY, in its text format. */

/** A value as COPY takes it. */
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

/** Characters per buffer: large enough to be cheap, small enough that other work gets its turn between two. */
const bufferCharacters = 1 << 16;

/** Gathers lines of COPY's text format as bytes: outside the heap, where they cost the collector nothing. */
export class CopyText {
  #buffers: Buffer[] = [];
  #text = '';

  add(line: string): void {
    this.#text += line;
    if (this.#text.length >= bufferCharacters) this.#close();
  }

  /** Hands over the gathered rows and starts again with none. */
  take(): Buffer[] {
    if (this.#text !== '') this.#close();
    const buffers = this.#buffers;
    this.#buffers = [];
    return buffers;
  }

  #close(): void {
    this.#buffers.push(Buffer.from(this.#text));
    this.#text = '';
  }
}

/**
 * Sends text through COPY. `statement` is the whole `copy … from stdin`. Backpressure is respected, so a slow database
 * never fills our memory.
 */
export async function copyBuffers(client: pg.ClientBase, statement: string, buffers: readonly Buffer[]): Promise<void> {
  if (buffers.length === 0) return;
  const stream = client.query(copyFrom(statement));
  const finished = once(stream, 'finish');
  // Awaited below; until then a refusal must not count as unhandled.
  finished.catch(() => {});
  for (const buffer of buffers) {
    if (!stream.write(buffer)) await Promise.race([once(stream, 'drain'), finished]);
  }
  stream.end();
  await finished;
}

/** The same for rows in memory; `lineOf` returns one line of text format. */
export async function copyRows<Row>(
  client: pg.ClientBase,
  statement: string,
  rows: readonly Row[],
  lineOf: (row: Row) => string,
): Promise<void> {
  const text = new CopyText();
  for (const row of rows) text.add(lineOf(row));
  await copyBuffers(client, statement, text.take());
}
