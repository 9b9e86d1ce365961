import type pg from 'pg';
import type { PaymentRecord } from '../canonical.ts';
import { stageWindowsOfSettlements } from './acquirer.queries.ts';
import { copyLine } from './copy-rows.ts';
import type { Counts } from './counts.ts';
import type { Quarantine } from './kept-rows.ts';
import * as queries from './payments.queries.ts';
import type { Provenance } from './provenance.ts';
import type { StageRows } from './stage-rows.ts';
import { stageWindowsOfTaps } from './taps.queries.ts';
import { forgetPaidMedia, markUnpaidMedia } from './unpaid.queries.ts';
import { countUpsert, moveToUpdated, upsert } from './upsert.ts';

export interface PaymentsTask {
  payments: StageRows;
  counts: Counts;
  quarantine: Quarantine;
  isReplay: boolean;
}

/** Writes payments and the references that lead to them. */
export async function writePayments(client: pg.ClientBase, task: PaymentsTask): Promise<void> {
  const { payments, counts, quarantine } = task;
  const staged = await payments.stage(client, queries.stagePayments);
  const withdrawn = (await client.query(queries.dropWithdrawnRefunds)).rowCount ?? 0;
  const { moved, outdated } = await settleKnownPayments(client);
  await client.query(queries.insertReferences);
  const foreign = await removeForeign(client, quarantine);
  counts.add('payments', { quarantined: foreign });
  await client.query(queries.refundCurrency);
  const result = await upsert(client, queries.upsertPayments, staged - foreign - outdated - withdrawn);
  countUpsert(counts, 'payments', payments.delivered - foreign, moveToUpdated(result, moved));
  if (task.isReplay) await client.query(queries.correctReplayed);
  await client.query(markUnpaidMedia);
  await client.query(forgetPaidMedia);
  await client.query(queries.stageWindowsOfPayments);
  await refreshWindows(client);
}

/** Takes payments away that a newer export opens at another time; staged, they are written anew. */
async function settleKnownPayments(client: pg.ClientBase): Promise<{ moved: number; outdated: number }> {
  const known = (await client.query(queries.markMovedPayments)).rowCount ?? 0;
  const others = (await client.query(queries.markMovedPaymentsWithoutReference)).rowCount ?? 0;
  if (known + others === 0) return { moved: 0, outdated: 0 };
  const outdated = (await client.query(queries.dropOutdatedPayments)).rowCount ?? 0;
  const moved = (await client.query(queries.removeMovedPayments)).rowCount ?? 0;
  await client.query(queries.moveReferences);
  return { moved, outdated };
}

/** Corrects day, currency and references of payments whose taps are in `stage_taps`. */
export async function followTaps(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(stageWindowsOfTaps);
  if (rowCount) await refreshWindows(client);
}

/** Corrects the amounts of references whose charges are in `stage_settlements`. */
export async function followSettlements(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(stageWindowsOfSettlements);
  if (rowCount) await refreshReferences(client);
}

/** Whether any payment could follow from taps that come now. */
export async function anyReferences(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(queries.anyReferences);
  return rows[0]?.found === true;
}

async function refreshWindows(client: pg.ClientBase): Promise<void> {
  await client.query(queries.deriveFromTaps);
  await refreshReferences(client);
}

async function refreshReferences(client: pg.ClientBase): Promise<void> {
  await client.query(queries.stageReferences);
  await client.query(queries.refreshReferences);
  await client.query(queries.followCurrency);
}

async function removeForeign(client: pg.ClientBase, quarantine: Quarantine): Promise<number> {
  const { rows } = await client.query<{ line_number: number }>(queries.removeForeignPayments);
  const reason = 'payment reference belongs to another card';
  await quarantine.add(rows.map((row) => ({ line: row.line_number, reason, detail: null })));
  return rows.length;
}

export function addPayment(to: StageRows, payment: PaymentRecord, { exportedAt, fileId }: Provenance): void {
  const line = copyLine([
    payment.mediumId,
    payment.openedAt,
    payment.paymentId,
    payment.operatorCode,
    payment.srid,
    payment.reason,
    'emv',
    payment.status,
    payment.dueMinor,
    payment.paidMinor,
    payment.debtPaidMinor,
    payment.currency,
    payment.serviceDay,
    payment.closedAt,
    exportedAt,
    exportedAt,
    fileId,
    payment.line,
  ]);
  to.add(`${payment.mediumId}${payment.paymentId}`, line);
}
