import type pg from 'pg';
import { CopyText, copyBuffers } from './copy-rows.ts';
import { identityOf, lineOf } from './feed-table.ts';
import type { Provenance } from './provenance.ts';
import type { Staging } from './staging.queries.ts';

/**
 * Rows of one staging table on their way: COPY's text as bytes, made while the database works on the rows before.
 * The rows themselves are garbage by then, so memory does not grow with what a row holds.
 */
export class StageRows<Delivered> {
  readonly #staging: Staging<Delivered>;
  readonly #provenance: Provenance;
  readonly #text = new CopyText();
  /** Numbers instead of the identities, which would keep alive the text of the file that they were cut from. */
  readonly #identities = new Set<number>();
  /** How many rows came, those of one identity included. */
  delivered = 0;

  constructor(staging: Staging<Delivered>, provenance: Provenance) {
    this.#staging = staging;
    this.#provenance = provenance;
  }

  addAll(records: readonly Delivered[]): void {
    const { table } = this.#staging;
    for (const record of records) {
      this.#identities.add(numberOf(identityOf(table, record, this.#provenance)));
      this.#text.add(lineOf(table, record, this.#provenance));
    }
    this.delivered += records.length;
  }

  /** Copies the rows into their staging table and returns how many it has then: of one identity the highest line. */
  async stage(client: pg.ClientBase): Promise<number> {
    const { copy, keepLatest } = this.#staging;
    await copyBuffers(client, copy, this.#text.take());
    // Two identities with one number only make us ask once for nothing.
    if (this.#identities.size === this.delivered) return this.delivered;
    return this.delivered - (await keepLatest(client));
  }
}

/** 32 bits of a text (FNV-1a). */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}
