import type { Db } from '../../lib/sql.ts';
import { followPayment } from '../../modules/refunds/follow-payment.service.ts';
import { lockRefundsOf, settleRefunds } from '../../modules/refunds/settle-refunds.service.ts';
import { withHashJoins } from '../import.queries.ts';
import * as queries from './refunds.queries.ts';

/**
 * Matches the movements in `stage_settlements` with our own refunds: each is shown once. Then updates refunds for the payments in
 * `stage_payment_windows`.
 */
export async function followMoneyToRefunds(db: Db): Promise<void> {
  if (!(await anyOwn(db))) return;
  const references = await queries.listOwnReferences(db);
  await settleRefunds(
    db,
    references.map(({ medium_id: mediumId, srid }) => ({ mediumId, srid })),
  );
  for (const moved of await queries.listMovedPayments(db)) {
    const { medium_id: mediumId, payment_id: paymentId, former_srid: formerSrid, srid, opened_at: openedAt } = moved;
    await followPayment(db, { mediumId, paymentId, formerSrid, srid, openedAt });
  }
}

/** Writes the refunded amounts at the trips of the payments in `stage_payments`, `stage_settlements` and `stage_left_payments`. */
export async function followMoneyToTrips(db: Db): Promise<void> {
  await queries.clearLeftTrips(db);
  if (await anyOwn(db)) await queries.carryOwnRefundsOfLeft(db);
  if ((await queries.stageRefundedOfMoney(db)) > 0) await markTrips(db);
}

/** Writes the refunded amounts at the trips in `stage_trips`, and at those that are left in the payments which these came from. */
export async function followTripsToRefunds(db: Db): Promise<void> {
  if (await anyOwn(db)) await queries.carryOwnRefunds(db);
  if ((await queries.stageRefundedOfTrips(db)) > 0) await markTrips(db);
}

/** Writes the refunded amounts at the trips of the payments to which the taps in `stage_taps` belong or belonged. */
export async function followTapsToRefunds(db: Db): Promise<void> {
  if (await anyOwn(db)) await queries.carryOwnRefundsOfTaps(db);
  if ((await queries.stageRefundedOfTaps(db)) > 0) await markTrips(db);
}

/**
 * Locks our own refunds that name a trip in `stage_trips`. Call this before the trips are changed: the end of a refund locks the refund
 * first and its trips afterwards. The same order here prevents deadlocks, and no trip is moved while a refund marks it.
 */
export async function lockRefundsOfTrips(db: Db): Promise<void> {
  if (!(await anyOwn(db))) return;
  for (const { medium_id: mediumId, srid } of await queries.listOwnReferencesOfTrips(db))
    await lockRefundsOf(db, { mediumId, srid });
}

async function anyOwn(db: Db): Promise<boolean> {
  return (await queries.anyRefunds(db)).length > 0;
}

async function markTrips(db: Db): Promise<void> {
  if ((await withHashJoins(db, () => queries.stageRefundedTrips(db))) > 0) await queries.markRefundedTrips(db);
  await queries.emptyRefunded(db);
}
