import type pg from 'pg';
import { CopyText, copyBuffers } from './copy-rows.ts';
import type { StageStatements } from './staging.queries.ts';

/**
 * Rows of one staging table on their way: COPY's text as bytes, made while the database works on the rows before.
 * The rows themselves are garbage by then, so memory does not grow with what a row holds.
 */
export class StageRows {
  readonly #text = new CopyText();
  /** Numbers instead of the keys, which would keep alive the text of the file that they were cut from. */
  readonly #keys = new Set<number>();
  /** How many rows came, repeated keys included. */
  delivered = 0;

  add(key: string, line: string): void {
    this.delivered += 1;
    this.#keys.add(numberOf(key));
    this.#text.add(line);
  }

  /** Copies the rows into their staging table and returns how many stand there: of rows with one key the highest line. */
  async stage(client: pg.ClientBase, { copy, keepLatest }: StageStatements): Promise<number> {
    await copyBuffers(client, copy, this.#text.take());
    // Two keys with one number only make us ask once for nothing.
    if (this.#keys.size === this.delivered) return this.delivered;
    const superseded = (await client.query(keepLatest)).rowCount ?? 0;
    return this.delivered - superseded;
  }
}

/** 32 bits of a text (FNV-1a). */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}
