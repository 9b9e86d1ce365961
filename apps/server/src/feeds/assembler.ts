import type { RowContext } from './row-context.ts';
import type { Chunk } from './writer/canonical.ts';
import type { ChangedPieces } from './writer/pieces.ts';

/** What pieces say together. */
export interface Assembled {
  readonly chunk: Chunk;
  /** The ids of those that say nothing yet, since another piece has not come. */
  readonly open: ReadonlySet<string>;
  /** The payments that they belong to. */
  readonly payments: readonly AssembledPayment[];
  /** The ids of all their trips, movements of money and requests to the bank, including those that no longer count. */
  readonly told: ReadonlySet<string>;
  /** The ids of movements that only the bank's own file has, until the back office delivers them under its own ids. */
  readonly standIns: ReadonlySet<string>;
}

/** A payment with the reference that the pieces give it. */
export interface AssembledPayment {
  readonly paymentId: string;
  /** The card that it belongs to by its pieces, or, where its stored values are meant, the card that has it so far. */
  readonly mediumId: string;
  readonly srid: string;
}

/**
 * Makes records of pieces: for back offices whose rows say one thing each of a trip or payment and come in any order, days
 * apart. It gets the newest version of every piece that has to do with one that changed, and says all that they
 * tell today; what it said before is corrected by it.
 */
export interface Assembler {
  assemble(changed: ChangedPieces, context: RowContext): Assembled;
}
