import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect } from 'vitest';
import { transaction } from '../src/lib/sql.ts';
import { settleRefunds } from '../src/modules/refunds/settle-refunds.service.ts';
import { exported, fare, tap, window } from './corrected-feed.ts';
import { insertRow } from './factories/insert-row.ts';
import { importInto, temporaryFolder } from './feed-fixture.ts';

type Row = Record<string, string>;
export type File = [entity: string, day: number, rows: Row[]];

export const refund = {
  id: 'X-2',
  operation: 'REFUND',
  timestamp: '2025-06-05T10:00:00Z',
  amount: '250',
  payment_reference: tap.payment_reference,
  spdh_response: '000',
  rrn: 'RRN 1',
  token: tap.token,
  operatorid: '77',
};
export const refused = { ...refund, spdh_response: '051' };
export const secondTap = { ...tap, tap_id: 'T-9', terminal_date: '2025-06-01T13:00:00Z' };
export const secondFare = { ...fare, id: '10', tap_id: 'T-9', amount: '120', start_dttm: '2025-06-01T13:00:00Z' };
/** The window of a payment with both trips. */
export const large = { ...window, amount_settled: '370', amount_to_settle: '370' };

export const travel: File[] = [
  ['tap', 1, [tap]],
  ['tr', 1, [fare]],
  ['pw', 1, [window]],
];

export const once = { history: [-250], movements: [250] };

/** Deliveries of travel and refunds, refunds that the bank made for us, and what trips and history show of both. */
export function feedRefunds({ pool, url }: { pool: pg.Pool; url: string }) {
  async function deliver(...files: File[]): Promise<void> {
    for (const [entity, day, rows] of files) {
      const [report] = await importInto(url, exported(temporaryFolder(), entity, day, rows));
      expect(report?.status).toBe('imported');
    }
  }

  async function trips(): Promise<unknown[]> {
    const { rows } = await pool.query('select fare_minor, refund_minor, refund_reason from trips order by started_at');
    return rows.map((row) => [row.fare_minor, row.refund_minor, row.refund_reason]);
  }

  async function refunds(): Promise<unknown> {
    const { rows } = await pool.query(
      `select (select json_agg(paid_minor order by paid_minor) from payments where reason = 'refund') as history,
        (select json_agg(amount_minor) from settlements where kind = 'refund' and approved) as movements`,
    );
    return rows[0];
  }

  /** A refund of 2.50 that the bank made for us, in its state before it is settled. */
  async function refundOfOurs(
    overrides: object = {},
    srid = tap.payment_reference,
  ): Promise<{ mediumId: string; refundId: string }> {
    const { rows } = await pool.query<{ medium_id: string; payment_id: string; opened_at: string; trip_id: string }>(
      `select p.medium_id, p.payment_id, p.opened_at, t.trip_id
      from payments p join trips t on t.medium_id = p.medium_id and t.srid = p.srid
      where p.srid = $1 and p.reason <> 'refund'
      order by t.started_at`,
      [srid],
    );
    const [found] = rows;
    if (found === undefined) throw new Error('nothing was delivered');
    const refundId = randomUUID();
    const { medium_id, payment_id, opened_at, trip_id } = found;
    await insertRow(pool, 'refunds', {
      medium_id,
      refund_id: refundId,
      payment_id,
      opened_at,
      operator_code: '77',
      srid,
      reason: 'delay',
      amount_minor: 250,
      currency: 'EUR',
      state: 'refunded',
      attempt_key: randomUUID(),
      asked_by: randomUUID(),
      requested_at: '2025-06-05T09:00:00Z',
      next_at: '2025-06-05T09:00:00Z',
      bank_reference: `bank ${refundId}`,
      closed_at: '2025-06-05T09:00:01Z',
      ...overrides,
    });
    await insertRow(pool, 'refund_trips', {
      medium_id,
      refund_id: refundId,
      trip_id,
      amount_minor: 250,
      requested_at: '2025-06-05T09:00:00Z',
    });
    await transaction(pool, (tx) => settleRefunds(tx, [{ mediumId: medium_id, srid }]));
    return { mediumId: medium_id, refundId };
  }

  return { deliver, trips, refunds, refundOfOurs };
}
