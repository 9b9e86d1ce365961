import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { insertRow, type Overrides } from './insert-row.ts';

export interface SettlementRow {
  medium_id: string;
  settlement_id: string;
  operator_code: string;
  srid: string | null;
  kind: string;
  direction: string;
  amount_minor: number;
  approved: boolean;
  requested_at: string | null;
  exported_at: string;
  file_id: number;
  line_number: number;
}

/** An approved charge of 7.40. */
export function buildSettlement(
  pool: Pool,
  overrides: Pick<SettlementRow, 'medium_id' | 'srid'> & Overrides<SettlementRow>,
): Promise<SettlementRow> {
  return insertRow(pool, 'settlements', {
    settlement_id: randomUUID(),
    operator_code: '1',
    kind: 'charge',
    direction: 'debit',
    amount_minor: 740,
    approved: true,
    requested_at: '2026-03-02T08:00:00Z',
    exported_at: '2026-03-02T09:00:00Z',
    file_id: 1,
    line_number: 1,
    ...overrides,
  });
}
