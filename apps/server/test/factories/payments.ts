import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { insertRow, nextNumber, type Overrides } from './insert-row.ts';
import { widenSight } from './media.ts';
import { ensureMonth } from './months.ts';

export interface PaymentRow {
  medium_id: string;
  opened_at: string;
  payment_id: string;
  operator_code: string;
  srid: string | null;
  reason: string;
  method: string;
  status: string;
  due_minor: number;
  paid_minor: number;
  debt_paid_minor: number;
  currency: string;
  service_day: string;
  updated_at: string;
  exported_at: string;
  file_id: number;
  line_number: number;
}

/** A reference in the operator's form: 14 capitals and digits. */
export function nextSrid(): string {
  return `T${String(nextNumber()).padStart(13, '0')}`;
}

/** A paid day of 7.40 CAD, with its entry among the service references if it has a reference. */
export async function buildPayment(
  pool: Pool,
  overrides: Pick<PaymentRow, 'medium_id' | 'opened_at'> & Overrides<PaymentRow>,
  /** The single charges of the bank, if it did not take the payment in one. */
  charged: readonly number[] | null = null,
): Promise<PaymentRow> {
  await ensureMonth(pool, overrides.opened_at);
  await widenSight(pool, overrides.medium_id, overrides.opened_at);
  const payment = await insertRow(pool, 'payments', {
    payment_id: randomUUID(),
    operator_code: '1',
    srid: nextSrid(),
    reason: 'trip',
    method: 'emv',
    status: 'accepted',
    due_minor: 740,
    paid_minor: 740,
    debt_paid_minor: 0,
    currency: 'CAD',
    service_day: overrides.opened_at.slice(0, 10),
    updated_at: overrides.opened_at,
    exported_at: overrides.opened_at,
    file_id: 1,
    line_number: 1,
    ...overrides,
  });
  // A refund has the reference of the payment that it gives back.
  if (payment.status === 'payment_error' && payment.due_minor > payment.paid_minor) await insertDebt(pool, payment);
  if (payment.srid !== null && payment.reason !== 'refund') await insertServiceReference(pool, payment, charged);
  return payment;
}

async function insertServiceReference(
  pool: Pool,
  payment: PaymentRow,
  charged: readonly number[] | null,
): Promise<void> {
  await insertRow(pool, 'service_references', {
    srid: payment.srid,
    medium_id: payment.medium_id,
    payment_id: payment.payment_id,
    opened_at: payment.opened_at,
    operator_code: payment.operator_code,
    amount_minor: payment.paid_minor > 0 ? payment.paid_minor : payment.due_minor,
    currency: payment.currency,
    paid: payment.paid_minor > 0,
    charged_minor: charged,
  });
}

/** As the importer would make it, with its first event. */
async function insertDebt(pool: Pool, payment: PaymentRow): Promise<void> {
  const { medium_id, payment_id, operator_code, srid, opened_at, paid_minor, currency } = payment;
  const due_minor = payment.due_minor - paid_minor;
  const at = { state: 'owed', version: 1 };
  await insertRow(pool, 'debts', {
    ...{ medium_id, payment_id, operator_code, srid, opened_at, due_minor, paid_minor, currency, is_unpaid: true },
    ...at,
    state_at: payment.exported_at,
  });
  await insertRow(pool, 'debt_events', {
    ...{ medium_id, payment_id, event: 'delivered_unpaid', amount_minor: due_minor, currency, source: 'feed' },
    ...at,
    at: payment.exported_at,
  });
}
