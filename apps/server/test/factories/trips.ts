import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { insertRow, type Overrides } from './insert-row.ts';
import { widenSight } from './media.ts';
import { ensureMonth } from './months.ts';

export interface TripRow {
  medium_id: string;
  started_at: string;
  trip_id: string;
  operator_code: string;
  tap_id: string;
  srid: string | null;
  line_id: string | null;
  line_name: string | null;
  transport_type: string | null;
  status: string;
  fare_minor: number;
  currency: string;
  from_name: string | null;
  to_name: string | null;
  checked_in_at: string | null;
  service_day: string;
  updated_at: string;
  exported_at: string;
  file_id: number;
  line_number: number;
}

/** A finished bus trip of 3.70 CAD; its service day is the UTC day it started. */
export async function buildTrip(
  pool: Pool,
  overrides: Pick<TripRow, 'medium_id' | 'started_at'> & Overrides<TripRow>,
): Promise<TripRow> {
  await ensureMonth(pool, overrides.started_at);
  await widenSight(pool, overrides.medium_id, overrides.started_at);
  return await insertRow(pool, 'trips', {
    trip_id: randomUUID(),
    operator_code: '1',
    tap_id: randomUUID(),
    srid: null,
    line_id: '11',
    line_name: '11 as delivered',
    transport_type: 'bus',
    status: 'calculated',
    fare_minor: 370,
    currency: 'CAD',
    from_name: 'Harbour',
    to_name: 'Hill',
    checked_in_at: overrides.started_at,
    service_day: overrides.started_at.slice(0, 10),
    updated_at: overrides.started_at,
    exported_at: overrides.started_at,
    file_id: 1,
    line_number: 1,
    ...overrides,
  });
}
