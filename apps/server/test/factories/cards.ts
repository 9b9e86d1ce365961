import type { Pool } from 'pg';
import { insertRow, nextNumber } from './insert-row.ts';
import { buildMedium } from './media.ts';

export interface CardRow {
  passenger_id: string;
  card_id: number;
  medium_id: string;
  name: string;
}

/** A linked card of that passenger, with a new medium unless one is given. */
export async function buildCard(
  pool: Pool,
  overrides: Pick<CardRow, 'passenger_id'> & Partial<CardRow>,
): Promise<CardRow> {
  const number = nextNumber();
  const mediumId = overrides.medium_id ?? (await buildMedium(pool)).medium_id;
  return await insertRow(pool, 'cards', { card_id: number, name: `Card ${number}`, ...overrides, medium_id: mediumId });
}

/** Makes a medium that the bank has replaced with the medium of this card. Returns its id. */
export async function buildFormerMedium(pool: Pool, card: CardRow, mediumId?: string): Promise<string> {
  const former = mediumId ?? (await buildMedium(pool)).medium_id;
  const { passenger_id, name } = card;
  const row = { passenger_id, card_id: nextNumber(), medium_id: former, name, successor_card_id: card.card_id };
  await insertRow(pool, 'cards', row);
  return former;
}
