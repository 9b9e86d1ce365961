import { describe, expect, it } from 'vitest';
import { startCollectionWorld } from '../../../test/collection-world.ts';
import { expectMoneyToHold, type OwedFare } from '../../../test/money-world.ts';
import type { Bank } from '../../gateways/bank.ts';
import { collectDebt } from './collect-debt.service.ts';

const { sandbox, bank, pool, collecting, requested, ...look } = await startCollectionWorld();
const { rowOf, stateOf, eventsOf, makeDue, statesAtBank } = look;

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
  ] as const)('takes nothing that the bank only holds: %s, %s', async (on, fault) => {
    const fare = await settledMeanwhile(on, fault);

    await collectDebt(collecting(), fare);

    expect([await statesAtBank(fare), await rowOf(fare)]).toMatchObject([['authorised'], { outcome: 'not_charged' }]);
  });
});

describe('a fare that was delivered as paid while the bank was asked', () => {
  /** As the importer notes it while the bank is being asked. */
  const deliverPaid = ({ paymentId }: OwedFare) =>
    pool.query('update debts set is_unpaid = false, version = version + 1 where payment_id = $1', [paymentId]);

  /** A bank that answers, and our side does something before it hears the answer. */
  const afterAuthorising = (act: () => Promise<unknown>): Bank => ({
    ...bank,
    authorise: async (charge) => {
      const answer = await bank.authorise(charge);
      await act();
      return answer;
    },
  });

  it('is not taken when the bank only holds it, and the card may travel', async () => {
    const fare = await requested();

    await collectDebt(collecting({ bank: afterAuthorising(() => deliverPaid(fare)) }), fare);
    expect([await stateOf(fare), await statesAtBank(fare)]).toEqual(['unknown', ['authorised']]);
    await makeDue(fare);
    await collectDebt(collecting(), fare);

    expect([await stateOf(fare), await statesAtBank(fare)]).toEqual(['ready', ['authorised']]);
    expect(await rowOf(fare)).toMatchObject({ outcome: 'not_charged' });
    expect((await eventsOf(fare)).slice(2)).toEqual(['submit', 'doubt', 'not_charged', 'delivered_paid']);
    await expectMoneyToHold(pool, sandbox);
  });

  it('is asked about, and not asked for again, when the answer was lost', async () => {
    const fare = await requested();
    await sandbox.setFault({ statementReference: fare.srid, fault: 'error_before', on: 'authorise', times: 1 });
    await collectDebt(collecting(), fare);
    await deliverPaid(fare);
    await makeDue(fare);

    await collectDebt(collecting(), fare);

    expect([await stateOf(fare), await statesAtBank(fare)]).toEqual(['unknown', []]);
  });

  it('has its payment, and the card may travel, when the bank had taken it before', async () => {
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
