import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { insertRow } from './insert-row.ts';

export interface CollectionRow {
  medium_id: string;
  collection_id: string;
  payment_id: string;
  operator_code: string;
  srid: string;
  amount_minor: number;
  currency: string;
  attempt_key: string;
  asked_by: string;
  requested_at: string;
  next_at: string;
  outcome: string | null;
  closed_at: string | null;
  bank_reference: string | null;
  decline_code: string | null;
  taken_minor: number | null;
  taken_currency: string | null;
}

/** An open try to collect 7.40 CAD. */
export function buildCollection(
  pool: Pool,
  overrides: Pick<CollectionRow, 'medium_id' | 'payment_id'> & Partial<CollectionRow>,
): Promise<CollectionRow> {
  return insertRow(pool, 'collections', {
    collection_id: randomUUID(),
    operator_code: '1',
    srid: 'T0000000000000',
    amount_minor: 740,
    currency: 'CAD',
    attempt_key: randomUUID(),
    asked_by: 'passenger',
    requested_at: '2026-03-03T08:00:00Z',
    next_at: '2026-03-03T08:00:00Z',
    outcome: null,
    closed_at: null,
    bank_reference: null,
    decline_code: null,
    taken_minor: null,
    taken_currency: null,
    ...overrides,
  });
}
