import type pg from 'pg';
import type { Chunk } from '../canonical.ts';
import * as queries from './months.queries.ts';

/** The months (`2026-03`, UTC) that a chunk is about to fill. */
export function monthsOf(chunk: Chunk): Set<string> {
  const months = new Set<string>();
  for (const tap of chunk.taps) months.add(monthOf(tap.tappedAt));
  for (const payment of chunk.payments) months.add(monthOf(payment.openedAt));
  return months;
}

function monthOf(instant: string): string {
  return instant.slice(0, 7);
}

/** Makes the partitions of these months where they are missing; `known` remembers what was seen to. */
export async function ensureMonths(
  client: pg.ClientBase,
  months: Iterable<string>,
  known: Set<string> = new Set(),
): Promise<void> {
  const asked = [...months].filter((month) => !known.has(month));
  if (asked.length === 0) return;
  const { rows } = await client.query<{ month: string }>(queries.missingMonths, [asked]);
  for (const { month } of rows) await client.query(queries.makeMonth, [`${month}-01T00:00:00Z`]);
  for (const month of asked) known.add(month);
}
