import type pg from 'pg';
import { expect } from 'vitest';
import { exported, window } from './corrected-feed.ts';
import { importInto, temporaryFolder } from './feed-fixture.ts';

export const unpaid = { ...window, amount_settled: '0', stage: 'Debt' };

interface Debt {
  srid: string;
  due: number;
  writtenOff: number;
  currency: string;
  state: string;
  unpaid: boolean;
  version: number;
  opened: string;
}

/** Deliveries of payment windows, and the unpaid fares that they make. */
export function feedDebts({ pool, url }: { pool: pg.Pool; url: string }) {
  async function debts(): Promise<Debt[]> {
    const { rows } = await pool.query<Debt>(
      `select srid, due_minor as due, written_off_minor as "writtenOff", currency, state, version, is_unpaid as unpaid, opened_at as opened from debts order by opened_at, srid`,
    );
    return rows;
  }

  async function debt(): Promise<Debt | undefined> {
    const found = await debts();
    expect(found).toHaveLength(1);
    return found[0];
  }

  async function events(): Promise<string[]> {
    const { rows } = await pool.query<Record<string, string>>(
      'select event, state, amount_minor, source from debt_events order by payment_id, version',
    );
    return rows.map(({ event, state, amount_minor, source }) => `${source}: ${event} ${amount_minor} → ${state}`);
  }

  async function told(): Promise<string[]> {
    const { rows } = await pool.query<Record<string, string>>(
      'select kind, srid, amount_minor from back_office_messages order by srid, message_number',
    );
    return rows.map(({ kind, srid, amount_minor }) => `${kind} ${srid} ${amount_minor}`);
  }

  /** Imports one row of a payment window as the export of that day of July. */
  async function deliver(day: number, ...rows: Record<string, string>[]): Promise<void> {
    await importInto(url, exported(temporaryFolder(), 'pw', day, rows));
  }

  /** Changes it as a passenger or the bank does: with an event of the new version. */
  async function changeTo(state: string, event = 'request'): Promise<void> {
    await pool.query(
      `with changed as (update debts set state = $1, state_at = now(), version = version + 1 returning *)
      insert into debt_events (medium_id, payment_id, version, event, state, amount_minor, currency, source, at)
      select medium_id, payment_id, version, $2, state, due_minor, currency, 'passenger', now() from changed`,
      [state, event],
    );
  }

  return { debts, debt, events, told, deliver, changeTo };
}
