import { parseStatementLine } from '@tapfolio/domain/statement-reference.ts';
import { addressBlock } from '../../lib/address-block.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { leastId } from '../../lib/keyset.ts';
import type { Db } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { type Bucket, fromAddress, sharedRules, throttleRules } from '../throttles/throttle-rules.ts';
import { hasCounted, withSharedLimit, withThrottle } from '../throttles/throttles.service.ts';
import {
  findCollected,
  findFormerAmount,
  findStatementReference,
  type StatementReferenceRow,
} from './statement-references.queries.ts';

export interface StatementProof {
  /** As typed or pasted; cleaned here by the operator's rules. */
  readonly srid: string;
  readonly amountMinor: number;
  /** Whether the fare must have been paid, as it must to link a card (REG-02). */
  readonly mustBePaid: boolean;
  /** Limits of the caller, filled by wrong proofs beside the one on the reference itself. */
  readonly buckets: readonly Bucket[];
  /**
   * Decides in place of `is_proven`, for callers that also take other amounts. It is called with `undefined` for an unknown reference and
   * must do the same work then: the time of the answer must not tell that the reference is unknown.
   */
  isProvenBy?(reference: StatementReferenceRow | undefined): Promise<boolean>;
  /** Called after a wrong proof, before the error is thrown. */
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
  assertThat(srid !== undefined, 'NWA0003');
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

/** The key that is looked up for an unknown reference, so that the look-up takes as long as for a known one. */
export const noPayment = { medium_id: leastId, payment_id: leastId };

/** The reference. It also counts as paid and proven where we had the bank collect this amount: the statement shows it. */
async function findReference(
  db: Db,
  { srid, amountMinor }: { readonly srid: string; readonly amountMinor: number },
): Promise<StatementReferenceRow | undefined> {
  const [row] = await findStatementReference(db, { srid, amountMinor });
  const { medium_id: mediumId, payment_id: paymentId } = row ?? noPayment;
  const [collected] = await findCollected(db, { mediumId, paymentId, amountMinor });
  return row && collected ? { ...row, paid: true, is_proven: true } : row;
}

/** A statement reference and an amount from a guest, who has no account. */
export interface GuestProof extends Pick<StatementProof, 'srid' | 'amountMinor'> {
  readonly ip: string;
  /** Whether the caller asks about this payment; it must do the same work for `undefined`, an unknown reference. */
  concerns?(reference: StatementReferenceRow | undefined): Promise<boolean>;
  /** For a page that follows a payment and asks again and again: what an address has proven recently fills no limit twice. */
  readonly countsOnce?: boolean;
}

/**
 * The same for a guest, with the limits of their address and of all addresses together. Receipts and unpaid fares share these
 * limits, so that a guess costs the same on both screens. A guest also proves a fare that was unpaid by an amount that was asked for,
 * even if the fare was lowered or withdrawn since.
 * @throws as `proveStatement`, and `too_many_requests`.
 */
export async function proveAsGuest(
  context: Using<'pool' | 'keys' | 'config'>,
  { ip, countsOnce = false, concerns, ...proof }: GuestProof,
): Promise<StatementReferenceRow> {
  const own = fromAddress(throttleRules.guestMissesByAddress, ip);
  const hits = fromAddress(throttleRules.guestHitsByAddress, ip);
  const buckets = await withSharedLimit(context, own, sharedRules.guest);
  const repeated = repeatedProof(proof, ip);
  if (!countsOnce) buckets.push(...hits);
  else if (!(await hasCounted(context, repeated))) buckets.push(...hits, repeated);
  const isProvenBy = async (row: StatementReferenceRow | undefined) => {
    const isKnown = await isKnownAmount(context.pool, row, proof.amountMinor);
    return concerns === undefined ? isKnown : (await concerns(row)) && isKnown;
  };
  return await proveStatement(context, { ...proof, mustBePaid: false, buckets, isProvenBy });
}

async function isKnownAmount(db: Db, row: StatementReferenceRow | undefined, amountMinor: number): Promise<boolean> {
  const { medium_id: mediumId, payment_id: paymentId } = row ?? noPayment;
  const [former] = await findFormerAmount(db, { mediumId, paymentId, amountMinor });
  return row?.is_proven === true || former !== undefined;
}

function repeatedProof({ srid, amountMinor }: Pick<GuestProof, 'srid' | 'amountMinor'>, ip: string): Bucket {
  return { rule: throttleRules.guestRepeated, object: `${addressBlock(ip)}\0${srid}\0${amountMinor}` };
}
