import type pg from 'pg';
import type { AuthorisationRecord, SettlementRecord, WithdrawnSettlement } from '../canonical.ts';
import * as queries from './acquirer.queries.ts';
import type { Counts } from './counts.ts';
import type { StageRows } from './stage-rows.ts';
import { writeRows } from './upsert.ts';

/**
 * Writes movements of money at the acquirer, before the payments of the same batch: those of refunds follow from them.
 * @returns whether any of them is new or changed.
 */
export async function writeSettlements(
  client: pg.ClientBase,
  rows: StageRows<SettlementRecord>,
  counts: Counts,
): Promise<boolean> {
  const compare = async () => {
    await queries.stageLeftPayments(client);
    await queries.carryChargebacks(client);
  };
  const task = { kind: 'settlements', statements: queries.upsertSettlements, rows, compare } as const;
  const result = await writeRows(client, task, counts);
  if (result.updated > 0) await queries.removeWithdrawnRefunds(client);
  return result.inserted + result.updated > 0;
}

/** Writes questions to the acquirer that moved no money. */
export async function writeAuthorisations(
  client: pg.ClientBase,
  rows: StageRows<AuthorisationRecord>,
  counts: Counts,
): Promise<void> {
  await writeRows(client, { kind: 'authorisations', statements: queries.upsertAuthorisations, rows }, counts);
}

/** Takes movements away that are told by another row now. @returns whether any was there. */
export async function withdrawSettlements(
  client: pg.ClientBase,
  rows: StageRows<WithdrawnSettlement>,
  counts: Counts,
): Promise<boolean> {
  await rows.stage(client);
  await queries.stageLeftByWithdrawn(client);
  const updated = await queries.removeWithdrawnSettlements(client);
  counts.add('settlements', { updated });
  await queries.removeWithdrawnPayments(client);
  return updated > 0;
}
