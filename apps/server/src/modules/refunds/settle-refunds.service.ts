import { pairMoves } from '@tapfolio/domain/own-moves.ts';
import { isoInstant } from '../../lib/iso-instant.ts';
import type { Db } from '../../lib/sql.ts';
import { findRefundReference } from './move-refund.queries.ts';
import {
  deleteOwnMove,
  deleteOwnPayment,
  insertOwnMove,
  insertOwnPayment,
  type LockedRefund,
  listDeliveredRefunds,
  lockRefunds,
  noteDelivered,
} from './settle-refunds.queries.ts';

interface Reference {
  readonly mediumId: string;
  readonly srid: string;
}

/** A refund that the bank has done, also one whose money came back to it. */
type Done = LockedRefund & { readonly bank_reference: string; readonly closed_at: string };

/**
 * Locks a refund and those that have its reference, in their order; undefined when there is none. A delivery that gives its payment another
 * reference may have had the lock: then it is looked for there.
 */
export async function lockRefund(
  tx: Db,
  key: { readonly mediumId: string; readonly refundId: string },
): Promise<LockedRefund | undefined> {
  const { mediumId, refundId } = key;
  for (;;) {
    const [known] = await findRefundReference(tx, key);
    if (known === undefined) return undefined;
    const refunds = await lockRefunds(tx, { mediumId, srid: known.srid });
    const locked = refunds.find(({ refund_id: id }) => id === refundId);
    if (locked !== undefined) return locked;
  }
}

/** Locks the refunds of a statement reference in their order, as whoever ends one of them does before its trips. */
export async function lockRefundsOf(tx: Db, reference: Reference): Promise<void> {
  await lockRefunds(tx, reference);
}

/**
 * Shows each refund of these statement references once in the movements and in the history: as it was delivered, or as ours while no
 * delivery has brought it. One whose money came back is shown as delivered or not at all, and its delivery is of no other refund.
 * To be run in the transaction that brought the one or the other; both lock the refunds first, those of several references in their order.
 */
export async function settleRefunds(tx: Db, references: readonly Reference[]): Promise<void> {
  const refunds: Shown[] = [];
  for (const reference of references) refunds.push(...(await pairRefunds(tx, reference)));
  // A delivery may go over from one refund to another, also to one of another payment: first all let go, then they take.
  for (const { refund, mediumId, deliveredId } of refunds)
    if (refund.delivered_id !== null && refund.delivered_id !== deliveredId)
      await noteDelivered(tx, { mediumId, refundId: refund.refund_id, deliveredId: null });
  for (const refund of refunds) await showOnce(tx, refund);
}

/** Locks the refunds of a statement reference and finds what was delivered of those that the bank has done. */
async function pairRefunds(tx: Db, { mediumId, srid }: Reference): Promise<Shown[]> {
  const refunds = await lockRefunds(tx, { mediumId, srid });
  if (refunds.length === 0) return [];
  const ownIds = refunds.map(({ refund_id: id }) => id);
  const delivered = await listDeliveredRefunds(tx, { mediumId, srid, ownIds });
  const done = refunds.filter(isDone);
  const pairs = pairMoves(
    done.map((refund) => ({
      id: refund.refund_id,
      amountMinor: refund.amount_minor,
      bankReference: refund.bank_reference,
      requestedAt: new Date(isoInstant(refund.requested_at)),
    })),
    delivered.map((row) => ({
      id: row.settlement_id,
      amountMinor: row.amount_minor,
      retrievalReference: row.retrieval_reference,
      at: row.requested_at === null ? null : new Date(isoInstant(row.requested_at)),
    })),
  );
  return done.map((refund) => ({ refund, mediumId, srid, deliveredId: pairs.get(refund.refund_id) }));
}

function isDone(refund: LockedRefund): refund is Done {
  const wasDone = refund.state === 'refunded' || refund.state === 'returned';
  return wasDone && refund.bank_reference !== null && refund.closed_at !== null;
}

interface Shown extends Reference {
  readonly refund: Done;
  /** The movement that a delivery has brought of it. */
  readonly deliveredId: string | undefined;
}

async function showOnce(tx: Db, { refund, mediumId, srid, deliveredId }: Shown): Promise<void> {
  const { refund_id: refundId, closed_at: at, operator_code: operatorCode } = refund;
  const { amount_minor: amountMinor, currency, bank_reference: bankReference } = refund;
  if (deliveredId !== undefined) {
    await deleteOwnMove(tx, { mediumId, refundId });
    await deleteOwnPayment(tx, { mediumId, refundId, openedAt: at });
    await noteDelivered(tx, { mediumId, refundId, deliveredId });
    return;
  }
  if (refund.state === 'returned') return;
  await insertOwnMove(tx, { mediumId, refundId, operatorCode, srid, amountMinor, at, bankReference });
  await insertOwnPayment(tx, { mediumId, refundId, operatorCode, srid, amountMinor, currency, at });
}
