import { describe, expect, it } from 'vitest';
import { startCollectionWorld } from '../../../test/collection-world.ts';
import { expectMoneyToHold, type OwedFare } from '../../../test/money-world.ts';
import type { AuthorisedCharge, Bank } from '../../gateways/bank.ts';
import { collectDebt } from './collect-debt.service.ts';

const { sandbox, bank, pool, collecting, requested, ...look } = await startCollectionWorld();
const { rowOf, stateOf, eventsOf, messagesOf, makeDue, statesAtBank } = look;

/** A bank that answers while our side does something before it reads the answer. */
const after = (call: 'authorise' | 'capture', act: () => Promise<unknown>): Bank => ({
  ...bank,
  [call]: async (charge: AuthorisedCharge) => {
    const answer = await bank[call](charge);
    await act();
    return answer;
  },
});

const alarmsOf = async ({ collectionId }: { collectionId: string }) =>
  (await pool.query('select kind, detail from operator_alarms where subject = $1', [collectionId])).rows;

describe('a collection whose debt was settled while the bank was asked', () => {
  const settledMeanwhile = async (on: 'authorise' | 'capture', fault: 'error_before' | 'error_after') => {
    const fare = await requested();
    await sandbox.setFault({ statementReference: fare.srid, fault, on, times: 1 });
    await collectDebt(collecting(), fare);
    // The bank proved that an earlier try had taken the money.
    await pool.query(`update debts set state = 'approved' where payment_id = $1`, [fare.paymentId]);
    await makeDue(fare);
    return fare;
  };

  it.each([
    ['authorise', 'error_after'],
    ['capture', 'error_before'],
  ] as const)(
    'releases what the bank only holds, and does not tell the back office to collect: %s, %s',
    async (on, fault) => {
      const fare = await settledMeanwhile(on, fault);

      await collectDebt(collecting(), fare);

      expect([await statesAtBank(fare), await rowOf(fare)]).toMatchObject([['released'], { outcome: 'not_charged' }]);
      expect(await messagesOf(fare)).toEqual(['access_requested']);
    },
  );
});

describe('a fare that was delivered as paid while the bank was asked', () => {
  /** The importer writes this while the bank is being asked. */
  const deliverPaid = ({ paymentId }: OwedFare) =>
    pool.query('update debts set is_unpaid = false, version = version + 1 where payment_id = $1', [paymentId]);

  it('is released when the bank only holds it, and the card may travel', async () => {
    const fare = await requested();

    await collectDebt(collecting({ bank: after('authorise', () => deliverPaid(fare)) }), fare);

    expect([await stateOf(fare), await statesAtBank(fare)]).toEqual(['ready', ['released']]);
    expect(await rowOf(fare)).toMatchObject({ outcome: 'not_charged' });
    expect((await eventsOf(fare)).slice(2)).toEqual(['submit', 'not_charged', 'delivered_paid']);
    expect(await messagesOf(fare)).toEqual(['access_requested']);
    await expectMoneyToHold(pool, sandbox);
  });

  it.each(['error_before', 'error_after', 'reset_after', 'garbage'] as const)(
    'is released by the next worker when the bank did not confirm it: %s',
    async (fault) => {
      const fare = await requested();
      await sandbox.setFault({ statementReference: fare.srid, fault, on: 'release', times: 1 });
      await collectDebt(collecting({ bank: after('authorise', () => deliverPaid(fare)) }), fare);
      expect(await stateOf(fare)).toBe('unknown');
      await makeDue(fare);

      await collectDebt(collecting(), fare);

      expect([await stateOf(fare), await statesAtBank(fare)]).toEqual(['ready', ['released']]);
    },
  );

  it('is collected by neither of two workers when one releases it while the other captures it', async () => {
    const fare = await requested();
    const late = after('authorise', async () => {
      await deliverPaid(fare);
      await makeDue(fare);
      await collectDebt(collecting(), fare);
    });

    await collectDebt(collecting({ bank: late }), fare);

    expect([await stateOf(fare), await statesAtBank(fare)]).toEqual(['ready', ['released']]);
  });

  it('is not given up because of what the bank did not know before it was asked again', async () => {
    const fare = await requested();
    const doubtful = async () => {
      await sandbox.setFault({ statementReference: fare.srid, fault: 'error_before', times: 1 });
      await makeDue(fare);
      await collectDebt(collecting(), fare);
    };
    const askedAbout = async () => {
      await deliverPaid(fare);
      await makeDue(fare);
      await collectDebt(collecting(), fare);
    };
    await doubtful();
    await askedAbout();
    await pool.query(`update collections set missed_at = now() - interval '10 minutes' where collection_id = $1`, [
      fare.collectionId,
    ]);
    await pool.query('update debts set is_unpaid = true, version = version + 1 where payment_id = $1', [
      fare.paymentId,
    ]);
    await doubtful();
    await askedAbout();

    expect([await stateOf(fare), (await rowOf(fare))?.outcome]).toEqual(['unknown', null]);
  });

  it('raises an alarm when the bank took the money at that moment: the fare may be paid twice', async () => {
    const fare = await requested();

    await collectDebt(collecting({ bank: after('capture', () => deliverPaid(fare)) }), fare);

    expect([await stateOf(fare), await statesAtBank(fare)]).toEqual(['ready', ['captured']]);
    expect(await alarmsOf(fare)).toEqual([
      { kind: 'charged_not_due', detail: { amountMinor: fare.amountMinor, currency: 'CAD', dueMinor: 0 } },
    ]);
  });

  it('is asked about, and not requested again, when the answer was lost', async () => {
    const fare = await requested();
    await sandbox.setFault({ statementReference: fare.srid, fault: 'error_before', on: 'authorise', times: 1 });
    await collectDebt(collecting(), fare);
    await deliverPaid(fare);
    await makeDue(fare);

    await collectDebt(collecting(), fare);

    expect([await stateOf(fare), await statesAtBank(fare)]).toEqual(['unknown', []]);
  });

  it('has its payment, and the card may travel, when the bank had taken the money before', async () => {
    const fare = await requested();
    await sandbox.setFault({ statementReference: fare.srid, fault: 'error_after', on: 'capture', times: 1 });
    await collectDebt(collecting(), fare);
    await deliverPaid(fare);
    await makeDue(fare);

    await collectDebt(collecting(), fare);

    expect([await stateOf(fare), await statesAtBank(fare)]).toEqual(['ready', ['captured']]);
    expect((await eventsOf(fare)).slice(-2)).toEqual(['approve', 'delivered_paid']);
    await expectMoneyToHold(pool, sandbox);
  });
});

