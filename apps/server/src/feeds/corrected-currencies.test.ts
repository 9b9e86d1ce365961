import { beforeEach, describe, expect, it } from 'vitest';
import { exported, tap, window } from '../../test/corrected-feed.ts';
import { buildRefund } from '../../test/factories/refunds.ts';
import { feedCollections } from '../../test/feed-collections.ts';
import { feedDebts, unpaid } from '../../test/feed-debts.ts';
import { emptyTables, importInto, temporaryFolder } from '../../test/feed-fixture.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { checkMoney, closeAlarm, listAlarms } from '../modules/alarms/alarms.service.ts';
import { listDebts } from '../modules/debts/debts.queries.ts';
import { applyRefundOutcome } from '../modules/refunds/apply-refund-outcome.service.ts';

const { pool, url } = await createTestDatabase();
beforeEach(async () => {
  await emptyTables(pool);
  await pool.query('delete from collections');
  await pool.query('delete from refunds');
  await pool.query('delete from operator_alarms');
});
const { debt, deliver, changeTo } = feedDebts({ pool, url });
const { ask, pay, read, readInList } = feedCollections({ pool, url, changeTo });

/** The alarms that are open after the check of every minute. */
async function alarms(): Promise<unknown[]> {
  await checkMoney({ pool }, { error: () => undefined });
  const { rows } = await pool.query('select kind, detail from operator_alarms where ended_at is null');
  return rows;
}

/** The first tap comes after the window, and says that the fare is in Canadian dollars. Until then it has the currency of the operator. */
const deliverTap = async () =>
  await importInto(url, exported(temporaryFolder(), 'tap', 3, [{ ...tap, currency: '124' }]));

