import { randomUUID } from 'node:crypto';
import { debtList, findDebt } from '@tapfolio/contracts/debts.ts';
import { describe, expect, it } from 'vitest';
import { outcomeOf, startDebtCalls, unpaid } from '../../../test/debt-calls.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import { buildPayment } from '../../../test/factories/payments.ts';

const { pool, call, cardInDebt, decline } = await startDebtCalls();
type Fare = Awaited<ReturnType<typeof cardInDebt>>;

const listed = async ({ passenger, url }: Fare) => debtList.parse((await passenger.call({ url })).json()).items;
const statesOf = async (fare: Fare) => (await listed(fare)).map(({ state }) => state);

async function settle({ mediumId }: Fare, changes: { paymentStatus?: string; writtenOff?: number; ago?: string } = {}) {
  const { paymentStatus = 'accepted', writtenOff = 0, ago = '1 minute' } = changes;
  await pool.query('update payments set status = $2 where medium_id = $1', [mediumId, paymentStatus]);
  await pool.query(
    `update debts set state = 'ready', state_at = now() - $2::interval, is_unpaid = false, written_off_minor = $3
    where medium_id = $1`,
    [mediumId, ago, writtenOff],
  );
}

describe('the unpaid fares of a card', () => {
  it('are shown for 30 days after they were settled', async () => {
    const fare = await cardInDebt();

    await settle(fare, { ago: '30 days -1 minute' });
    expect(await statesOf(fare)).toEqual(['ready']);

    await settle(fare, { ago: '30 days 1 minute' });
    expect(await statesOf(fare)).toEqual([]);
  });

  it('are shown as settled while the bank is still to answer, if nothing is written off', async () => {
    const fare = await cardInDebt();

    await settle(fare, { paymentStatus: 'pending' });

    expect(await statesOf(fare)).toEqual(['ready']);
  });

  it('are shown as owed, also if an older release has left what was written off before', async () => {
    const fare = await cardInDebt();
    await pool.query(`update payments set status = 'pending' where medium_id = $1`, [fare.mediumId]);
    await pool.query('update debts set written_off_minor = 100 where medium_id = $1', [fare.mediumId]);

    expect((await listed(fare)).map(({ state, writtenOff }) => [state, writtenOff])).toEqual([['owed', null]]);
  });

  it('have what is owed first, the oldest first, and then what is settled', async () => {
    const fare = await cardInDebt();
    await settle(fare);
    const ids: string[] = [];
    for (const day of ['05', '03', '07', '04', '06']) {
      const opened = { medium_id: fare.mediumId, opened_at: `2026-03-${day}T08:00:00Z` };
      ids.push((await buildPayment(pool, { ...opened, ...unpaid })).payment_id);
    }
    const [fifth, third, seventh, fourth, sixth] = ids;

    const shown = (await listed(fare)).map(({ paymentId }) => paymentId);

    expect(shown).toEqual([third, fourth, fifth, sixth, seventh, fare.payment.payment_id]);
  });

  it('say of a settled one what the bank took last for us, if that was another currency', async () => {
    const fare = await cardInDebt();
    const own = { medium_id: fare.mediumId, payment_id: fare.payment.payment_id };
    const tries = [
      ['approved', '2026-03-03T08:00:00Z', 500, 'EUR'],
      ['approved', '2026-03-04T08:00:00Z', 600, 'USD'],
      ['declined', '2026-03-05T08:00:00Z', null, null],
    ] as const;
    for (const [outcome, closed_at, taken_minor, taken_currency] of tries)
      await buildCollection(pool, {
        ...{ ...own, outcome, closed_at, bank_reference: `${fare.mediumId} ${closed_at}` },
        ...{ taken_minor, taken_currency },
      });
    const amounts = async () => (await listed(fare)).map(({ amount }) => amount);
    expect(await amounts()).toEqual([{ amountMinor: 740, currency: 'CAD' }]);

    await settle(fare);
    expect(await amounts()).toEqual([{ amountMinor: 600, currency: 'USD' }]);

    await pool.query(`update collections set taken_minor = null, taken_currency = null where medium_id = $1`, [
      fare.mediumId,
    ]);
    expect(await amounts()).toEqual([{ amountMinor: 740, currency: 'CAD' }]);

    await pool.query(`update debts set currency = 'GBP' where medium_id = $1`, [fare.mediumId]);
    expect(await amounts()).toEqual([{ amountMinor: 740, currency: 'CAD' }]);
  });

  it('have as many tries as before after those with which the bank was not asked or took nothing', async () => {
    const fare = await cardInDebt();
    const { passenger, collectUrl, mediumId } = fare;
    const payload = { amountMinor: 740, currency: 'CAD' };
    const ask = () =>
      passenger.call({ method: 'POST', url: collectUrl, headers: { 'idempotency-key': randomUUID() }, payload });
    for (let tries = 0; tries < 4; tries += 1) {
      expect((await ask()).statusCode).toBe(202);
      await pool.query(`update collections set outcome = 'not_charged', closed_at = now() where medium_id = $1`, [
        mediumId,
      ]);
      await pool.query(`update debts set state = 'owed', version = version + 1 where medium_id = $1`, [mediumId]);
    }
    expect((await listed(fare)).map(({ triesLeft, nextStep }) => [triesLeft, nextStep])).toEqual([[3, 'pay']]);

    await ask();
    await decline(mediumId, 'insufficient_funds', 30);
    expect((await listed(fare)).map(({ triesLeft, nextStep }) => [triesLeft, nextStep])).toEqual([[2, 'retry']]);
  });
});

describe('a guest', () => {
  it.each([
    ['does not find a fare of which nobody knows yet what becomes of its rest', 'pending', [404, 'debt_not_found']],
    ['finds a settled fare', 'accepted', [200, undefined]],
  ])('%s', async (_, paymentStatus, outcome) => {
    const fare = await cardInDebt();
    await settle(fare, { paymentStatus, writtenOff: 100 });
    const { srid } = fare.payment;

    const found = await call({ method: findDebt.method, url: findDebt.path, payload: { srid, amountMinor: 740 } });

    expect(outcomeOf(found)).toEqual(outcome);
  });
});
