import { parseStatementLine } from '@tapfolio/domain/statement-reference.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Using } from '../../plugins/context.ts';
import { type Bucket, throttleRules } from '../throttles/throttle-rules.ts';
import { withThrottle } from '../throttles/throttles.service.ts';
import { findStatementReference, type StatementReferenceRow } from './statement-references.queries.ts';

export interface StatementProof {
  /** As typed or pasted; cleaned here by the operator's rules. */
  readonly srid: string;
  readonly amountMinor: number;
  /** Whether the fare must have been paid, as it must to link a card (REG-02). */
  readonly mustBePaid: boolean;
  /** Limits of the caller, filled by wrong proofs beside the one on the reference itself. */
  readonly buckets: readonly Bucket[];
  /** Told of a wrong proof, before the caller is. */
  noteMiss?(): Promise<void>;
}

/**
 * The payment that a statement reference and its amount prove. Throttled by reference, whoever asks and wherever.
 * @throws `NWA0003` alike for an unknown reference, a wrong amount and an unpaid fare.
 */
export async function proveStatement(
  context: Using<'pool' | 'keys' | 'config'>,
  proof: StatementProof,
): Promise<StatementReferenceRow> {
  const { srid } = parseStatementLine(proof.srid, context.config.statementReference);
  // What is no reference at all guesses nothing, so it fills no limit.
  if (srid === undefined) throw new AppError('NWA0003');
  return await withThrottle(context, {
    buckets: [{ rule: throttleRules.amountBySrid, object: srid }, ...proof.buckets],
    failures: ['NWA0003'],
    work: async () => {
      const [row] = await findStatementReference(context.pool, { srid, amountMinor: proof.amountMinor });
      if (row !== undefined && (row.paid || !proof.mustBePaid)) return row;
      await proof.noteMiss?.();
      throw new AppError('NWA0003');
    },
  });
}