describe('a fare whose currency is corrected after the bank moved money for us', () => {
  it('shows what the bank took, in the currency in which it took it, and is called an error', async () => {
    await deliver(3, unpaid);
    await pay();

    await deliverTap();

    const taken = { amountMinor: 250, currency: 'GBP' };
    expect(await read('trip')).toMatchObject({
      status: 'corrupted',
      due: { amountMinor: 250, currency: 'CAD' },
      charges: [{ kind: 'debt_recovery', amount: taken }],
      receiptAvailable: false,
    });
    expect(await read('debt_recovery')).toMatchObject({
      paid: taken,
      countsByItself: true,
      charges: [{ amount: taken }],
    });
    expect(await readInList('trip')).toMatchObject({ status: 'corrupted', due: { currency: 'CAD' } });
    expect(await debt()).toMatchObject({ due: 250, currency: 'GBP', state: 'approved' });
    const detail = { ...taken, paymentCurrency: 'CAD' };
    expect(await alarms()).toEqual([{ kind: 'charge_currency_corrected', detail }]);
  });

  it('raises an alarm once', async () => {
    await deliver(3, unpaid);
    await pay();
    await deliverTap();
    await alarms();
    for (const { alarmId } of (await listAlarms(pool)).alarms) await closeAlarm(pool, alarmId, 'by a test');
    await pool.query(`update operator_alarms set ended_at = now() - interval '400 days'`);

    // The window has the currency of the operator until its tap corrects it again.
    await deliver(4, { ...unpaid, stage: 'Closed', amount_settled: '250' });

    expect(await alarms()).toEqual([]);
  });

  it('raises an alarm again when it is given a third currency', async () => {
    await deliver(3, unpaid);
    await pay();
    await deliverTap();
    for (const { alarmId } of (await listAlarms(pool)).alarms) await closeAlarm(pool, alarmId, 'by a test');

    await importInto(url, exported(temporaryFolder(), 'tap', 4, [{ ...tap, currency: '978' }]));

    expect(await alarms()).toMatchObject([{ detail: { currency: 'GBP', paymentCurrency: 'EUR' } }]);
  });

  it('has one open alarm, which names the currency of the last correction', async () => {
    await deliver(3, unpaid);
    await pay();
    await pool.query(`update collections set closed_at = now() - interval '300 days'`);
    await deliverTap();

    await importInto(url, exported(temporaryFolder(), 'tap', 4, [{ ...tap, currency: '978' }]));

    const detail = { amountMinor: 250, currency: 'GBP', paymentCurrency: 'EUR' };
    expect(await alarms()).toEqual([{ kind: 'charge_currency_corrected', detail }]);
  });

  it('raises an alarm however long ago the bank took the money', async () => {
    await deliver(3, unpaid);
    await pay();
    await pool.query(`update collections set closed_at = now() - interval '300 days'`);

    await deliverTap();

    const detail = { amountMinor: 250, currency: 'GBP', paymentCurrency: 'CAD' };
    expect(await alarms()).toEqual([{ kind: 'charge_currency_corrected', detail }]);
  });

  it('raises an alarm however long ago the bank gave money back, also if the row of the payment corrects it', async () => {
    await deliver(3, window);
    const { rows } = await pool.query(`select * from payments where reason = 'trip'`);
    const { refund_id } = await buildRefund(pool, rows[0], { state: 'submitting', amount_minor: 100 });
    const key = { mediumId: rows[0].medium_id, refundId: refund_id };
    const given = { amountMinor: 100, currency: 'GBP' };
    await applyRefundOutcome({ pool }, key, { state: 'refunded', bankReference: 'B', ...given });
    await pool.query(`update refunds set closed_at = now() - interval '300 days', currency = 'CAD', given_minor = 100,
      given_currency = 'CAD'`);
    await pool.query(`update payments set currency = 'CAD' where reason = 'trip'`);

    await deliver(4, { ...window, amount_settled: '251' });

    const detail = { amountMinor: 100, currency: 'CAD', paymentCurrency: 'GBP' };
    expect(await alarms()).toEqual([{ kind: 'refund_currency_corrected', detail }]);
  });

  it('is called an error also if more is due since: nothing tells how much of that is paid', async () => {
    await deliver(3, unpaid);
    await pay();
    await deliverTap();

    await deliver(4, { ...unpaid, amount_to_settle: '400' });

    expect(await read('trip')).toMatchObject({ status: 'corrupted', due: { amountMinor: 400, currency: 'CAD' } });
    expect(await read('debt_recovery')).toMatchObject({ countsByItself: true });
  });

  it('is not asked for again when the back office calls it unpaid a second time', async () => {
    await deliver(3, unpaid);
    await pay();
    await deliver(4, { ...unpaid, stage: 'Closed', amount_settled: '250' });
    await deliverTap();

    await deliver(5, unpaid);

    expect(await debt()).toMatchObject({ due: 250, currency: 'GBP', state: 'ready' });
  });

  it('is not asked for again either if the correction came while the bank took the money', async () => {
    await deliver(3, unpaid);
    const take = await ask();
    await deliverTap();
    await take();
    await deliver(4, { ...unpaid, stage: 'Closed', amount_settled: '250' });

    await deliver(5, unpaid);

    expect(await debt()).toMatchObject({ state: 'ready' });
  });

  it('is asked for the rest that was owed before, and not for what the bank took', async () => {
    await deliver(3, unpaid);
    await pay();
    await deliver(4, { ...unpaid, amount_to_settle: '400', amount_settled: '250' });
    await deliver(5, { ...unpaid, amount_to_settle: '400' });
    expect(await debt()).toMatchObject({ due: 150, currency: 'GBP', state: 'owed' });

    await deliverTap();

    expect(await debt()).toMatchObject({ due: 150, currency: 'GBP', state: 'owed' });
  });

  it('is not paid by what the bank took in the old currency if less than that is due in the new one', async () => {
    await deliver(3, unpaid);
    await pay();
    await deliver(4, { ...unpaid, amount_to_settle: '400', amount_settled: '250' });
    await deliver(5, { ...unpaid, amount_to_settle: '400' });
    await deliverTap();

    await deliver(6, { ...unpaid, amount_to_settle: '240' });

    expect(await debt()).toMatchObject({ due: 150, currency: 'GBP', state: 'owed' });
  });

  it('keeps what was paid of it in the old currency when a later delivery says another sum in the new one', async () => {
    await deliver(3, unpaid);
    await pay();
    await deliver(4, { ...unpaid, stage: 'Closed', amount_settled: '250' });
    await deliverTap();

    await deliver(5, { ...unpaid, stage: 'Closed', amount_to_settle: '400', amount_settled: '400' });

    const { rows } = await pool.query('select paid_minor, currency from debts');
    expect(rows).toEqual([{ paid_minor: 250, currency: 'GBP' }]);
  });

  it('says everywhere what the bank took in the meantime, and raises an alarm', async () => {
    await deliver(3, unpaid);
    const take = await ask();
    await deliverTap();
    await take();

    const taken = { amountMinor: 250, currency: 'GBP' };
    expect(await read('trip')).toMatchObject({ status: 'corrupted', charges: [{ amount: taken }] });
    const { rows: fares } = await pool.query('select medium_id from debts');
    const listed = await listDebts(pool, { mediumId: fares[0].medium_id, shownFrom: '-infinity' });
    expect(listed).toMatchObject([{ state: 'approved', taken_minor: 250, taken_currency: 'GBP' }]);
    expect(await alarms()).toEqual([
      { kind: 'charged_not_due', detail: { ...taken, dueMinor: 250, dueCurrency: 'CAD' } },
    ]);
  });

  it('shows what the bank gave back, in the currency in which it gave it back, and has no receipt', async () => {
    await deliver(3, window);
    const { rows } = await pool.query(`select * from payments where reason = 'trip'`);
    const { refund_id } = await buildRefund(pool, rows[0], { state: 'submitting', amount_minor: 100 });
    const key = { mediumId: rows[0].medium_id, refundId: refund_id };
    const given = { amountMinor: 100, currency: 'GBP' };
    await applyRefundOutcome({ pool }, key, { state: 'refunded', bankReference: 'B', ...given });

    await deliverTap();

    expect(await read('trip')).toMatchObject({
      paid: { currency: 'CAD' },
      refunded: null,
      charges: [{ kind: 'refund', amount: given }],
      receiptAvailable: false,
    });
    const minus = { amountMinor: -100, currency: 'GBP' };
    expect(await read('refund')).toMatchObject({ paid: minus, total: minus });
    expect(await readInList('trip')).toMatchObject({ paid: { currency: 'CAD' }, refunded: null });
    // The export of the account says what is stored.
    const { rows: stored } = await pool.query(`select currency from payments where reason = 'refund'`);
    expect(stored).toEqual([{ currency: 'GBP' }]);
    const detail = { ...given, paymentCurrency: 'CAD' };
    expect(await alarms()).toEqual([{ kind: 'refund_currency_corrected', detail }]);
  });
});

