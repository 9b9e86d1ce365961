import type pg from 'pg';
import { anyChargebacks } from '../import.queries.ts';
import type { Counts } from '../report.ts';
import * as acquirer from './acquirer.queries.ts';
import type { Quarantine, SettlementRecord, WithdrawnSettlement } from './canonical.ts';
import { followCards, followOwners } from './card-moves.ts';
import * as chargebacks from './chargebacks.queries.ts';
import { refuseAgainBySettlements, refuseAgainByWithdrawn } from './media.queries.ts';
import { followSettlements, type PaymentNews, writePayments } from './payments.ts';
import { followMoneyToRefunds, followMoneyToTrips } from './refunds.ts';
import { countUpsert, emptyStages, type RowsByKind, type StageRows, upsert, upsertRows } from './staging.queries.ts';

interface MoneyOptions extends PaymentNews {
  counts: Counts;
  quarantine: Quarantine;
  /** Whether there are payments of earlier files, which what the bank did may change. */
  referencesExist: boolean;
  /** Whether another card has one of the payments so far. */
  paymentsMove: boolean;
}

type Changes = Pick<MoneyOptions, 'counts' | 'refundNews'>;

/** Writes what a batch says of money, and what follows from it for payments and trips. */
export async function writeMoney(client: pg.ClientBase, rows: RowsByKind, options: MoneyOptions): Promise<void> {
  const { settlements, withdrawnSettlements, payments, paymentParts, authorisations, withdrawnAuthorisations } = rows;
  const { paymentOwners } = rows;
  const { referencesExist, paymentsMove, ...written } = options;
  const { counts, debtNews } = written;
  if (paymentParts.delivered > 0) {
    await paymentParts.stage(client);
    if (paymentsMove) await followCards(client);
  }
  if (paymentOwners.delivered > 0 && referencesExist) {
    await paymentOwners.stage(client);
    await followOwners(client);
  }
  const haveGone =
    withdrawnSettlements.delivered > 0 && (await withdrawSettlements(client, withdrawnSettlements, options));
  const areWritten = settlements.delivered > 0 && (await writeSettlements(client, settlements, options));
  const haveChanged = haveGone || areWritten;
  const paymentsCame = payments.delivered + paymentParts.delivered > 0;
  if (paymentsCame) await writePayments(client, { ...written, payments, parts: paymentParts });
  if (haveChanged && referencesExist) await followSettlements(client, debtNews);
  if (haveChanged || paymentsCame) {
    await followMoneyToRefunds(client);
    await followMoneyToTrips(client);
  }
  if (authorisations.delivered > 0) {
    const statements = acquirer.upsertAuthorisations;
    await upsertRows(client, { kind: 'authorisations', statements, rows: authorisations }, counts);
  }
  if (withdrawnAuthorisations.delivered > 0) {
    await withdrawnAuthorisations.stage(client);
    counts.add('authorisations', { updated: await acquirer.removeWithdrawnAuthorisations(client) });
  }
  if (rows.chargebacks.delivered > 0) {
    const statements = chargebacks.upsertChargebacks;
    await upsertRows(client, { kind: 'chargebacks', statements, rows: rows.chargebacks }, counts);
    if ((await chargebacks.stageLeftByChargebacks(client)) > 0) await chargebacks.removeLeft(client);
  }
}

/**
 * Writes movements of money at the acquirer, before the payments of the same batch: those of refunds follow from them.
 * @returns whether any of them is new or changed.
 */
async function writeSettlements(
  client: pg.ClientBase,
  rows: StageRows<SettlementRecord>,
  { counts, refundNews }: Changes,
): Promise<boolean> {
  const areChargedBack = await anyChargebacks(client);
  const compare = async () => {
    await acquirer.stageLeftBySettlements(client);
    await acquirer.carryChargebacks(client);
    if (areChargedBack) await chargebacks.stageDoubtfulByFormerReference(client);
  };
  const task = { kind: 'settlements', statements: acquirer.upsertSettlements, rows, compare } as const;
  const result = await upsertRows(client, task, counts);
  if (areChargedBack) await reopenChargebacks(client, counts);
  if (result.updated > 0) {
    for (const { medium_id: mediumId } of await acquirer.removeWithdrawnRefunds(client)) refundNews.push(mediumId);
    await refuseAgainBySettlements(client);
  }
  return result.inserted + result.updated > 0;
}

/** Removes movements that no longer count. @returns whether any was there. */
async function withdrawSettlements(
  client: pg.ClientBase,
  rows: StageRows<WithdrawnSettlement>,
  { counts, refundNews }: Changes,
): Promise<boolean> {
  await rows.stage(client);
  await acquirer.stageLeftByWithdrawn(client);
  const updated = await acquirer.removeWithdrawnSettlements(client);
  counts.add('settlements', { updated });
  for (const { medium_id: mediumId } of await acquirer.removeWithdrawnPayments(client)) refundNews.push(mediumId);
  if (updated > 0) await refuseAgainByWithdrawn(client);
  return updated > 0;
}

/** Lets the chargebacks wait whose charge may have changed with the movements that are staged: `writeWaitingChargebacks` finds their payment again. */
async function reopenChargebacks(client: pg.ClientBase, counts: Counts): Promise<void> {
  await chargebacks.stageDoubtfulByReference(client);
  counts.add('pieces', { waiting: await chargebacks.reopenDoubtful(client) });
  await chargebacks.forgetCertain(client);
}

/**
 * Writes chargebacks that have waited for a charge which has come, and removes those that wait again; to be called once all movements of a
 * file are written.
 */
export async function writeWaitingChargebacks(client: pg.ClientBase, counts: Counts): Promise<void> {
  const possible = await chargebacks.stagePossibleCharges(client);
  const found = possible === 0 ? 0 : await chargebacks.stageFoundCharges(client);
  await chargebacks.forgetFound(client);
  await chargebacks.removeDoubtful(client);
  await chargebacks.emptyDoubtful(client);
  if (found > 0) {
    const result = await upsert(client, chargebacks.upsertChargebacks, found);
    countUpsert(counts, 'chargebacks', found, result);
    counts.add('pieces', { waiting: -(await chargebacks.closeFound(client)) });
  }
  if (possible > 0) await emptyStages(client);
}
