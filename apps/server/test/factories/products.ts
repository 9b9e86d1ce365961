import { randomUUID } from 'node:crypto';
import { dayMs } from '@tapfolio/domain/durations.ts';
import type { Pool } from 'pg';
import { insertRow, nextNumber } from './insert-row.ts';

export interface ProductRow {
  medium_id: string;
  valid_from: string;
  product_id: string;
  operator_code: string;
  name: string;
  description: string | null;
  valid_to: string;
  amount_minor: number;
  currency: string;
  status: string;
  fare_class: string | null;
  round_trip_type: string | null;
  user_profile: string | null;
  fq_code: string | null;
  booking_id: string | null;
  from_tariff_location: string | null;
  to_tariff_location: string | null;
  stored_value_minor: number | null;
  srid: string | null;
  updated_at: string;
  exported_at: string;
  file_id: number;
  line_number: number;
}

/** A day pass of 11.25 CAD. */
export function buildProduct(
  pool: Pool,
  overrides: Pick<ProductRow, 'medium_id' | 'valid_from'> & Partial<ProductRow>,
): Promise<ProductRow> {
  return insertRow(pool, 'products', {
    product_id: randomUUID(),
    operator_code: '1',
    name: 'Day pass',
    description: null,
    valid_to: new Date(Date.parse(overrides.valid_from) + dayMs).toISOString(),
    amount_minor: 1125,
    currency: 'CAD',
    status: 'active',
    fare_class: null,
    round_trip_type: null,
    user_profile: null,
    fq_code: null,
    booking_id: null,
    from_tariff_location: null,
    to_tariff_location: null,
    stored_value_minor: null,
    srid: null,
    updated_at: overrides.valid_from,
    exported_at: overrides.valid_from,
    file_id: 1,
    // The product has its own row, because a product of a trip's row was bought with that trip.
    line_number: 1000 + nextNumber(),
    ...overrides,
  });
}
