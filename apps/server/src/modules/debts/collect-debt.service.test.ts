import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startCollectionWorld } from '../../../test/collection-world.ts';
import { expectMoneyToHold } from '../../../test/money-world.ts';
import { CircuitBreaker } from '../../lib/circuit-breaker.ts';
import { transaction } from '../../lib/sql.ts';
import { wakeLostMoneyJobs } from '../money-upkeep/lost-money-jobs.service.ts';
import { applyChargeOutcome } from './apply-charge-outcome.service.ts';
import { collectDebt } from './collect-debt.service.ts';
import { moveDebt } from './move-debt.service.ts';

const { sandbox, bank, pool, worker, collecting, requested, ...look } = await startCollectionWorld();
const { rowOf, stateOf, eventsOf, messagesOf, makeDue, statesAtBank } = look;

describe('collecting a debt', () => {
  it('takes the money, makes a payment of reason debt_recovery and tells the back office [DEBT-07]', async () => {
    const fare = await requested();

    await collectDebt(collecting(), fare);

    expect(await stateOf(fare)).toBe('approved');
    expect(await eventsOf(fare)).toEqual(['delivered_unpaid', 'request', 'submit', 'approve']);
    expect(await messagesOf(fare)).toEqual(['access_requested', 'access_granted']);
    const { rows } = await pool.query(`select * from payments where reason = 'debt_recovery' and medium_id = $1`, [
      fare.mediumId,
    ]);
    expect(rows).toMatchObject([
      {
        payment_id: fare.collectionId,
        srid: fare.srid,
        status: 'accepted',
        method: 'emv',
        due_minor: fare.amountMinor,
        paid_minor: fare.amountMinor,
        currency: 'CAD',
      },
    ]);
    expect(await statesAtBank(fare)).toEqual(['captured']);
    await expectMoneyToHold(pool, sandbox);
  });

  it('shows that the bank refused, and why', async () => {
    const fare = await requested();
    await sandbox.setFault({ statementReference: fare.srid, fault: 'decline', declineCode: 'card_expired' });

    await collectDebt(collecting(), fare);

    expect(await stateOf(fare)).toBe('declined');
    expect(await rowOf(fare)).toMatchObject({ outcome: 'declined', decline_code: 'card_expired' });
    await expectMoneyToHold(pool, sandbox);
  });

  it('tells the back office once that the bank refused, so that it may collect again itself', async () => {
    const fare = await requested();
    await sandbox.setFault({ statementReference: fare.srid, fault: 'decline' });

    await collectDebt(collecting(), fare);
    const amount = { amountMinor: fare.amountMinor, currency: 'CAD' };
    await applyChargeOutcome(worker, fare, {
      state: 'declined',
      declineCode: 'insufficient_funds',
      ...amount,
      bankReference: 'B',
    });

    expect(await messagesOf(fare)).toEqual(['access_requested', 'access_not_granted']);
    const { rows } = await pool.query(
      `select payment_id, srid, amount_minor, currency from back_office_messages where medium_id = $1 and kind = 'access_not_granted'`,
      [fare.mediumId],
    );
    expect(rows).toEqual([
      { payment_id: fare.paymentId, srid: fare.srid, amount_minor: fare.amountMinor, currency: 'CAD' },
    ]);
  });

  it('shows it also when the bank refuses to take what it held', async () => {
    const fare = await requested();
    await sandbox.setFault({ statementReference: fare.srid, fault: 'decline', on: 'capture' });

    await collectDebt(collecting(), fare);

    expect([await stateOf(fare), await statesAtBank(fare)]).toEqual(['declined', ['declined']]);
    await expectMoneyToHold(pool, sandbox);
  });

  it.each([
    ['error_before', 'authorise'],
    ['error_after', 'authorise'],
    ['error_before', 'capture'],
    ['error_after', 'capture'],
    ['reset_before', 'authorise'],
    ['reset_after', 'authorise'],
    ['reset_after', 'capture'],
    ['timeout_before', 'capture'],
    ['timeout_after', 'capture'],
    ['too_many', 'authorise'],
    ['too_many', 'capture'],
    ['garbage', 'capture'],
  ] as const)('charges once after %s at %s, and is unknown until then [DEBT-05]', async (fault, on) => {
    const fare = await requested();
    await sandbox.setFault({ statementReference: fare.srid, fault, on, times: 1 });

    await collectDebt(collecting(), fare);

    expect(await stateOf(fare)).toBe('unknown');
    expect(await rowOf(fare)).toMatchObject({ outcome: null, lease_until: null, doubts: 1 });
    await makeDue(fare);
    await collectDebt(collecting(), fare);
    expect([await stateOf(fare), await statesAtBank(fare)]).toEqual(['approved', ['captured']]);
    await expectMoneyToHold(pool, sandbox);
  });

  it('records the missing answer once, although the bank is asked several times', async () => {
    const fare = await requested();
    await sandbox.setFault({ statementReference: fare.srid, fault: 'error_after', on: 'authorise', times: 3 });

    for (let time = 0; time < 4; time += 1) {
      await collectDebt(collecting(), fare);
      await makeDue(fare);
    }

    expect(await eventsOf(fare)).toEqual(['delivered_unpaid', 'request', 'submit', 'doubt', 'approve']);
  });

  it('waits as long as the bank demands', async () => {
    const fare = await requested();
    await sandbox.setFault({ statementReference: fare.srid, fault: 'too_many', times: 1 });

    await collectDebt(collecting(), fare);

    const { rows } = await pool.query(
      `select next_at > now() + interval '0.5 seconds' as waits from collections where collection_id = $1`,
      [fare.collectionId],
    );
    expect(rows).toEqual([{ waits: true }]);
  });

  it('is done by one of twenty parallel workers', async () => {
    const fare = await requested();

    await Promise.all(Array.from({ length: 20 }, () => collectDebt(collecting(), fare)));

    expect(await rowOf(fare)).toMatchObject({ outcome: 'approved', attempts: 1 });
    await expectMoneyToHold(pool, sandbox);
  });

  it('is taken over with the same key when its worker died after the bank took the money', async () => {
    const fare = await requested();
    const died = { ...bank, capture: (charge: Parameters<typeof bank.capture>[0]) => bank.capture(charge).then(never) };
    void collectDebt(collecting({ bank: died }), fare);
    await expect.poll(() => statesAtBank(fare), { timeout: 10_000 }).toEqual(['captured']);
    expect(await stateOf(fare)).toBe('submitting');

    await collectDebt(collecting(), fare);
    expect(await stateOf(fare)).toBe('submitting');
    await makeDue(fare);
    await collectDebt(collecting(), fare);

    expect([await stateOf(fare), await statesAtBank(fare)]).toEqual(['approved', ['captured']]);
    await expectMoneyToHold(pool, sandbox);
  });

  it('gets a new job when its job was lost', async () => {
    const fare = await requested();
    await pool.query(`delete from graphile_worker._private_jobs where key = $1`, [`collect-debt:${fare.collectionId}`]);

    await wakeLostMoneyJobs(worker);

    const { rowCount } = await pool.query('select from graphile_worker.jobs where key = $1', [
      `collect-debt:${fare.collectionId}`,
    ]);
    expect(rowCount).toBe(1);
  });

  it('does not ask the bank while the breaker is open', async () => {
    const fare = await requested();
    const breaker = new CircuitBreaker();
    for (let failures = 0; failures < 5; failures += 1) breaker.failed();

    await collectDebt(collecting({ breaker }), fare);

    expect([await stateOf(fare), await rowOf(fare)]).toMatchObject(['requested', { attempts: 0 }]);
  });

  it('tells the administrator once that the bank gives no certain answers', async () => {
    const time = { now: 0 };
    const breaker = new CircuitBreaker(() => time.now);
    const said: unknown[] = [];
    const logger = { warn: () => {}, error: (facts: object) => void said.push(facts) };
    for (let failures = 0; failures < 7; failures += 1) {
      time.now += 30_000;
      const fare = await requested();
      await sandbox.setFault({ statementReference: fare.srid, fault: 'error_before', on: 'authorise', times: 1 });
      await collectDebt(collecting({ breaker, logger }), fare);
    }

    expect(said).toEqual([{ event: 'bank.away', err: expect.any(Error) }]);
  });

  it('is tried after the pause of the breaker, although another job that asks nothing came first', async () => {
    const [fare, over] = [await requested(), await requested()];
    const time = { now: 0 };
    const breaker = new CircuitBreaker(() => time.now);
    for (let failures = 0; failures < 5; failures += 1) breaker.failed();
    await collectDebt(collecting(), over);
    time.now = 30_000;

    await collectDebt(collecting({ breaker }), over);
    await collectDebt(collecting({ breaker }), fare);

    expect([await stateOf(fare), breaker.isOpen]).toEqual(['approved', false]);
  });

  it('does not ask the bank when the fare was paid in another way before', async () => {
    const fare = await requested();
    await pool.query(`update debts set state = 'ready' where payment_id = $1`, [fare.paymentId]);

    await collectDebt(collecting(), fare);

    expect(await rowOf(fare)).toMatchObject({ outcome: 'not_charged' });
    expect([await statesAtBank(fare), await messagesOf(fare)]).toEqual([[], ['access_requested']]);
  });

  it('asks for nothing when the amount changed first, and tells the back office that it may collect again', async () => {
    const fare = await requested();
    await pool.query('update debts set due_minor = due_minor + 100 where payment_id = $1', [fare.paymentId]);

    await collectDebt(collecting(), fare);

    expect([await stateOf(fare), await statesAtBank(fare)]).toEqual(['owed', []]);
    expect(await messagesOf(fare)).toEqual(['access_requested', 'access_not_granted']);
  });
});

