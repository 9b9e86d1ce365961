import type pg from 'pg';
import { withdrawSettlements, writeAuthorisations, writeSettlements } from './acquirer.ts';
import type { Batch } from './batch.ts';
import { writeChargebacks } from './chargebacks.ts';
import type { Counts } from './counts.ts';
import type { NewDebts } from './debts.ts';
import type { Quarantine } from './kept-rows.ts';
import { followSettlements, writePayments } from './payments.ts';
import { followMoneyToRefunds, followMoneyToTrips } from './refunds.ts';

interface MoneyOptions {
  counts: Counts;
  quarantine: Quarantine;
  isReplay: boolean;
  newDebts: NewDebts;
  /** Whether there are payments of earlier files, which what the bank did may change. */
  referencesExist: boolean;
}

/** Writes what a batch says of money, and what follows from it for payments and trips. */
export async function writeMoney(client: pg.ClientBase, batch: Batch, options: MoneyOptions): Promise<void> {
  const { settlements, withdrawnSettlements, payments, paymentParts, authorisations, chargebacks } = batch;
  const { referencesExist, ...written } = options;
  const { counts, newDebts } = written;
  const haveGone =
    withdrawnSettlements.delivered > 0 && (await withdrawSettlements(client, withdrawnSettlements, counts));
  const areWritten = settlements.delivered > 0 && (await writeSettlements(client, settlements, counts));
  const haveChanged = haveGone || areWritten;
  const paymentsCame = payments.delivered + paymentParts.delivered > 0;
  if (paymentsCame) await writePayments(client, { ...written, payments, parts: paymentParts });
  if (haveChanged && referencesExist) await followSettlements(client, newDebts);
  if (haveChanged || paymentsCame) await followMoneyToRefunds(client);
  if (haveChanged || payments.delivered > 0) await followMoneyToTrips(client);
  if (authorisations.delivered > 0) await writeAuthorisations(client, authorisations, counts);
  if (chargebacks.delivered > 0) await writeChargebacks(client, chargebacks, counts);
}
