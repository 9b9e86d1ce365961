import type { Pool } from 'pg';
import { insertRow, nextNumber } from './insert-row.ts';
import { buildMedium } from './media.ts';

export interface CardRow {
  passenger_id: string;
  card_id: number;
  medium_id: string;
  name: string;
}

/** A linked card of that passenger, with the medium it stands for unless one is given. */
export async function buildCard(
  pool: Pool,
  overrides: Pick<CardRow, 'passenger_id'> & Partial<CardRow>,
): Promise<CardRow> {
  const number = nextNumber();
  const mediumId = overrides.medium_id ?? (await buildMedium(pool)).medium_id;
  return await insertRow(pool, 'cards', { card_id: number, name: `Card ${number}`, ...overrides, medium_id: mediumId });
}
