import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { insertRow, nextNumber } from './insert-row.ts';

export interface PassengerRow {
  passenger_id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  status: string;
  display_language: string;
  created_at?: Date;
}

/** A confirmed passenger without a card. */
export function buildPassenger(pool: Pool, overrides: Partial<PassengerRow> = {}): Promise<PassengerRow> {
  return insertRow(pool, 'passengers', {
    passenger_id: randomUUID(),
    email: `passenger-${nextNumber()}@example.org`,
    first_name: null,
    last_name: null,
    status: 'active',
    display_language: 'en_CA',
    ...overrides,
  });
}
