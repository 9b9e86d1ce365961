import type { Pool } from 'pg';
import { type Bank, BankUncertain } from '../src/gateways/bank.ts';

/** Shared parts of the random histories of tries at the bank: those of collections and those of refunds. */

/** The faults of the bank in these histories. */
export const bankFaults = [
  'error_before',
  'error_after',
  'reset_before',
  'reset_after',
  'too_many',
  'garbage',
  'decline',
] as const;

/** The most rounds of a try. Without faults, a try needs far fewer. */
export const mostRounds = 20;

/** Thrown in place of a worker that is killed while the bank answers. */
export class Killed extends Error {}

/** Runs the worker until its work is done or it is killed. */
export async function untilKilled(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });
}

/** Moves the time forward for the tries of a medium: waiting tries are due, and the lease of a dead worker has ended. */
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

/** The bank's answer about a try; 'unknown' also if it does not answer. */
export async function heardOf(bank: Bank, reference: string): ReturnType<Bank['find']> {
  return await bank.find(reference).catch((error: unknown) => {
    if (error instanceof BankUncertain) return 'unknown' as const;
    throw error;
  });
}
