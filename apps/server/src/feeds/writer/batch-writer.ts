import type pg from 'pg';
import type { Chunk, ProductRecord, TapRecord } from '../canonical.ts';
import { Batch } from './batch.ts';
import type { Counts } from './counts.ts';
import type { NewDebts } from './debts.ts';
import { Quarantine, writeRawRows } from './kept-rows.ts';
import { MediaWriter } from './media.ts';
import { writeMoney, writeWaitingChargebacks } from './money.ts';
import type { Months } from './months.ts';
import { anyReferences, followTaps } from './payments.ts';
import { writePieces } from './pieces.ts';
import { writeProducts, writeSalesPackages } from './products.ts';
import type { Provenance } from './provenance.ts';
import type { SilencedFares } from './silenced-fares.ts';
import type { StageRows } from './stage-rows.ts';
import { createStages, emptyAllStages, emptyStages } from './staging.queries.ts';
import { writeTaps } from './taps.ts';
import { upsertLines, upsertStops } from './timetable.queries.ts';
import { anyTrips, anythingWaits, withdrawTrips, writeTakenUpFares, writeTrips } from './trips.ts';
import { upsertRows } from './upsert.ts';

export interface BatchWriterOptions {
  provenance: Provenance;
  counts: Counts;
  months: Months;
  /** Takes the unpaid fares that are new, for the end of the transaction. */
  newDebts: NewDebts;
  /** Takes the fares that are to be read again, for the end of the transaction. */
  silenced: SilencedFares;
  /** Whether the rows are stored already, so that their results count as those of the first import. */
  isReplay?: boolean | undefined;
}

/** Makes the staging tables of a transaction, empty: to be called once, before the first file is written. */
export async function openStages(client: pg.ClientBase): Promise<void> {
  await client.query(createStages);
  await emptyAllStages(client);
}

/** Writes one file, inside its transaction. Knows no format. */
export class BatchWriter {
  readonly quarantine: Quarantine;
  readonly #client: pg.ClientBase;
  readonly #provenance: Provenance;
  readonly #counts: Counts;
  readonly #media: MediaWriter;
  readonly #months: Months;
  readonly #isReplay: boolean;
  readonly #newDebts: NewDebts;
  readonly #silenced: SilencedFares;
  #batch: Batch;
  #writing = Promise.resolve();
  #faresWait = false;
  #referencesExist = false;
  #tripsExist = false;

  constructor(client: pg.ClientBase, options: BatchWriterOptions) {
    const { provenance, counts, months, newDebts, silenced, isReplay = false } = options;
    this.#isReplay = isReplay;
    this.#client = client;
    this.#months = months;
    this.#newDebts = newDebts;
    this.#silenced = silenced;
    this.#provenance = provenance;
    this.#counts = counts;
    this.#batch = new Batch(provenance);
    this.quarantine = new Quarantine(client, provenance.fileId);
    this.#media = new MediaWriter(client, provenance, isReplay);
  }

  /**
   * Takes what was read. A full batch is written while the caller reads on; when the next is full before the database
   * is done, the caller waits, so that two batches are in memory at most.
   */
  async add(chunk: Chunk): Promise<void> {
    this.#media.see(chunk);
    this.#batch.add(chunk);
    if (!this.#batch.isFull) return;
    await this.#writing;
    this.#writing = this.#write(this.#batch);
    // Awaited with the next batch; until then a refusal must not count as unhandled.
    this.#writing.catch(() => {});
    this.#batch = new Batch(this.#provenance);
  }

  /** To be called once, after the last chunk. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#write(this.#batch);
    await writeWaitingChargebacks(this.#client, this.#counts);
    await this.#media.flush();
  }

  /** After a failure: waits until nothing more is sent, so that no statement follows the rollback. */
  async waitUntilIdle(): Promise<void> {
    await this.#writing.catch(() => {});
  }

  async #write(batch: Batch): Promise<void> {
    const client = this.#client;
    await this.#findEarlierRows();
    if (!this.#isReplay) await writeRawRows(client, batch.raw);
    await this.quarantine.add(batch.quarantined);
    await this.#media.flushIfFull();
    await this.#months.ensure(batch.months);
    if (batch.pieces.delivered > 0) {
      await writePieces(client, { pieces: batch.pieces, counts: this.#counts, isReplay: this.#isReplay });
    }
    if (batch.stops.delivered > 0)
      await upsertRows(client, { kind: 'stops', statements: upsertStops, rows: batch.stops }, this.#counts);
    if (batch.lines.delivered > 0)
      await upsertRows(client, { kind: 'lines', statements: upsertLines, rows: batch.lines }, this.#counts);
    if (batch.taps.delivered > 0) await this.#writeTaps(batch.taps);
    if (batch.fares.delivered > 0) {
      await writeTrips(client, {
        fares: batch.fares,
        counts: this.#counts,
        quarantine: this.quarantine,
        faresWait: this.#faresWait,
      });
    }
    if (batch.withdrawnTrips.delivered > 0) await withdrawTrips(client, batch.withdrawnTrips, this.#counts);
    if (batch.products.delivered > 0) await this.#writeProducts(batch.products);
    if (batch.salesPackages.delivered > 0) await writeSalesPackages(client, batch.salesPackages, this.#counts);
    await writeMoney(client, batch, {
      counts: this.#counts,
      quarantine: this.quarantine,
      isReplay: this.#isReplay,
      newDebts: this.#newDebts,
      referencesExist: this.#referencesExist,
    });
    await emptyStages(client);
  }

  /** Finds out what this batch may have to correct. Asked before each batch, for the one before may have brought it. */
  async #findEarlierRows(): Promise<void> {
    this.#faresWait ||= await anythingWaits(this.#client);
    this.#referencesExist ||= await anyReferences(this.#client);
    this.#tripsExist ||= await anyTrips(this.#client);
  }

  async #writeTaps(taps: StageRows<TapRecord>): Promise<void> {
    const client = this.#client;
    const { takenUp } = await writeTaps(client, {
      taps,
      counts: this.#counts,
      quarantine: this.quarantine,
      faresWait: this.#faresWait,
      tripsExist: this.#tripsExist,
      silenced: this.#silenced,
    });
    if (takenUp > 0) await writeTakenUpFares(client, takenUp, this.#counts);
    if (this.#referencesExist) await followTaps(client, this.#newDebts);
    await emptyStages(client);
  }

  /** Tickets of the trips of this batch are in the same staging table until they are written. */
  async #writeProducts(products: StageRows<ProductRecord>): Promise<void> {
    await emptyStages(this.#client);
    await writeProducts(this.#client, products, this.#counts);
  }
}
