import { parseStatementLine } from '@tapfolio/domain/statement-reference.ts';
import { addressBlock } from '../../lib/address-block.ts';
import { AppError } from '../../lib/app-error.ts';
import { leastId } from '../../lib/keyset.ts';
import type { Db } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { type Bucket, fromAddress, throttleRules } from '../throttles/throttle-rules.ts';
import { hasCounted, sharedLimit, withThrottle } from '../throttles/throttles.service.ts';
import { findCollected, findStatementReference, type StatementReferenceRow } from './statement-references.queries.ts';

export interface StatementProof {
  /** As typed or pasted; cleaned here by the operator's rules. */
  readonly srid: string;
  readonly amountMinor: number;
  /** Whether the fare must have been paid, as it must to link a card (REG-02). */
  readonly mustBePaid: boolean;
  /** Limits of the caller, filled by wrong proofs beside the one on the reference itself. */
  readonly buckets: readonly Bucket[];
  /**
   * Decides in place of `is_proven`, for those who take another amount or only some payments. Also asked of a reference that nobody
   * knows, with `undefined`, and then has to do the same work: how long it takes must not tell that there is none.
   */
  isProvenBy?(reference: StatementReferenceRow | undefined): Promise<boolean>;
  /** Told of a wrong proof, before the caller is. */
  noteMiss?(): Promise<void>;
}

/**
 * The payment that a statement reference and its amount prove. Throttled by reference, for all callers together.
 * @throws `NWA0003` alike for an unknown reference, a wrong amount and an unpaid fare.
 */
export async function proveStatement(
  context: Using<'pool' | 'keys' | 'config'>,
  proof: StatementProof,
): Promise<StatementReferenceRow> {
  const { srid } = parseStatementLine(proof.srid, context.config.statementReference);
  // A text that cannot be a reference is not a guess, so it does not count against a limit.
  if (srid === undefined) throw new AppError('NWA0003');
  return await withThrottle(context, {
    buckets: [{ rule: throttleRules.amountBySrid, object: srid }, ...proof.buckets],
    failures: ['NWA0003'],
    work: async () => {
      const row = await findReference(context.pool, { srid, amountMinor: proof.amountMinor });
      const isProven = proof.isProvenBy === undefined ? row?.is_proven === true : await proof.isProvenBy(row);
      if (row !== undefined && isProven && (row.paid || !proof.mustBePaid)) return row;
      await proof.noteMiss?.();
      throw new AppError('NWA0003');
    },
  });
}

/** What a reference is looked up as that nobody knows, so that the look-up takes as long as any other. */
export const nobody = { medium_id: leastId, payment_id: leastId };

/** The reference, with what we had the bank collect ourselves: that is paid, and the statement shows it. */
async function findReference(
  db: Db,
  { srid, amountMinor }: { readonly srid: string; readonly amountMinor: number },
): Promise<StatementReferenceRow | undefined> {
  const [row] = await findStatementReference(db, { srid, amountMinor });
  const { medium_id: mediumId, payment_id: paymentId } = row ?? nobody;
  const [collected] = await findCollected(db, { mediumId, paymentId, amountMinor });
  return row && collected ? { ...row, paid: true, is_proven: true } : row;
}

/** A statement reference and an amount as somebody without an account brings them. */
export interface GuestProof extends Pick<StatementProof, 'srid' | 'amountMinor' | 'isProvenBy'> {
  readonly ip: string;
  /** Whoever follows a payment asks again and again: what their address has proven lately fills no limit a second time. */
  readonly countsOnce?: boolean;
}

/**
 * The same for somebody without an account, with the limits of an address and of all addresses together. Receipts and unpaid
 * fares fill the same limits, so that a guess costs the same wherever it is tried.
 * @throws as `proveStatement`, and `too_many_requests`.
 */
export async function proveAsGuest(
  context: Using<'pool' | 'keys' | 'config'>,
  { ip, countsOnce = false, ...proof }: GuestProof,
): Promise<StatementReferenceRow> {
  const own = fromAddress(throttleRules.guestMissesByAddress, ip);
  const pools = { guessers: throttleRules.guestEverywhere, newcomers: throttleRules.guestByNewcomers };
  const hits = fromAddress(throttleRules.guestHitsByAddress, ip);
  const buckets = [...own, await sharedLimit(context, own, pools)];
  const repeated = repeatedProof(proof, ip);
  if (!countsOnce) buckets.push(...hits);
  else if (!(await hasCounted(context, repeated))) buckets.push(...hits, repeated);
  return await proveStatement(context, { ...proof, mustBePaid: false, buckets });
}

function repeatedProof({ srid, amountMinor }: Pick<GuestProof, 'srid' | 'amountMinor'>, ip: string): Bucket {
  return { rule: throttleRules.guestRepeated, object: `${addressBlock(ip)}\0${srid}\0${amountMinor}` };
}
