import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { insertRow, type Overrides } from './insert-row.ts';

export interface MediumRow {
  medium_id: string;
  operator_code: string;
  scheme: string | null;
  medium_type: string;
  last_four: string | null;
  status: string;
  first_seen_at: string;
  last_seen_at: string;
}

/** A bank card that readers have seen. */
export function buildMedium(pool: Pool, overrides: Overrides<MediumRow> = {}): Promise<MediumRow> {
  return insertRow(pool, 'media', {
    medium_id: randomUUID(),
    operator_code: '1',
    scheme: 'VISA',
    medium_type: 'plastic',
    last_four: '4242',
    status: 'active',
    first_seen_at: '2026-01-01T00:00:00Z',
    last_seen_at: '2026-06-01T00:00:00Z',
    ...overrides,
  });
}

/** A medium with a trip is seen on that day, as the importer stores it. */
export async function widenSight(pool: Pool, mediumId: string, at: string): Promise<void> {
  await pool.query(
    `update media
    set first_seen_at = least(first_seen_at, date_trunc('day', $2::timestamptz, 'UTC')),
      last_seen_at = greatest(last_seen_at, date_trunc('day', $2::timestamptz, 'UTC'))
    where medium_id = $1`,
    [mediumId, at],
  );
}
