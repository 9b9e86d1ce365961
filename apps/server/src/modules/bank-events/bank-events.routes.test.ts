import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { Movement } from '../../../../../demo/bank/wire.ts';
import { createTestApp } from '../../../test/build-app.ts';
import { buildOwedFares, expectMoneyToHold, type OwedFare, startTestBank } from '../../../test/money-world.ts';
import { movementUpdated, signedWebhook } from '../../../test/signed-webhook.ts';
import { askAtOnce } from '../../../test/while-busy.ts';
import { CircuitBreaker } from '../../lib/circuit-breaker.ts';
import { createLogger } from '../../lib/logger.ts';
import { transaction } from '../../lib/sql.ts';
import { contextOf } from '../../plugins/context.ts';
import { portalRole } from '../../roles/portal.ts';
import { collectDebt } from '../debts/collect-debt.service.ts';
import { requestCollection } from '../debts/request-collection.service.ts';
import { applyBankEvent } from './bank-events.service.ts';

const { sandbox, bank, close } = await startTestBank();
const { app, context, pool } = await createTestApp([portalRole], { bank });
const portal = contextOf(context, 'portal');
const worker = contextOf(context, 'worker');
afterAll(close);

const collect = (fare: Asked) => collectDebt({ ...worker, bank, breaker: new CircuitBreaker() }, fare);

type Asked = OwedFare & { collectionId: string };

async function ask(fare: OwedFare): Promise<Asked> {
  await transaction(portal.pool, (tx) => requestCollection(portal, tx, { ...fare, askedBy: 'passenger' }));
  const { rows } = await pool.query<{ collection_id: string }>(
    'select collection_id from collections where payment_id = $1 and outcome is null',
    [fare.paymentId],
  );
  return { ...fare, collectionId: rows[0]?.collection_id ?? '' };
}

async function askedFare(): Promise<Asked> {
  const [fare] = await buildOwedFares(pool, sandbox);
  if (fare === undefined) throw new Error('there is a fare');
  return await ask(fare);
}

/** A fare that the bank has collected while our side did not get the answer. */
async function takenUnheard(): Promise<Asked> {
  const fare = await askedFare();
  await sandbox.setFault({ statementReference: fare.srid, fault: 'error_after', on: 'capture', times: 1 });
  await collect(fare);
  return fare;
}

const movementOf = async ({ srid }: OwedFare, changes: Partial<Movement> = {}) => ({
  ...(await sandbox.ledger(srid)).at(-1),
  ...changes,
});

function send(data: unknown, { id = `msg_${randomUUID()}`, secret = sandbox.webhookSecret, at = new Date() } = {}) {
  const { payload, headers } = signedWebhook(secret, movementUpdated(data, at), { id, at });
  return app.inject({ method: 'POST', url: '/internal/api/v1/bank/webhooks', payload, headers });
}

/** Does the waiting jobs, as the worker does. */
async function applyAll(): Promise<void> {
  const { rows } = await pool.query<{ medium_id: string; event_id: string }>(
    'select medium_id, event_id from bank_events where obeyed_at is null order by received_at',
  );
  for (const { medium_id: mediumId, event_id: eventId } of rows) await applyBankEvent(worker, { mediumId, eventId });
}

const stateOf = async ({ paymentId }: OwedFare) =>
  (await pool.query<{ state: string }>('select state from debts where payment_id = $1', [paymentId])).rows[0]?.state;
const recoveriesOf = async ({ mediumId }: OwedFare) =>
  (await pool.query(`select from payments where medium_id = $1 and reason = 'debt_recovery'`, [mediumId])).rowCount;

