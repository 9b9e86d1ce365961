import { randomUUID } from 'node:crypto';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { buildCard } from '../../test/factories/cards.ts';
import { buildPayment } from '../../test/factories/payments.ts';
import { untilWaiting } from '../../test/row-queue.ts';
import { silentBank } from '../../test/silent-bank.ts';
import { askAtOnce } from '../../test/while-busy.ts';
import { deleteOldCallKeys } from '../modules/money-upkeep/old-call-keys.service.ts';
import { portalRole } from '../roles/portal.ts';

const { pool, signIn } = await createTestApp([portalRole], { bank: silentBank });

/** An unpaid fare, and the call that collects it. */
async function collectable() {
  const passenger = await signIn();
  const { card_id, medium_id: mediumId } = await buildCard(pool, { passenger_id: passenger.passengerId });
  const unpaid = { status: 'payment_error', due_minor: 740, paid_minor: 0 };
  const at = { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z' };
  const { payment_id } = await buildPayment(pool, { ...at, ...unpaid });
  const url = `/public/api/v1/portal/cards/${card_id}/debts/${payment_id}/collections`;
  const collect = (key: string, amountMinor = 740) =>
    passenger.call({
      method: 'POST',
      url,
      headers: { 'idempotency-key': key },
      payload: { amountMinor, currency: 'CAD' },
    });
  return { mediumId, collect };
}

/** A call that waits because the row of its fare is locked. */
async function waitingCall() {
  const { mediumId, collect } = await collectable();
  const locking = await pool.connect();
  await locking.query('begin');
  await locking.query('select from debts where medium_id = $1 for update', [mediumId]);
  const key = randomUUID();
  const call = () => collect(key);
  const waiting = call();
  await expect.poll(async () => (await keyRow(key))?.status).toBe(null);
  const goOn = async (sql = 'select') => {
    await locking.query(sql);
    await locking.query('commit');
    locking.release();
    return await waiting;
  };
  return { key, mediumId, call, goOn };
}

const codeOf = (response: { statusCode: number; json(): { error: { code: string } } }) => [
  response.statusCode,
  response.json().error.code,
];
const keyRow = async (key: string) =>
  (await pool.query('select status, answer from idempotency_keys where key = $1', [key])).rows[0];
const collectionsOf = async (mediumId: string) =>
  (await pool.query('select from collections where medium_id = $1', [mediumId])).rowCount;

describe('a call that takes longer than its key is reserved', () => {
  it('does nothing when its repetition has been answered, and that answer stays', async () => {
    const { key, mediumId, call, goOn } = await waitingCall();
    const answer = { state: 'requested', amount: { amountMinor: 740, currency: 'CAD' } };
    await pool.query('update idempotency_keys set status = 202, answer = $2 where key = $1', [key, answer]);

    const late = await goOn();

    expect([late.statusCode, late.json().error.code]).toEqual([409, 'idempotency_key_running']);
    expect(await collectionsOf(mediumId)).toBe(0);
    const again = await call();
    expect([again.statusCode, again.headers['idempotency-replayed'], again.json()]).toEqual([202, 'true', answer]);
  });

  it('does nothing when its repetition has freed the key', async () => {
    const { key, mediumId, call, goOn } = await waitingCall();
    await pool.query('delete from idempotency_keys where key = $1', [key]);

    const late = await goOn();

    expect([late.statusCode, late.json().error.code]).toEqual([409, 'idempotency_key_running']);
    expect(await collectionsOf(mediumId)).toBe(0);
    expect((await call()).statusCode).toBe(202);
  });

  it('acts once when twenty repetitions take its key over', async () => {
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

  it('does not free a key that its repetition holds, when it is refused', async () => {
    const { key, mediumId, goOn } = await waitingCall();
    // From now on the repetition holds the key.
    await pool.query(`update idempotency_keys set running_until = now() + interval '9 seconds' where key = $1`, [key]);

    const late = await goOn(`update debts set state = 'approved' where medium_id = '${mediumId}'`);

    expect(codeOf(late)).toEqual([409, 'debt_settled']);
    expect(await keyRow(key)).toEqual({ status: null, answer: null });
  });
});

const decline = (mediumId: string) =>
  pool.query(
    `with closed as (
      update collections
      set outcome = 'declined', decline_code = 'insufficient_funds', closed_at = now() - interval '1 hour',
        requested_at = requested_at - interval '1 hour'
      where medium_id = $1 and outcome is null)
    update debts set state = 'declined', version = version + 1 where medium_id = $1`,
    [mediumId],
  );

describe('a call that was refused', () => {
  it('is judged again under its key when the reason has passed', async () => {
    const { mediumId, collect } = await collectable();
    const key = randomUUID();
    await collect(randomUUID());

    const running = await collect(key);
    await decline(mediumId);
    await pool.query(`update collections set closed_at = now() where medium_id = $1`, [mediumId]);
    const pausing = await collect(key);
    await pool.query(`update collections set closed_at = now() - interval '1 hour' where medium_id = $1`, [mediumId]);
    const begun = await collect(key);

    expect([running, pausing].map(codeOf)).toEqual([
      [409, 'debt_collection_running'],
      [409, 'debt_tries_used'],
    ]);
    expect(begun.statusCode).toBe(202);
    expect((await collect(key)).headers['idempotency-replayed']).toBe('true');
    expect(await collectionsOf(mediumId)).toBe(2);
  });

  it('stays refused under its key when the request itself was wrong, although it would be accepted now', async () => {
    const { mediumId, collect } = await collectable();
    const key = randomUUID();

    const refused = await collect(key, 900);
    await pool.query('update debts set due_minor = 900 where medium_id = $1', [mediumId]);
    const again = await collect(key, 900);

    const changed = [409, 'debt_amount_changed'];
    expect([refused, again].map(codeOf)).toEqual([changed, changed]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await collect(randomUUID(), 900)).statusCode).toBe(202);
  });

  it('frees its key if the server could not serve it', async () => {
    const { key, call, goOn } = await waitingCall();
    await untilWaiting(pool, 1);
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'tapfolio portal' and state = 'active'`);

    const broken = await goOn();

    expect(codeOf(broken)).toEqual([503, 'unavailable']);
    expect(await keyRow(key)).toBeUndefined();
    expect((await call()).statusCode).toBe(202);
  });
});

describe('a key that was deleted', () => {
  const age = (key: string) =>
    pool.query(`update idempotency_keys set created_at = created_at - interval '8 days' where key = $1`, [key]);

  it('may be used for a new call, also with another request', async () => {
    const { mediumId, collect } = await collectable();
    const key = randomUUID();
    await collect(key);
    await decline(mediumId);
    await age(key);

    expect((await collect(key)).headers['idempotency-replayed']).toBe('true');
    await deleteOldCallKeys(pool);
    await pool.query('update debts set due_minor = 900 where medium_id = $1', [mediumId]);
    const later = await collect(key, 900);

    expect([later.statusCode, later.headers['idempotency-replayed']]).toEqual([202, undefined]);
    expect(await collectionsOf(mediumId)).toBe(2);
  });

  it('is kept as long as what it began is open', async () => {
    const { mediumId, collect } = await collectable();
    const key = randomUUID();
    await collect(key);
    await age(key);
    const eightDaysAgo = new Date(Date.now() - 8 * dayMs);
    await pool.query('update collections set requested_at = $2 where medium_id = $1', [mediumId, eightDaysAgo]);

    await deleteOldCallKeys(pool);

    expect((await collect(key)).headers['idempotency-replayed']).toBe('true');
    expect(await collectionsOf(mediumId)).toBe(1);
  });

  it('begins no second charge: a fare has one open collection, with keys or without', async () => {
    const { mediumId, collect } = await collectable();
    const key = randomUUID();
    await collect(key);
    await pool.query('delete from idempotency_keys where key = $1', [key]);

    const repeated = await askAtOnce(20, () => collect(key));
    // Also when the state of the fare says that no collection is open.
    await pool.query(`update debts set state = 'owed' where medium_id = $1`, [mediumId]);
    const confused = await collect(randomUUID());

    // They wait for one another. On a busy machine the last ones lose their patience.
    const refusals = repeated.map((response) => response.json().error.code);
    expect(['debt_collection_running', 'idempotency_key_running']).toEqual(expect.arrayContaining(refusals));
    expect(refusals).toContain('debt_collection_running');
    expect(codeOf(confused)).toEqual([409, 'debt_collection_running']);
    expect(await collectionsOf(mediumId)).toBe(1);
  });
});