describe('a collection that was sent more than 23 hours ago', () => {
  const inDoubt = async (fault: 'error_before' | 'error_after') => {
    const fare = await requested();
    const on = fault === 'error_after' ? 'capture' : 'authorise';
    await sandbox.setFault({ statementReference: fare.srid, fault, on, times: 1 });
    await collectDebt(collecting(), fare);
    await pool.query(
      `update collections set first_submitted_at = now() - interval '23 hours 1 minute' where collection_id = $1`,
      [fare.collectionId],
    );
    await makeDue(fare);
    await sandbox.forgetKeys();
    return fare;
  };

  it('takes over the state that the bank knows, and charges nothing although the bank has forgotten the key', async () => {
    const fare = await inDoubt('error_after');

    await collectDebt(collecting(), fare);

    expect([await stateOf(fare), await statesAtBank(fare)]).toEqual(['approved', ['captured']]);
    await expectMoneyToHold(pool, sandbox);
  });

  it('is given up only after the bank has not known it twice, ten minutes apart', async () => {
    const fare = await inDoubt('error_before');

    await collectDebt(collecting(), fare);
    expect(await stateOf(fare)).toBe('unknown');
    await makeDue(fare);
    await collectDebt(collecting(), fare);
    expect(await stateOf(fare)).toBe('unknown');
    await pool.query(`update collections set missed_at = now() - interval '10 minutes' where collection_id = $1`, [
      fare.collectionId,
    ]);
    await makeDue(fare);
    await collectDebt(collecting(), fare);

    expect(await rowOf(fare)).toMatchObject({ outcome: 'not_charged' });
    expect([await stateOf(fare), await statesAtBank(fare)]).toEqual(['owed', []]);
    expect(await messagesOf(fare)).toEqual(['access_requested', 'access_not_granted']);
    await expectMoneyToHold(pool, sandbox);
  });
});

describe('moving a debt', () => {
  it('does nothing for an event that comes late, twice, or for an unknown fare', async () => {
    const fare = await requested();
    const { mediumId, paymentId } = fare;
    const move = (event: 'decline' | 'tell' | 'request', about = paymentId) =>
      transaction(worker.pool, (tx) => moveDebt(tx, { mediumId, paymentId: about, event, source: 'bank' }));

    expect([await move('decline'), await move('tell'), await move('request')]).toEqual([false, false, false]);
    expect(await move('request', randomUUID())).toBe(false);
    expect(await eventsOf(fare)).toEqual(['delivered_unpaid', 'request']);
  });
});

const never = () => new Promise<never>(() => {});
