import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { silentBank } from '../../../test/silent-bank.ts';
import { transaction } from '../../lib/sql.ts';
import { contextOf } from '../../plugins/context.ts';
import { applyChargeOutcome, type ChargeOutcome } from './apply-charge-outcome.service.ts';
import { requestCollection } from './request-collection.service.ts';

const { context, pool } = await createTestApp([], { bank: silentBank });
const portal = contextOf(context, 'portal');
const worker = contextOf(context, 'worker');

const captured = { state: 'captured', bankReference: 'B-1', amountMinor: 370, currency: 'CAD' } as const;
const one = async (text: string, values: unknown[]) => (await pool.query(text, values)).rows[0];

/** An unpaid fare, and what is done with it. */
async function fareOf370() {
  const mediumId = randomUUID();
  const unpaid = { status: 'payment_error', due_minor: 370, paid_minor: 0 };
  const opened = { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z' };
  const { payment_id: paymentId } = await buildPayment(pool, { ...opened, ...unpaid });
  return {
    mediumId,
    async request(isSubmitted: boolean) {
      const request = { mediumId, paymentId, amountMinor: 370, askedBy: 'passenger' } as const;
      await transaction(portal.pool, (tx) => requestCollection(portal, tx, request));
      const { collection_id: collectionId } = await one(
        `update collections set first_submitted_at = $2
        where medium_id = $1 and outcome is null returning collection_id`,
        [mediumId, isSubmitted ? new Date() : null],
      );
      if (isSubmitted)
        await pool.query(`update debts set state = 'submitting', version = version + 1 where medium_id = $1`, [
          mediumId,
        ]);
      return { mediumId, collectionId: String(collectionId) };
    },
    read: async () =>
      await one(
        `select state, due_minor as due,
          (select array_agg(outcome order by requested_at) from collections where medium_id = $1) as tries,
          (select count(*)::integer from payments where medium_id = $1 and reason = 'debt_recovery') as recoveries
        from debts where medium_id = $1`,
        [mediumId],
      ),
  };
}

type Fare = Awaited<ReturnType<typeof fareOf370>>;

/** A try that ended without money, so long ago that another one may begin. */
async function refusedTry(fare: Fare) {
  const first = await fare.request(true);
  await applyChargeOutcome(worker, first, {
    state: 'declined',
    declineCode: 'refused',
    bankReference: undefined,
    amountMinor: 370,
    currency: 'CAD',
  });
  await pool.query(
    `update collections set requested_at = now() - interval '1 hour', closed_at = now() - interval '1 hour' where medium_id = $1`,
    [fare.mediumId],
  );
  return first;
}

describe('the proof of the bank that it took the money in an earlier try', () => {
  it('ends a later one that has not reached the bank', async () => {
    const fare = await fareOf370();
    const first = await refusedTry(fare);
    await fare.request(false);

    expect(await applyChargeOutcome(worker, first, captured)).toBe(true);

    expect(await fare.read()).toEqual({
      state: 'approved',
      due: 370,
      tries: ['approved', 'not_charged'],
      recoveries: 1,
    });
  });

  it('leaves a later one open that may have reached the bank, which is then asked about it', async () => {
    const fare = await fareOf370();
    const first = await refusedTry(fare);
    await fare.request(true);

    expect(await applyChargeOutcome(worker, first, captured)).toBe(true);

    expect(await fare.read()).toEqual({ state: 'approved', due: 370, tries: ['approved', null], recoveries: 1 });
  });

  it('counts once, and is not taken back by a refusal', async () => {
    const fare = await fareOf370();
    const first = await refusedTry(fare);
    const late: ChargeOutcome[] = [captured, captured, { state: 'not_charged' }];

    const changed: boolean[] = [];
    for (const outcome of late) changed.push(await applyChargeOutcome(worker, first, outcome));

    expect(changed).toEqual([true, false, false]);
    expect(await fare.read()).toEqual({ state: 'approved', due: 370, tries: ['approved'], recoveries: 1 });
  });
});

it('a try that the bank refused stays refused when it says later that it took nothing', async () => {
  const fare = await fareOf370();
  const first = await refusedTry(fare);

  expect(await applyChargeOutcome(worker, first, { state: 'not_charged' })).toBe(false);

  expect(await fare.read()).toEqual({ state: 'declined', due: 370, tries: ['declined'], recoveries: 0 });
});

it.each([
  ['in its own currency is what was due', { amountMinor: 300 }, 300],
  ['in another currency leaves what was due', { amountMinor: 300, currency: 'USD' }, 370],
])('what the bank took of a fare %s', async (_, taken, due) => {
  const fare = await fareOf370();
  const asked = await fare.request(true);
  await pool.query('update debts set written_off_minor = 100 where medium_id = $1', [fare.mediumId]);

  await applyChargeOutcome(worker, asked, { ...captured, ...taken });

  expect(await fare.read()).toMatchObject({ state: 'approved', due });
});

it('a fare that is asked for no more counts as paid, and not as written off, while nobody knows what becomes of its rest', async () => {
  const fare = await fareOf370();
  const asked = await fare.request(true);
  await pool.query(`update payments set status = 'pending' where medium_id = $1`, [fare.mediumId]);
  await pool.query('update debts set is_unpaid = false, written_off_minor = 120 where medium_id = $1', [fare.mediumId]);

  await applyChargeOutcome(worker, asked, { state: 'not_charged' });

  const last = await one('select event from debt_events where medium_id = $1 order by version desc limit 1', [
    fare.mediumId,
  ]);
  expect(last).toEqual({ event: 'delivered_paid' });
});

describe('money that the bank took', () => {
  const alarmsOf = async (collectionId: string) => {
    const { rows } = await pool.query<{ kind: string }>(
      'select kind from operator_alarms where subject = $1 order by kind',
      [collectionId],
    );
    return rows.map(({ kind }) => kind);
  };

  it.each([
    ['of another amount', { amountMinor: 300 }, ['charged_other_amount']],
    ['of that amount in another currency', { currency: 'USD' }, ['charged_other_amount']],
    ['what was asked for', {}, []],
  ])('raises an alarm unless it is what was asked for: %s', async (_, taken, alarms) => {
    const fare = await fareOf370();
    const asked = await fare.request(true);

    await applyChargeOutcome(worker, asked, { ...captured, ...taken });

    expect(await alarmsOf(asked.collectionId)).toEqual(alarms);
  });

  it.each([
    ['another amount', 'due_minor = 500', ['charged_not_due']],
    ['another currency', `currency = 'USD'`, ['charged_not_due']],
    ['nothing', 'is_unpaid = false', ['charged_not_due']],
    ['nothing, after it was settled', `is_unpaid = false, state = 'ready'`, ['charged_without_debt']],
  ])('raises one alarm if a delivery asks for %s meanwhile', async (_, changes, alarms) => {
    const fare = await fareOf370();
    const asked = await fare.request(true);
    await pool.query(`update debts set ${changes} where medium_id = $1`, [fare.mediumId]);

    await applyChargeOutcome(worker, asked, captured);

    expect(await alarmsOf(asked.collectionId)).toEqual(alarms);
  });

  it('has the reference that a delivery has given the fare since the bank was asked', async () => {
    const fare = await fareOf370();
    const asked = await fare.request(true);
    await pool.query(`update debts set srid = 'ANEWREFERENCE1' where medium_id = $1`, [fare.mediumId]);

    await applyChargeOutcome(worker, asked, captured);

    const text = `select srid from payments where medium_id = $1 and reason = 'debt_recovery'`;
    expect(await one(text, [fare.mediumId])).toEqual({ srid: 'ANEWREFERENCE1' });
  });
});
