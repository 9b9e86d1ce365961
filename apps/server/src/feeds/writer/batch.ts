import type { Chunk, QuarantinedRow } from '../canonical.ts';
import { addAuthorisation, addSettlement } from './acquirer.ts';
import { CopyText } from './copy-rows.ts';
import { rawLine } from './kept-rows.ts';
import { monthsOf } from './months.ts';
import { addPayment } from './payments.ts';
import type { Provenance } from './provenance.ts';
import { StageRows } from './stage-rows.ts';
import { addTap } from './taps.ts';
import { addFare } from './trips.ts';

/** Rows per batch: the measured best of the set-based statements. */
const fullRows = 20_000;
/** Characters per batch, for files whose rows are longer than any that we know. */
const fullCharacters = 1 << 24;

/** What the database gets in one go: some thousand rows of one file, ready to be copied. */
export class Batch {
  readonly raw = new CopyText();
  readonly quarantined: QuarantinedRow[] = [];
  readonly taps = new StageRows();
  readonly fares = new StageRows();
  readonly payments = new StageRows();
  readonly settlements = new StageRows();
  readonly authorisations = new StageRows();
  readonly months = new Set<string>();
  readonly #provenance: Provenance;
  /** How many rows were read, quarantined ones included. */
  rows = 0;
  #characters = 0;

  constructor(provenance: Provenance) {
    this.#provenance = provenance;
  }

  get isFull(): boolean {
    return this.rows >= fullRows || this.#characters >= fullCharacters;
  }

  add(chunk: Chunk): void {
    const provenance = this.#provenance;
    for (const row of chunk.raw) {
      this.raw.add(rawLine(provenance.fileId, row));
      this.#characters += row.text.length;
    }
    this.rows += chunk.raw.length;
    this.quarantined.push(...chunk.quarantined);
    for (const month of monthsOf(chunk)) this.months.add(month);
    for (const tap of chunk.taps) addTap(this.taps, tap, provenance);
    for (const fare of chunk.trips) addFare(this.fares, fare, provenance);
    for (const payment of chunk.payments) addPayment(this.payments, payment, provenance);
    for (const settlement of chunk.settlements) addSettlement(this.settlements, settlement, provenance);
    for (const authorisation of chunk.authorisations) addAuthorisation(this.authorisations, authorisation, provenance);
  }
}
