import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { insertRow } from './insert-row.ts';
import type { PaymentRow } from './payments.ts';

export interface ChargebackRow {
  medium_id: string;
  chargeback_id: string;
  operator_code: string;
  srid: string | null;
  amount_minor: number;
  currency: string;
  charged_back_at: string;
  retrieval_reference: string;
  exported_at: string;
  file_id: number;
  line_number: number;
}

/** A chargeback: the bank took 7.40 back from the operator. */
export function buildChargeback(
  pool: Pick<Pool, 'query'>,
  {
    medium_id,
    srid,
    amount_minor = 740,
    currency = 'CAD',
    charged_back_at = '2026-03-20T00:00:00Z',
  }: Pick<PaymentRow, 'medium_id' | 'srid'> & {
    amount_minor?: number;
    currency?: string;
    charged_back_at?: string;
  },
): Promise<ChargebackRow> {
  return insertRow(pool, 'chargebacks', {
    medium_id,
    chargeback_id: randomUUID(),
    operator_code: '1',
    srid,
    amount_minor,
    currency,
    charged_back_at,
    retrieval_reference: 'of the bank',
    exported_at: '2026-03-21T00:00:00Z',
    file_id: 1,
    line_number: 2,
  });
}

/** A chargeback that is reported now, and whose charge is not known yet. It may be of any payment that was made before. */
export async function buildWaitingChargeback(
  pool: Pool,
  {
    rrn = 'of the bank',
    at = new Date().toISOString(),
    currency = 'CAD',
  }: { rrn?: string; at?: string; currency?: string } = {},
): Promise<string> {
  const piece_id = randomUUID();
  await insertRow(pool, 'feed_pieces', {
    piece_id,
    kind: 'chargeback',
    about: randomUUID(),
    content: { id: piece_id, amountMinor: -740, currency, at, rrn, reasonCode: null },
    is_open: true,
    rank: '2000-01-01T00:00:00Z',
    exported_at: '2026-03-21T00:00:00Z',
    file_id: 1,
    line_number: 2,
  });
  return piece_id;
}
