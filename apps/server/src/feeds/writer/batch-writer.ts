import type pg from 'pg';
import { CopyText, copyBuffers, copyLine } from '../../database/copy.ts';
import { keepPlans } from '../../lib/sql.ts';
import { type ForgottenTravel, withoutForgotten } from '../forgotten-travel.ts';
import { anyChargebackWaits, anyFareWaits, anyReferences, anyTrips, copyRawRows } from '../import.queries.ts';
import type { Counts } from '../report.ts';
import type { RowContext } from '../row-context.ts';
import type { Chunk, DeliveredRow, QuarantinedRow } from './canonical.ts';
import type { Provenance } from './feed-table.ts';
import { FileQuarantine } from './file-quarantine.ts';
import { MediaWriter } from './media.ts';
import { writeMoney, writeWaitingChargebacks } from './money.ts';
import { followTaps, noPaymentNews, type PaymentNews } from './payments.ts';
import { writePieces } from './pieces.ts';
import { withdrawProducts, writeProducts, writeSalesPackages } from './products.ts';
import { addRecords, emptyStages, noRows, type RowsByKind, upsertRows } from './staging.queries.ts';
import { writeTaps } from './taps.ts';
import { upsertLines, upsertStops } from './timetable.queries.ts';
import { withdrawTrips, writeTakenUpFares, writeTrips } from './trips.ts';

/** What a transaction gathers while its files are written, for its end. */
export interface Gathered extends PaymentNews {
  /** Rows that are to be read again: of fares whose trips have lost a text of their tap, and of payments that have lost their last tap. */
  readonly readAgain: DeliveredRow[];
  /** Whether a file brought pieces. */
  hasPieces: boolean;
  /** Whether pieces give a payment to another card than the one that has it so far. */
  paymentsMove: boolean;
}

/** What a transaction begins with. */
export function nothingGathered(): Gathered {
  return { ...noPaymentNews(), readAgain: [], hasPieces: false, paymentsMove: false };
}

export interface BatchWriterOptions {
  provenance: Provenance;
  /** What the rows are read with. */
  context: RowContext;
  counts: Counts;
  /** Sees to the partitions of these months (`2026-03`, UTC) before rows of them are written. */
  ensureMonths: (months: ReadonlySet<string>) => Promise<void>;
  gathered: Gathered;
  /** Whether the rows are stored already, so that their results count as those of the first import. */
  isReplay?: boolean | undefined;
  /** Whether these are only some rows of the file, which do not say whose a card is. */
  isExtract?: boolean | undefined;
  /** The travel that is not to be written, since it is no longer kept. Its cards are: they are kept for longer. */
  forgotten?: ForgottenTravel | undefined;
}

/** Writes one file, inside its transaction. Knows no format. */
export class BatchWriter {
  readonly quarantine: FileQuarantine;
  readonly #client: pg.ClientBase;
  readonly #provenance: Provenance;
  readonly #counts: Counts;
  readonly #media: MediaWriter;
  readonly #ensureMonths: BatchWriterOptions['ensureMonths'];
  readonly #isReplay: boolean;
  readonly #gathered: Gathered;
  readonly #context: RowContext;
  readonly #forgotten: ForgottenTravel | undefined;
  #batch: Batch;
  #writing = Promise.resolve();
  /** How many rows of the file were written, or are on their way. */
  #rows = 0;
  #faresWait = false;
  #referencesExist = false;
  #tripsExist = false;

  constructor(client: pg.ClientBase, options: BatchWriterOptions) {
    const { provenance, counts, ensureMonths, gathered, isReplay = false, isExtract = false } = options;
    this.#isReplay = isReplay;
    this.#client = client;
    this.#ensureMonths = ensureMonths;
    this.#gathered = gathered;
    this.#context = options.context;
    this.#forgotten = options.forgotten;
    this.#provenance = provenance;
    this.#counts = counts;
    this.#batch = new Batch(provenance, firstRows);
    this.quarantine = new FileQuarantine(client, provenance.fileId);
    this.#media = new MediaWriter(client, provenance, isReplay && !isExtract);
  }