describe('a fare whose currency is corrected when nothing is owed of it any more, and we had the bank move nothing', () => {
  it.each(['0', '250'])('has the corrected currency everywhere if %s was settled', async (settled) => {
    await deliver(3, unpaid);
    await deliver(4, { ...unpaid, stage: 'Closed', amount_settled: settled });

    await deliverTap();

    expect(await read('trip')).toMatchObject({ due: { amountMinor: 250, currency: 'CAD' } });
    expect(await debt()).toMatchObject({
      due: 250,
      writtenOff: 250 - Number(settled),
      currency: 'CAD',
      state: 'ready',
    });
  });
});

describe('a fare of which the bank took another currency for us than it was asked for', () => {
  it('is not called written off if a delivery asked for less of it while the bank took the money', async () => {
    await deliver(3, unpaid);
    const take = await ask();
    await deliver(4, { ...unpaid, stage: 'Closed', amount_to_settle: '100', amount_settled: '100' });
    await take(300, 'CAD');

    expect(await debt()).toMatchObject({ state: 'ready', writtenOff: 0 });
  });

  it('is not asked for again, whatever later windows ask for: nothing tells how much of it that paid', async () => {
    await deliver(3, unpaid);
    const take = await ask();
    await take(300, 'CAD');
    await deliver(4, { ...unpaid, stage: 'Closed', amount_settled: '250' });

    await deliver(5, { ...unpaid, amount_to_settle: '400', amount_settled: '250' });

    expect(await read('trip')).toMatchObject({ status: 'corrupted' });
    expect(await debt()).toMatchObject({ due: 250, currency: 'GBP', state: 'ready' });
  });
});
