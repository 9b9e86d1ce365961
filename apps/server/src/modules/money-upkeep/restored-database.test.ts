import { beforeEach, describe, expect, it } from 'vitest';
import { startCollectionWorld } from '../../../test/collection-world.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { expectMoneyToHold, type OwedFare } from '../../../test/money-world.ts';
import { applyChargeOutcome } from '../debts/apply-charge-outcome.service.ts';
import { collectDebt } from '../debts/collect-debt.service.ts';
import { reconcileDay } from './reconcile.service.ts';

const world = await startCollectionWorld();
const { bank, pool, sandbox, worker, collecting, requested, request, rowOf, stateOf, statesAtBank } = world;
beforeEach(async () => {
  await pool.query('delete from operator_alarms');
});
const { rows: days } = await pool.query<{ today: string }>(`select (now() at time zone 'UTC')::date::text as today`);
const today = days[0]?.today ?? '';

type Collected = OwedFare & { collectionId: string };

/** A fare that the bank has collected, in a database that was restored from a backup of the time before. */
async function lost(fares: Promise<Collected> = requested()): Promise<Collected> {
  const fare = await fares;
  await collectDebt(collecting(), fare);
  expect(await statesAtBank(fare)).toContain('captured');
  await pool.query('delete from payments where payment_id = $1', [fare.collectionId]);
  await pool.query('delete from collections where payment_id = $1', [fare.paymentId]);
  await pool.query('delete from debt_events where payment_id = $1 and version > 1', [fare.paymentId]);
  await pool.query(`update debts set state = 'owed', version = 1 where payment_id = $1`, [fare.paymentId]);
  return fare;
}

/** The second try for a fare. The bank took nothing with the first. */
async function triedTwice(): Promise<Collected> {
  const fare = await requested();
  await applyChargeOutcome(worker, fare, { state: 'not_charged' });
  return { ...fare, collectionId: await request(fare) };
}

it('does not charge a fare twice that is paid again before anything was compared, as after a failover to a standby that lacks seconds', async () => {
  const fare = await lost();
  const again = { ...fare, collectionId: await request(fare) };

  await collectDebt(collecting(), again);

  expect((await statesAtBank(fare)).filter((state) => state === 'captured')).toHaveLength(1);
  expect(await stateOf(fare)).toBe('approved');
  expect(await compare()).toMatchObject({ differences: 0 });
  await expectMoneyToHold(pool, sandbox);
});

const compare = () => reconcileDay({ ...worker, bank }, today);
const alarms = async () => (await pool.query('select kind, subject from operator_alarms')).rows;

it('only asks the bank for a try of two days ago that the restored database takes for never sent', async () => {
  const fare = await requested();
  await collectDebt(collecting(), fare);
  await pool.query('delete from payments where payment_id = $1', [fare.collectionId]);
  await pool.query(
    `update collections set requested_at = now() - interval '2 days', attempts = 0, first_submitted_at = null, outcome = null,
      bank_reference = null, closed_at = null
    where collection_id = $1`,
    [fare.collectionId],
  );
  await pool.query(`update debts set state = 'requested' where payment_id = $1`, [fare.paymentId]);
  // Banks remember a key for a day.
  await sandbox.forgetKeys(fare.srid);

  await collectDebt(collecting(), fare);

  expect((await statesAtBank(fare)).filter((state) => state === 'captured')).toHaveLength(1);
  expect(await stateOf(fare)).toBe('approved');
});

describe('the comparison with the bank after an older database was restored', () => {
  it('records a charge that only the bank still knows, so that the fare cannot be paid a second time', async () => {
    const fare = await lost();

    await compare();

    expect(await stateOf(fare)).toBe('approved');
    await expect(request(fare)).rejects.toMatchObject({ code: 'debt_settled' });
    expect(await alarms()).toEqual([{ kind: 'bank_charge_missed', subject: fare.collectionId }]);
    expect(await compare()).toMatchObject({ differences: 0 });
    await expectMoneyToHold(pool, sandbox);
  });

  it('gives up another try that has not reached the bank', async () => {
    const fare = await lost(triedTwice());
    const second = { ...fare, collectionId: await request(fare) };
    expect(second.collectionId).not.toBe(fare.collectionId);

    await compare();
    await collectDebt(collecting(), second);

    expect(await stateOf(fare)).toBe('approved');
    expect(await rowOf(second)).toMatchObject({ outcome: 'not_charged' });
    expect(await rowOf(fare)).toMatchObject({ outcome: 'approved' });
    await expectMoneyToHold(pool, sandbox);
  });

  it('records no charge of a fare that a delivery has called paid since: it may have counted this charge', async () => {
    const fare = await lost();
    await pool.query(`update debts set state = 'ready', is_unpaid = false where payment_id = $1`, [fare.paymentId]);

    await compare();

    expect(await alarms()).toEqual([{ kind: 'bank_charge_unknown', subject: fare.collectionId }]);
    expect(await rowOf(fare)).toBeUndefined();
  });

  it('asks nobody about a charge that a delivery since the restore names by the reference of the bank', async () => {
    const fare = await lost();
    const charge = (await bank.report(today)).find(({ reference }) => reference === fare.collectionId);
    const { mediumId, srid, amountMinor } = fare;
    await pool.query(`update debts set state = 'ready', is_unpaid = false where payment_id = $1`, [fare.paymentId]);
    const delivered = { medium_id: mediumId, srid, amount_minor: amountMinor, kind: 'debt_recovery' } as const;
    await buildSettlement(pool, { ...delivered, retrieval_reference: charge?.bankReference ?? '' });

    await compare();

    expect(await alarms()).not.toContainEqual(expect.objectContaining({ subject: fare.collectionId }));
    expect(await rowOf(fare)).toBeUndefined();
  });

  it('records no charge of a reference that two fares have: it cannot be told for which of them it was', async () => {
    const fare = await lost();
    const other = await requested();
    await pool.query('update debts set srid = $1 where payment_id = $2', [fare.srid, other.paymentId]);

    await compare();

    expect(await alarms()).toContainEqual({ kind: 'bank_charge_unknown', subject: fare.collectionId });
    expect(await rowOf(fare)).toBeUndefined();
  });
});

it('says that a fare was charged twice that is paid again when the bank has forgotten the key, days after the lost charge', async () => {
  const fare = await lost();
  await sandbox.forgetKeys(fare.srid);
  await collectDebt(collecting(), { ...fare, collectionId: await request(fare) });
  const first = (await bank.report(today)).find(({ reference }) => reference === fare.collectionId);
  const day = '2026-03-02';
  const ofDay = async (asked: string) => (asked === day && first ? [{ ...first, at: new Date(day) }] : []);

  await reconcileDay({ ...worker, bank: { ...bank, report: ofDay } }, day);

  expect((await statesAtBank(fare)).filter((state) => state === 'captured')).toHaveLength(2);
  expect(await alarms()).toEqual([{ kind: 'bank_charged_twice', subject: fare.collectionId }]);
});
