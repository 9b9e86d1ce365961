import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { insertRow } from './insert-row.ts';
import type { PaymentRow } from './payments.ts';

export interface RefundRow {
  refund_id: string;
  reason: string;
  amount_minor: number;
  state: string;
  requested_at: string;
  next_at: string;
  decline_code: string | null;
  bank_reference: string | null;
  closed_at: string | null;
  refunded_before_minor: number | null;
}

/** A refund of 3.70 of a payment that an operator has just requested, with the trip that gets it if one is named. */
export async function buildRefund(
  pool: Pool,
  payment: Pick<PaymentRow, 'medium_id' | 'payment_id' | 'opened_at' | 'operator_code' | 'srid' | 'currency'>,
  { trip_id, ...overrides }: Partial<RefundRow> & { trip_id?: string } = {},
) {
  const { medium_id, payment_id, opened_at, operator_code, srid, currency } = payment;
  const refund = await insertRow(pool, 'refunds', {
    medium_id,
    refund_id: randomUUID(),
    payment_id,
    opened_at,
    operator_code,
    srid: srid ?? '',
    reason: 'delay',
    amount_minor: 370,
    currency,
    state: 'requested',
    attempt_key: randomUUID(),
    asked_by: randomUUID(),
    requested_at: '2026-03-05T08:00:00Z',
    next_at: '2026-03-05T08:00:00Z',
    decline_code: null,
    bank_reference: null,
    closed_at: null,
    refunded_before_minor: null,
    ...overrides,
  });
  if (trip_id !== undefined) {
    const { refund_id, amount_minor, requested_at } = refund;
    await insertRow(pool, 'refund_trips', { medium_id, refund_id, trip_id, amount_minor, requested_at });
  }
  return refund;
}