describe.each([
  ['raised', 900],
  ['lowered', 40],
])('a fare whose amount was %s while it was collected', (_, dueMinor) => {
  const deliverAmount = ({ paymentId }: OwedFare) =>
    pool.query('update debts set due_minor = $2, version = version + 1 where payment_id = $1', [paymentId, dueMinor]);
  const dueOf = async ({ paymentId }: OwedFare) =>
    (await pool.query<{ due_minor: number }>('select due_minor from debts where payment_id = $1', [paymentId])).rows[0]
      ?.due_minor;

  it('is owed with the new amount, and the bank was not asked', async () => {
    const fare = await requested();
    await deliverAmount(fare);

    await collectDebt(collecting(), fare);

    expect([await stateOf(fare), await dueOf(fare), await statesAtBank(fare)]).toEqual(['owed', dueMinor, []]);
    expect(await rowOf(fare)).toMatchObject({ outcome: 'not_charged' });
    await expectMoneyToHold(pool, sandbox);
  });

  it('is owed with the new amount, and the bank releases the old one', async () => {
    const fare = await requested();

    await collectDebt(collecting({ bank: after('authorise', () => deliverAmount(fare)) }), fare);

    expect([await stateOf(fare), await dueOf(fare), await statesAtBank(fare)]).toEqual([
      'owed',
      dueMinor,
      ['released'],
    ]);
    await expectMoneyToHold(pool, sandbox);
  });

  it('raises an alarm when the bank took the old amount in that moment', async () => {
    const fare = await requested();

    await collectDebt(collecting({ bank: after('capture', () => deliverAmount(fare)) }), fare);

    expect([await stateOf(fare), await statesAtBank(fare)]).toEqual(['approved', ['captured']]);
    expect(await alarmsOf(fare)).toEqual([
      { kind: 'charged_not_due', detail: { amountMinor: fare.amountMinor, currency: 'CAD', dueMinor } },
    ]);
    await expectMoneyToHold(pool, sandbox);
  });
});

describe('a fare that gets another currency, with the same amount, while it is collected', () => {
  const correct = ({ paymentId }: OwedFare) =>
    pool.query(`update debts set currency = 'USD', version = version + 1 where payment_id = $1`, [paymentId]);

  it('is owed, and the bank was not asked', async () => {
    const fare = await requested();
    await correct(fare);

    await collectDebt(collecting(), fare);

    expect([await stateOf(fare), await statesAtBank(fare)]).toEqual(['owed', []]);
  });

  it('is owed, and the bank releases what it holds in the former one', async () => {
    const fare = await requested();

    await collectDebt(collecting({ bank: after('authorise', () => correct(fare)) }), fare);

    expect([await stateOf(fare), await statesAtBank(fare)]).toEqual(['owed', ['released']]);
  });
});

it('the back office is told by its newest reference that it may collect a fare again', async () => {
  const fare = await requested();
  await pool.query(`update debts set srid = 'ANEWREFERENCE2', due_minor = 900 where payment_id = $1`, [fare.paymentId]);

  await collectDebt(collecting(), fare);

  const { rows } = await pool.query(
    `select srid from back_office_messages where payment_id = $1 and kind = 'access_not_granted'`,
    [fare.paymentId],
  );
  expect(rows).toEqual([{ srid: 'ANEWREFERENCE2' }]);
});
