import { randomUUID } from 'node:crypto';
import { dayMs } from '@tapfolio/domain/durations.ts';
import type { Pool } from 'pg';
import { insertRow, nextNumber, type Overrides } from './insert-row.ts';

export interface ProductRow {
  medium_id: string;
  valid_from: string;
  product_id: string;
  operator_code: string;
  name: string;
  valid_to: string;
  amount_minor: number;
  currency: string;
  status: string;
  srid: string | null;
  updated_at: string;
  exported_at: string;
  file_id: number;
  line_number: number;
}

/** A day pass of 11.25 CAD. */
export function buildProduct(
  pool: Pool,
  overrides: Pick<ProductRow, 'medium_id' | 'valid_from'> & Overrides<ProductRow>,
): Promise<ProductRow> {
  return insertRow(pool, 'products', {
    product_id: randomUUID(),
    operator_code: '1',
    name: 'Day pass',
    valid_to: new Date(Date.parse(overrides.valid_from) + dayMs).toISOString(),
    amount_minor: 1125,
    currency: 'CAD',
    status: 'active',
    srid: null,
    updated_at: overrides.valid_from,
    exported_at: overrides.valid_from,
    file_id: 1,
    // The product has its own row, because a product of a trip's row was bought with that trip.
    line_number: 1000 + nextNumber(),
    ...overrides,
  });
}
