import type { Pool } from 'pg';
import { type Bank, BankUncertain } from '../src/gateways/bank.ts';

/** What random histories of tries at the bank have in common, of collections and of refunds. */

/** What the bank does wrong in them. */
export const bankFaults = [
  'error_before',
  'error_after',
  'reset_before',
  'reset_after',
  'too_many',
  'garbage',
  'decline',
] as const;

/** Without faults a try is over in far fewer rounds. */
export const mostRounds = 20;

/** What a worker is left with that is killed while the bank answers: nothing. */
export class Killed extends Error {}

/** Works until the work is done or its worker is killed. */
export async function untilKilled(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });
}

/** Time passes for the tries of a medium: whatever waits is due, and a dead worker's lease is over. */
export async function passTime(
  pool: Pool,
  table: 'collections' | 'refunds',
  { mediumId, hours = 0 }: { mediumId: string; hours?: number },
): Promise<void> {
  await pool.query(
    `update ${table}
    set next_at = least(next_at, now()), lease_until = null,
      first_submitted_at = case when first_submitted_at is not null then least(first_submitted_at, $2) end,
      missed_at = case when missed_at is not null then $3::timestamptz end
    where medium_id = $1`,
    [mediumId, new Date(Date.now() - hours * 3_600_000), new Date(Date.now() - 660_000)],
  );
}

/** What the bank says of a try; 'unknown' too when it says nothing. */
export async function heardOf(bank: Bank, reference: string): ReturnType<Bank['find']> {
  return await bank.find(reference).catch((error: unknown) => {
    if (error instanceof BankUncertain) return 'unknown' as const;
    throw error;
  });
}
