import type { Pool } from 'pg';
import { insertRow } from './insert-row.ts';

export interface LineRow {
  operator_code: string;
  line_id: string;
  name: string;
  long_name: string | null;
  names: Record<string, string>;
  transport_type: string;
  color: string | null;
  text_color: string | null;
  updated_at: string;
}

export interface StopRow {
  operator_code: string;
  stop_id: string;
  stop_code: string | null;
  name: string;
  names: Record<string, string>;
  parent_stop_id: string | null;
  updated_at: string;
}

/** A bus line of the timetable. */
export function buildLine(pool: Pool, overrides: Pick<LineRow, 'line_id'> & Partial<LineRow>): Promise<LineRow> {
  return insertRow(pool, 'lines', {
    operator_code: '1',
    name: overrides.line_id,
    long_name: null,
    names: {},
    transport_type: 'bus',
    color: '0055AA',
    text_color: 'FFFFFF',
    updated_at: '2026-01-01T00:00:00Z',
    ...overrides,
  });
}

/** A stop of the timetable. */
export function buildStop(pool: Pool, overrides: Pick<StopRow, 'stop_id'> & Partial<StopRow>): Promise<StopRow> {
  return insertRow(pool, 'stops', {
    operator_code: '1',
    stop_code: null,
    name: `Stop ${overrides.stop_id}`,
    names: {},
    parent_stop_id: null,
    updated_at: '2026-01-01T00:00:00Z',
    ...overrides,
  });
}
