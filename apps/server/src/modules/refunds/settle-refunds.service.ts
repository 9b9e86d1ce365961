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
 * Locks a refund and the others of its statement reference; undefined when there is no such refund. While this waits for the lock, a
 * delivery may give the refund another reference: then it looks there.
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

/** Locks the refunds of a statement reference, before their trips are changed: the worker does it in the same order. */
export async function lockRefundsOf(tx: Db, reference: Reference): Promise<void> {
  await lockRefunds(tx, reference);
}

/**
 * Shows each refund of these statement references once in the movements and in the history: as it was delivered, or as ours while no
 * delivery has brought it. A refund whose money came back is shown only if it was delivered; that delivery belongs to no other refund.
 * Runs in the transaction that ends a refund or imports its delivery. Both lock the refunds first; give several references in order.
 */
export async function settleRefunds(tx: Db, references: readonly Reference[]): Promise<void> {
  const refunds: Shown[] = [];
  for (const reference of references) refunds.push(...(await pairRefunds(tx, reference)));
  // A delivery may pass from one refund to another, even of another payment. Its unique index wants it released first.
  for (const { refund, mediumId, deliveredId } of refunds)
    if (refund.delivered_id !== null && refund.delivered_id !== deliveredId)
      await noteDelivered(tx, { mediumId, refundId: refund.refund_id, deliveredId: null });
  for (const refund of refunds) await showOnce(tx, refund);
}

/** Locks the refunds of a statement reference and pairs those that the bank has done with their deliveries. */
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
  /** The delivered movement that it is paired with. */
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
  const own = { mediumId, refundId, operatorCode, srid, at };
  await insertOwnMove(tx, { ...own, amountMinor, bankReference });
  const given = { amountMinor: refund.given_minor ?? amountMinor, currency: refund.given_currency ?? currency };
  await insertOwnPayment(tx, { ...own, ...given });
}
