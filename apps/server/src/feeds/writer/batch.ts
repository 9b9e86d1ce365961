import type { Chunk, QuarantinedRow } from '../canonical.ts';
import { CopyText } from './copy-rows.ts';
import { rawLine } from './kept-rows.ts';
import { monthsOf } from './months.ts';
import type { Provenance } from './provenance.ts';
import { StageRows } from './stage-rows.ts';
import * as staging from './staging.queries.ts';

/** Rows per batch: the measured best of the set-based statements. */
const fullRows = 20_000;
/** Characters per batch, for files whose rows are longer than any that we know. */
const fullCharacters = 1 << 24;

/** What the database gets in one go: some thousand rows of one file, ready to be copied. */
export class Batch {
  readonly raw = new CopyText();
  readonly quarantined: QuarantinedRow[] = [];
  readonly months = new Set<string>();
  readonly taps;
  readonly fares;
  readonly payments;
  readonly settlements;
  readonly authorisations;
  readonly products;
  readonly salesPackages;
  readonly stops;
  readonly lines;
  readonly pieces;
  readonly paymentParts;
  readonly chargebacks;
  readonly withdrawnTrips;
  readonly withdrawnSettlements;
  readonly #fileId: number;
  /** How many rows were read, quarantined ones included. */
  rows = 0;
  #characters = 0;

  constructor(provenance: Provenance) {
    this.#fileId = provenance.fileId;
    this.taps = new StageRows(staging.stageTaps, provenance);
    this.fares = new StageRows(staging.stageFares, provenance);
    this.payments = new StageRows(staging.stagePayments, provenance);
    this.settlements = new StageRows(staging.stageSettlements, provenance);
    this.authorisations = new StageRows(staging.stageAuthorisations, provenance);
    this.products = new StageRows(staging.stageProducts, provenance);
    this.salesPackages = new StageRows(staging.stageSalesPackages, provenance);
    this.stops = new StageRows(staging.stageStops, provenance);
    this.lines = new StageRows(staging.stageLines, provenance);
    this.pieces = new StageRows(staging.stagePieces, provenance);
    this.paymentParts = new StageRows(staging.stagePaymentParts, provenance);
    this.chargebacks = new StageRows(staging.stageChargebacks, provenance);
    this.withdrawnTrips = new StageRows(staging.stageWithdrawnTrips, provenance);
    this.withdrawnSettlements = new StageRows(staging.stageWithdrawnSettlements, provenance);
  }

  get isFull(): boolean {
    return this.rows >= fullRows || this.#characters >= fullCharacters;
  }

  add(chunk: Chunk): void {
    for (const row of chunk.raw) {
      this.raw.add(rawLine(this.#fileId, row));
      this.#characters += row.text.length;
    }
    // What is put together of pieces comes without rows.
    this.rows += chunk.raw.length > 0 ? chunk.raw.length : chunk.taps.length + chunk.trips.length;
    for (const row of chunk.quarantined) this.quarantined.push(row);
    for (const month of monthsOf(chunk)) this.months.add(month);
    this.taps.addAll(chunk.taps);
    this.fares.addAll(chunk.trips);
    this.payments.addAll(chunk.payments);
    this.settlements.addAll(chunk.settlements);
    this.authorisations.addAll(chunk.authorisations);
    this.products.addAll(chunk.products);
    this.salesPackages.addAll(chunk.salesPackages);
    this.stops.addAll(chunk.stops);
    this.lines.addAll(chunk.lines);
    this.pieces.addAll(chunk.pieces);
    this.paymentParts.addAll(chunk.paymentParts);
    this.chargebacks.addAll(chunk.chargebacks);
    this.withdrawnTrips.addAll(chunk.withdrawnTrips);
    this.withdrawnSettlements.addAll(chunk.withdrawnSettlements);
  }
}
