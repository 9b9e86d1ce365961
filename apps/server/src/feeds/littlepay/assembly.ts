import type { RowContext } from '../row-context.ts';
import type { Chunk } from '../writer/canonical.ts';
import type { Aggregation } from './aggregations.ts';
import type { Deposit, DepositMatches } from './deposit-matches.ts';
import type { Fares } from './fares.ts';
import type { PiecesByKind } from './pieces-by-kind.ts';

/** What the records of a batch are made of, and where they go. */
export interface Assembly {
  readonly pieces: PiecesByKind;
  readonly fares: Fares;
  readonly aggregations: ReadonlyMap<string, Aggregation>;
  readonly matches: DepositMatches;
  /** Deposits in another currency than the payments that name their reference. */
  readonly foreignDeposits: readonly Deposit[];
  readonly context: RowContext;
  readonly chunk: Chunk;
  /** Pieces that say nothing yet. */
  readonly open: Set<string>;
}
