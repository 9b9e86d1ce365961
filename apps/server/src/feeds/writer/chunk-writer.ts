import type pg from 'pg';
import type { Chunk } from '../canonical.ts';
import { writeAuthorisations, writeSettlements } from './acquirer.ts';
import type { Counts } from './counts.ts';
import { Quarantine, writeRawRows } from './kept-rows.ts';
import { MediaWriter } from './media.ts';
import { ensureMonths, monthsOf } from './months.ts';
import { anyReferences, followTaps, writePayments } from './payments.ts';
import type { Provenance } from './provenance.ts';
import { createStages, emptyStages } from './staging.queries.ts';
import { writeTaps } from './taps.ts';
import { anyTrips, anythingWaits, writeBoardedFares, writeTrips } from './trips.ts';

/** Writes the chunks of one file, inside the transaction of that file. Knows no format. */
export class ChunkWriter {
  readonly #client: pg.ClientBase;
  readonly #provenance: Provenance;
  readonly #counts: Counts;
  readonly #media: MediaWriter;
  readonly #months = new Set<string>();
  readonly quarantine: Quarantine;
  #faresWait = false;
  #referencesExist = false;
  #tripsExist = false;

  constructor(client: pg.ClientBase, provenance: Provenance, counts: Counts) {
    this.#client = client;
    this.#provenance = provenance;
    this.#counts = counts;
    this.quarantine = new Quarantine(client, provenance.fileId);
    this.#media = new MediaWriter(client, provenance.exportedAt);
  }

  /** To be called once, before the first chunk. */
  async open(): Promise<void> {
    await this.#client.query(createStages);
    this.#faresWait = await anythingWaits(this.#client);
    this.#referencesExist = await anyReferences(this.#client);
    this.#tripsExist = await anyTrips(this.#client);
  }

  async write(chunk: Chunk): Promise<void> {
    const client = this.#client;
    const shared = { provenance: this.#provenance, counts: this.#counts, quarantine: this.quarantine };
    await writeRawRows(client, this.#provenance.fileId, chunk.raw);
    await this.quarantine.add(chunk.quarantined);
    await this.#media.see(chunk);
    await ensureMonths(client, monthsOf(chunk), this.#months);
    if (chunk.taps.length > 0) await this.#writeTaps(chunk);
    if (chunk.trips.length > 0) await writeTrips(client, { trips: chunk.trips, faresWait: this.#faresWait, ...shared });
    if (chunk.payments.length > 0) await writePayments(client, { payments: chunk.payments, ...shared });
    if (chunk.settlements.length > 0) await writeSettlements(client, { records: chunk.settlements, ...shared });
    if (chunk.authorisations.length > 0)
      await writeAuthorisations(client, { records: chunk.authorisations, ...shared });
    await client.query(emptyStages);
  }

  /** To be called once, after the last chunk. */
  async close(): Promise<void> {
    await this.#media.flush();
  }

  async #writeTaps(chunk: Chunk): Promise<void> {
    const { takenUp } = await writeTaps(this.#client, {
      taps: chunk.taps,
      provenance: this.#provenance,
      counts: this.#counts,
      quarantine: this.quarantine,
      faresWait: this.#faresWait,
      tripsExist: this.#tripsExist,
    });
    if (takenUp > 0) await writeBoardedFares(this.#client, this.#counts);
    if (this.#referencesExist) await followTaps(this.#client);
    await this.#client.query(emptyStages);
  }
}
