import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { buildCard } from '../../test/factories/cards.ts';
import { buildPayment } from '../../test/factories/payments.ts';
import { silentBank } from '../../test/silent-bank.ts';
import { portalRole } from '../roles/portal.ts';

const { pool, signIn } = await createTestApp([portalRole], { bank: silentBank });

/** A call that waits, since somebody else has locked what it is about. */
async function waitingCall() {
  const passenger = await signIn();
  const { card_id, medium_id: mediumId } = await buildCard(pool, { passenger_id: passenger.passengerId });
  const unpaid = { status: 'payment_error', due_minor: 740, paid_minor: 0 };
  const { payment_id } = await buildPayment(pool, {
    medium_id: mediumId,
    opened_at: '2026-03-01T08:00:00Z',
    ...unpaid,
  });
  const locking = await pool.connect();
  await locking.query('begin');
  await locking.query('select from debts where medium_id = $1 for update', [mediumId]);
  const key = randomUUID();
  const call = () =>
    passenger.call({
      method: 'POST',
      url: `/public/api/v1/portal/cards/${card_id}/debts/${payment_id}/collections`,
      headers: { 'idempotency-key': key },
      payload: { amountMinor: 740, currency: 'CAD' },
    });
  const waiting = call();
  await expect.poll(async () => (await keyRow(key))?.status).toBe(null);
  const goOn = async () => {
    await locking.query('commit');
    locking.release();
    return await waiting;
  };
  return { key, mediumId, call, goOn };
}

const keyRow = async (key: string) =>
  (await pool.query('select status, answer from idempotency_keys where key = $1', [key])).rows[0];
const collectionsOf = async (mediumId: string) =>
  (await pool.query('select from collections where medium_id = $1', [mediumId])).rowCount;

describe('a call that takes longer than its key is kept for it', () => {
  it('does nothing when its repetition has answered meanwhile, whose answer stays', async () => {
    const { key, mediumId, call, goOn } = await waitingCall();
    const answer = { state: 'requested', amount: { amountMinor: 740, currency: 'CAD' } };
    await pool.query('update idempotency_keys set status = 202, answer = $2 where key = $1', [key, answer]);

    const late = await goOn();

    expect([late.statusCode, late.json().error.code]).toEqual([409, 'idempotency_key_running']);
    expect(await collectionsOf(mediumId)).toBe(0);
    const again = await call();
    expect([again.statusCode, again.headers['idempotency-replayed'], again.json()]).toEqual([202, 'true', answer]);
  });

  it('does nothing when its repetition has given the key back', async () => {
    const { key, mediumId, call, goOn } = await waitingCall();
    await pool.query('delete from idempotency_keys where key = $1', [key]);

    const late = await goOn();

    expect([late.statusCode, late.json().error.code]).toEqual([409, 'idempotency_key_running']);
    expect(await collectionsOf(mediumId)).toBe(0);
    expect((await call()).statusCode).toBe(202);
  });

  it('acts once beside twenty repetitions that take its key over', async () => {
    const { key, mediumId, call, goOn } = await waitingCall();
    await pool.query(`update idempotency_keys set running_until = now() - interval '1 second' where key = $1`, [key]);
    const repeated = Array.from({ length: 20 }, call);
    await expect
      .poll(
        async () =>
          (await pool.query('select from idempotency_keys where key = $1 and running_until > now()', [key])).rowCount,
      )
      .toBe(1);

    await goOn();

    await Promise.all(repeated);
    expect(await collectionsOf(mediumId)).toBe(1);
    expect((await keyRow(key))?.status).toBe(202);
    expect((await call()).statusCode).toBe(202);
  });
});