  /**
   * Takes what was read. A full batch is written while the caller reads on; when the next is full before the database
   * is done, the caller waits, so that two batches are in memory at most.
   */
  async add(chunk: Chunk): Promise<void> {
    this.#media.see(chunk);
    const about = { counts: this.#counts, context: this.#context };
    this.#batch.add(this.#forgotten ? withoutForgotten(chunk, this.#forgotten, about) : chunk);
    if (!this.#batch.isFull) return;
    await this.#writing;
    this.#writing = this.#write(this.#batch);
    // Awaited with the next batch; until then a refusal must not count as unhandled.
    this.#writing.catch(() => {});
    this.#batch = new Batch(this.#provenance, Math.min(this.#batch.fullRows * 2, mostRows));
  }

  /** To be called once, after the last chunk. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#write(this.#batch);
    if (await anyChargebackWaits(this.#client)) await writeWaitingChargebacks(this.#client, this.#counts);
    await this.#media.flush();
  }

  /** To be called at the end. After a failure it waits until nothing more is sent, so that no statement follows the rollback. */
  async waitUntilIdle(): Promise<void> {
    await this.#writing.catch(() => {});
    keepPlans(this.#client, false);
  }

  async #write({ raw, quarantined, months, rows, size }: Batch): Promise<void> {
    const [client, counts] = [this.#client, this.#counts];
    this.#rows += size;
    keepPlans(client, this.#rows <= fewRows);
    await this.#findEarlierRows();
    if (!this.#isReplay) await copyBuffers(client, copyRawRows, raw.take());
    await this.quarantine.add(quarantined);
    await this.#media.flushIfFull();
    await this.#ensureMonths(months);
    if (rows.pieces.delivered > 0) {
      this.#gathered.hasPieces = true;
      const ofDelivery = this.#context.sharesTravel ? 'newer' : 'changed';
      const changed = this.#isReplay ? 'known' : ofDelivery;
      await writePieces(client, { pieces: rows.pieces, counts, changed });
    }
    if (rows.stops.delivered > 0)
      await upsertRows(client, { kind: 'stops', statements: upsertStops, rows: rows.stops }, counts);
    if (rows.lines.delivered > 0)
      await upsertRows(client, { kind: 'lines', statements: upsertLines, rows: rows.lines }, counts);
    if (rows.taps.delivered > 0) await this.#writeTaps(rows);
    if (rows.trips.delivered > 0) {
      const { quarantine } = this;
      await writeTrips(client, { fares: rows.trips, counts, quarantine, faresWait: this.#faresWait });
    }
    if (rows.withdrawnTrips.delivered > 0) await withdrawTrips(client, rows.withdrawnTrips, counts);
    if (rows.withdrawnProducts.delivered > 0) await withdrawProducts(client, rows.withdrawnProducts, counts);
    if (rows.products.delivered > 0) {
      // Tickets of the trips of this batch stand in the same staging table until they are written.
      await emptyStages(client);
      await writeProducts(client, rows.products, counts);
    }
    if (rows.salesPackages.delivered > 0) await writeSalesPackages(client, rows.salesPackages, counts);
    if (moneyKinds.some((kind) => rows[kind].delivered > 0)) await this.#writeMoney(rows);
    await emptyStages(client);
  }

  /** Finds out what this batch may have to correct. Asked before each batch, for the one before may have brought it. */
  async #findEarlierRows(): Promise<void> {
    this.#faresWait ||= await anyFareWaits(this.#client);
    this.#referencesExist ||= await anyReferences(this.#client);
    this.#tripsExist ||= await anyTrips(this.#client);
  }

  async #writeTaps({ taps }: RowsByKind): Promise<void> {
    const client = this.#client;
    const { takenUp } = await writeTaps(client, {
      taps,
      counts: this.#counts,
      quarantine: this.quarantine,
      faresWait: this.#faresWait,
      tripsExist: this.#tripsExist,
      readAgain: this.#gathered.readAgain,
    });
    if (takenUp > 0) await writeTakenUpFares(client, takenUp, this.#counts);
    if (this.#referencesExist) {
      for (const row of await followTaps(client, this.#gathered)) this.#gathered.readAgain.push(row);
    }
    await emptyStages(client);
  }

  async #writeMoney(rows: RowsByKind): Promise<void> {
    const { debtNews, otherCurrencies, refundNews, paymentsMove } = this.#gathered;
    await writeMoney(this.#client, rows, {
      counts: this.#counts,
      quarantine: this.quarantine,
      debtNews,
      otherCurrencies,
      refundNews,
      referencesExist: this.#referencesExist,
      paymentsMove,
    });
  }
}

/** What `writeMoney` writes. */
const moneyKinds = [
  'settlements',
  'withdrawnSettlements',
  'withdrawnAuthorisations',
  'payments',
  'paymentParts',
  'authorisations',
  'chargebacks',
] as const;

/** Rows per batch: the measured best of the set-based statements. */
const mostRows = 20_000;
/** The database waits for the first batch, so it is small. Each next one is twice as large: it is read while the one before is written. */
const firstRows = 5000;
/** A file of so few rows fills no staging table beyond the ten pages that PostgreSQL expects of an empty one. */
const fewRows = 200;
/** Characters per batch, for files whose rows are longer than any that we know. */
const fullCharacters = 1 << 24;

/** What the database gets in one go: some thousand rows of one file, ready to be copied. */
class Batch {
  readonly raw = new CopyText();
  readonly quarantined: QuarantinedRow[] = [];
  readonly months = new Set<string>();
  readonly rows: RowsByKind;
  readonly fullRows: number;
  readonly #fileId: number;
  /** How many rows were read, quarantined ones included. */
  #read = 0;
  #characters = 0;

  constructor(provenance: Provenance, fullRows: number) {
    this.fullRows = fullRows;
    this.#fileId = provenance.fileId;
    this.rows = noRows(provenance);
  }

  get size(): number {
    return this.#read;
  }

  get isFull(): boolean {
    return this.#read >= this.fullRows || this.#characters >= fullCharacters;
  }

  add(chunk: Chunk): void {
    for (const row of chunk.raw) {
      this.raw.add(copyLine([this.#fileId, row.line, row.text]));
      this.#characters += row.text.length;
    }
    // What is put together of pieces comes without rows.
    this.#read += chunk.raw.length > 0 ? chunk.raw.length : chunk.taps.length + chunk.trips.length;
    for (const row of chunk.quarantined) this.quarantined.push(row);
    for (const month of monthsOf(chunk)) this.months.add(month);
    addRecords(this.rows, chunk);
  }
}

/** The months (`2026-03`, UTC) that a chunk is about to fill. */
function monthsOf(chunk: Chunk): Set<string> {
  const months = new Set<string>();
  for (const tap of chunk.taps) months.add(monthOf(tap.tappedAt));
  for (const { boarding } of chunk.trips) if ('startedAt' in boarding) months.add(monthOf(boarding.startedAt));
  for (const payment of chunk.payments) months.add(monthOf(payment.openedAt));
  for (const payment of chunk.paymentParts) months.add(monthOf(payment.openedAt));
  return months;
}

function monthOf(instant: string): string {
  return instant.slice(0, 7);
}
