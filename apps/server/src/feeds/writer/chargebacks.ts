import type pg from 'pg';
import type { ChargebackRecord } from '../canonical.ts';
import * as queries from './chargebacks.queries.ts';
import type { Counts } from './counts.ts';
import type { StageRows } from './stage-rows.ts';
import { emptyStages } from './staging.queries.ts';
import { countUpsert, upsert, writeRows } from './upsert.ts';

/** Writes charges that the bank took back. */
export async function writeChargebacks(
  client: pg.ClientBase,
  rows: StageRows<ChargebackRecord>,
  counts: Counts,
): Promise<void> {
  await writeRows(client, { kind: 'chargebacks', statements: queries.upsertChargebacks, rows }, counts);
}

/** Writes those that have waited for a charge which has come; to be called once all movements of a file are written. */
export async function writeWaitingChargebacks(client: pg.ClientBase, counts: Counts): Promise<void> {
  if ((await queries.anyWaiting(client)).length === 0) return;
  const found = await queries.stageFoundCharges(client);
  if (found === 0) return;
  const result = await upsert(client, queries.upsertChargebacks, found);
  countUpsert(counts, 'chargebacks', found, result);
  counts.add('pieces', { waiting: -(await queries.closeFound(client)) });
  await emptyStages(client);
}
