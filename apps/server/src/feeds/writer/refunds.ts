import type { Db } from '../../lib/sql.ts';
import { settleRefunds } from '../../modules/refunds/settle-refunds.service.ts';
import * as queries from './refunds.queries.ts';

/** Takes in what the movements in `stage_settlements` say of refunds of ours: each is shown once. */
export async function followDeliveredRefunds(db: Db): Promise<void> {
  if (!(await anyOwn(db))) return;
  for (const { medium_id: mediumId, srid } of await queries.listOwnReferences(db))
    await settleRefunds(db, { mediumId, srid });
}

/** Writes at the trips of the payments in `stage_payments` and `stage_settlements` what was given back of them. */
export async function followMoneyToTrips(db: Db): Promise<void> {
  if ((await queries.stageRefundedOfMoney(db)) > 0) await markTrips(db);
}

/** Writes at the trips in `stage_trips` what was given back of them. */
export async function followTripsToRefunds(db: Db): Promise<void> {
  if (await anyOwn(db)) await queries.carryOwnRefunds(db);
  if ((await queries.stageRefundedOfTrips(db)) > 0) await markTrips(db);
}

async function anyOwn(db: Db): Promise<boolean> {
  return (await queries.anyRefunds(db)).length > 0;
}

async function markTrips(db: Db): Promise<void> {
  if ((await queries.stageRefundedTrips(db)) > 0) await queries.markRefundedTrips(db);
  await queries.emptyRefunded(db);
}