describe('a call of the bank', () => {
  it('settles a fare once when the worker did not get the answer, although the call is repeated', async () => {
    const fare = await takenUnheard();
    const movement = await movementOf(fare);
    const id = `msg_${randomUUID()}`;

    const answers = await askAtOnce(100, () => send(movement, { id }));
    await applyAll();
    await applyAll();

    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204]));
    expect([await stateOf(fare), await recoveriesOf(fare)]).toEqual(['approved', 1]);
    const { rowCount } = await pool.query('select from bank_events where medium_id = $1', [fare.mediumId]);
    expect(rowCount).toBe(1);
    await expectMoneyToHold(pool, sandbox);
  });

  it('may come with other ids, in another order, and after the worker has its answer', async () => {
    const fare = await askedFare();
    await collect(fare);

    await send(await movementOf(fare));
    await send(await movementOf(fare, { state: 'authorised' }));
    await applyAll();

    expect([await stateOf(fare), await recoveriesOf(fare)]).toEqual(['approved', 1]);
    await expectMoneyToHold(pool, sandbox);
  });

  it('may come before the worker has its answer', async () => {
    const fare = await askedFare();
    const slow = {
      ...bank,
      capture: async (charge: Parameters<typeof bank.capture>[0]) => {
        const answer = await bank.capture(charge);
        await send(await movementOf(fare));
        await applyAll();
        return answer;
      },
    };

    await collectDebt({ ...worker, bank: slow, breaker: new CircuitBreaker() }, fare);

    expect([await stateOf(fare), await recoveriesOf(fare)]).toEqual(['approved', 1]);
    await expectMoneyToHold(pool, sandbox);
  });

  it('proves that a try which was given up took the money, before a second try takes it again', async () => {
    const fare = await takenUnheard();
    await pool.query(
      `with closed as (
        update collections set outcome = 'not_charged', closed_at = now(), lease_until = null where collection_id = $1)
      update debts set state = 'owed' where payment_id = $2`,
      [fare.collectionId, fare.paymentId],
    );
    const second = await ask(fare);

    await send(await movementOf(fare));
    await applyAll();
    await collect(second);

    expect([await stateOf(fare), await recoveriesOf(fare)]).toEqual(['approved', 1]);
    await expectMoneyToHold(pool, sandbox);
  });

  it('ends a try without money when it says that nothing was taken', async () => {
    const fare = await takenUnheard();

    await send(await movementOf(fare, { amountMinor: 0 }));
    await applyAll();

    expect([await stateOf(fare), await recoveriesOf(fare)]).toEqual(['owed', 0]);
    await send(await movementOf(fare));
    await applyAll();
    expect([await stateOf(fare), await recoveriesOf(fare)]).toEqual(['approved', 1]);
  });

  it.each([
    ['forged', { secret: `whsec_${Buffer.alloc(32, 9).toString('base64')}` }],
    ['older than some minutes', { at: new Date('2026-01-01T00:00:00Z') }],
  ])('changes nothing when it is %s', async (_, how) => {
    const fare = await takenUnheard();

    const answer = await send(await movementOf(fare), how);
    await applyAll();

    expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'unauthenticated']);
    expect(await stateOf(fare)).toBe('unknown');
    await send(await movementOf(fare));
    await applyAll();
  });

  it.each([
    ['our own reference of nothing', { reference: randomUUID() }],
    ['a reference of another company', { reference: 'order 17' }],
  ])('is accepted and has no effect when it is about %s', async (_, changes) => {
    const fare = await takenUnheard();

    const answer = await send(await movementOf(fare, changes));

    expect(answer.statusCode).toBe(204);
    expect(await stateOf(fare)).toBe('unknown');
    await send(await movementOf(fare));
    await applyAll();
  });

  it('is said once in the log when it is refused, with the reason: the secret may be another one than the bank has', async () => {
    const lines: string[] = [];
    const logger = createLogger({ production: true }, { write: (line) => void lines.push(line) });
    const logged = await createTestApp([portalRole], { bank, logger });
    const { payload, headers } = signedWebhook(`whsec_${Buffer.alloc(32, 9).toString('base64')}`, {}, {});

    for (let time = 0; time < 3; time += 1)
      await logged.app.inject({ method: 'POST', url: '/internal/api/v1/bank/webhooks', payload, headers });

    const said = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'bank.webhook_refused');
    expect(said).toEqual([expect.objectContaining({ err: expect.objectContaining({ message: expect.any(String) }) })]);
    expect(JSON.stringify(said)).toContain('not signed by the bank');
  });

  it('is refused without a valid signature, whatever it contains', async () => {
    for (const payload of ['{}', '[', '"x"', '{"data":{"\\u0000":1}}']) {
      const headers = { 'content-type': 'application/json' };
      const answer = await app.inject({ method: 'POST', url: '/internal/api/v1/bank/webhooks', payload, headers });
      expect(answer.statusCode).toBe(401);
    }
  });
});
