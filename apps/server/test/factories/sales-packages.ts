import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { insertRow, nextNumber, type Overrides } from './insert-row.ts';

export interface SalesPackageRow {
  medium_id: string;
  sold_at: string;
  sale_id: string;
  operator_code: string;
  package_code: string;
  name: string;
  amount_minor: number;
  currency: string;
  channel_type: string;
  exported_at: string;
  file_id: number;
  line_number: number;
}

/** Ten rides for 31.50 CAD, bought in the app; each call makes its own package. */
export function buildSalesPackage(
  pool: Pool,
  overrides: Pick<SalesPackageRow, 'medium_id' | 'sold_at'> & Overrides<SalesPackageRow>,
): Promise<SalesPackageRow> {
  const number = nextNumber();
  return insertRow(pool, 'sales_packages', {
    sale_id: randomUUID(),
    operator_code: '1',
    package_code: `TEN-${number}`,
    name: 'Ten rides',
    amount_minor: 3150,
    currency: 'CAD',
    channel_type: 'app',
    exported_at: overrides.sold_at,
    file_id: 1,
    line_number: number,
    ...overrides,
  });
}
