import { randomUUID } from 'node:crypto';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import { buildPayment, type PaymentRow } from '../../../test/factories/payments.ts';
import { buildRefund } from '../../../test/factories/refunds.ts';
import { buildOwedFares, type OwedFare, startTestBank } from '../../../test/money-world.ts';
import { type Bank, BankUncertain, type ReportLine } from '../../gateways/bank.ts';
import { CircuitBreaker } from '../../lib/circuit-breaker.ts';
import { transaction } from '../../lib/sql.ts';
import { contextOf } from '../../plugins/context.ts';
import { checkMoney } from '../alarms/alarms.service.ts';
import { collectDebt } from '../debts/collect-debt.service.ts';
import { requestCollection } from '../debts/request-collection.service.ts';
import { reconcileDay, reconcileLastDays } from './reconcile.service.ts';

const { sandbox, bank, close } = await startTestBank();
const { context, pool } = await createTestApp([], { bank });
const portal = contextOf(context, 'portal');
const worker = contextOf(context, 'worker');
afterAll(close);
beforeEach(async () => {
  await pool.query('delete from operator_alarms');
  await pool.query('delete from bank_report_progress');
});
const { rows: days } = await pool.query<{ today: string }>(`select (now() at time zone 'UTC')::date::text as today`);
const today = days[0]?.today ?? '';

type Asked = OwedFare & { collectionId: string };

async function collected(): Promise<Asked> {
  const [fare] = await buildOwedFares(pool, sandbox);
  if (fare === undefined) throw new Error('there is a fare');
  await transaction(portal.pool, (tx) => requestCollection(portal, tx, { ...fare, askedBy: 'passenger' }));
  const { rows } = await pool.query<{ collection_id: string }>(
    'select collection_id from collections where payment_id = $1',
    [fare.paymentId],
  );
  const asked = { ...fare, collectionId: rows[0]?.collection_id ?? '' };
  await collectDebt({ ...worker, bank, breaker: new CircuitBreaker() }, asked);
  return asked;
}

/** Our bank with another report. */
const reporting = (change: (lines: readonly ReportLine[]) => readonly ReportLine[]): Bank => ({
  ...bank,
  report: async (day) => change(await bank.report(day)),
});

/** A bank that does not know a reference, in its report or when asked. */
const without = (lost: string): Bank => ({
  ...reporting((lines) => lines.filter(({ reference }) => reference !== lost)),
  find: async (reference) => (reference === lost ? 'unknown' : await bank.find(reference)),
});

const alarms = async () =>
  (await pool.query<{ kind: string; subject: string }>('select kind, subject from operator_alarms order by kind')).rows;

describe('the comparison with the report of the bank', () => {
  it('finds no difference when both sides say the same', async () => {
    await collected();
    await collected();

    expect(await reconcileDay({ ...worker, bank }, today)).toMatchObject({ charges: 2, differences: 0 });
    expect(await alarms()).toEqual([]);
  });

  it('finds no difference when the bank told before that it took another currency', async () => {
    const { collectionId } = await collected();
    const takes = (minor: number | null, currency: string | null) =>
      pool.query('update collections set taken_minor = $2, taken_currency = $3 where collection_id = $1', [
        collectionId,
        minor,
        currency,
      ]);
    await takes(77, 'USD');
    onTestFinished(async () => {
      await takes(null, null);
    });
    const change = (lines: readonly ReportLine[]) =>
      lines.map((line) => (line.reference === collectionId ? { ...line, amountMinor: 77, currency: 'USD' } : line));

    await reconcileDay({ ...worker, bank: reporting(change) }, today);

    expect(await alarms()).toEqual([]);
  });

  it('finds a charge that the bank does not know', async () => {
    const { collectionId } = await collected();

    await reconcileDay({ ...worker, bank: without(collectionId) }, today);

    expect(await alarms()).toEqual([{ kind: 'bank_charge_missing', subject: collectionId }]);
  });

  it('raises no alarm about a report that is late or incomplete', async () => {
    await collected();

    await reconcileDay({ ...worker, bank: reporting(() => []) }, today);
    await reconcileDay({ ...worker, bank: reporting((lines) => lines.slice(1)) }, today);

    expect(await alarms()).toEqual([]);
  });

  it('finds a charge that was made twice, on both sides of midnight', async () => {
    const { collectionId } = await collected();
    const tomorrow = new Date(Date.parse(today) + dayMs).toISOString().slice(0, 10);
    const twice: Bank = {
      ...bank,
      report: async (day) => {
        if (day !== tomorrow) return await bank.report(day);
        const ours = (await bank.report(today)).filter(({ reference }) => reference === collectionId);
        return ours.map((line) => ({ ...line, bankReference: 'another charge' }));
      },
    };

    await reconcileDay({ ...worker, bank: twice }, today);

    expect(await alarms()).toEqual([{ kind: 'bank_charged_twice', subject: collectionId }]);
  });

  it('finds a charge made twice, one of another amount, and one with an unknown reference', async () => {
    const [twice, other] = [await collected(), await collected()];
    const stray = randomUUID();
    const change = (lines: readonly ReportLine[]) => [
      ...lines.map((line) => (line.reference === other.collectionId ? { ...line, amountMinor: 1 } : line)),
      ...lines.filter(({ reference }) => reference === twice.collectionId),
      ...lines.slice(0, 1).map((line) => ({ ...line, reference: stray })),
    ];

    await reconcileDay({ ...worker, bank: reporting(change) }, today);

    expect(await alarms()).toEqual([
      { kind: 'bank_charge_differs', subject: other.collectionId },
      { kind: 'bank_charge_unknown', subject: stray },
      { kind: 'bank_charged_twice', subject: twice.collectionId },
    ]);
  });

  it('does not raise an alarm again that an administrator closed, when the same day is compared the next night', async () => {
    const { collectionId } = await collected();
    await reconcileDay({ ...worker, bank: without(collectionId) }, today);
    await pool.query('update operator_alarms set ended_at = now()');

    await reconcileDay({ ...worker, bank: without(collectionId) }, today);

    expect(await alarms()).toHaveLength(1);
  });

  it('records a charge that the bank made and we had given up, and raises an alarm', async () => {
    const fare = await collected();
    await pool.query(
      `with undone as (delete from payments where payment_id = $1)
      , closed as (update collections set outcome = 'not_charged', bank_reference = null where collection_id = $1)
      update debts set state = 'owed' where payment_id = $2`,
      [fare.collectionId, fare.paymentId],
    );

    await reconcileDay({ ...worker, bank }, today);

    expect(await alarms()).toEqual([{ kind: 'bank_charge_missed', subject: fare.collectionId }]);
    const { rows } = await pool.query('select state from debts where payment_id = $1', [fare.paymentId]);
    expect(rows).toEqual([{ state: 'approved' }]);
    expect(await reconcileDay({ ...worker, bank }, today)).toMatchObject({ differences: 0 });
  });
});

describe('the nightly comparison', () => {
  const noon = new Date(`${today}T12:00:00Z`);
  const dayBefore = (days: number) => new Date(Date.parse(today) - days * dayMs).toISOString().slice(0, 10);
  const silent: Bank = {
    ...bank,
    report: async () => {
      throw new BankUncertain('no report');
    },
  };
  /** Our bank, and the days whose reports were requested. */
  const listen = () => {
    const asked: string[] = [];
    const report: Bank['report'] = async (day) => {
      asked.push(day);
      return await bank.report(day);
    };
    return { asked, listening: { ...bank, report } };
  };
  const open = async () =>
    (await pool.query('select kind, subject from operator_alarms where ended_at is null order by subject')).rows;

  it('raises an alarm for each day without a report, and compares it later, also a week late', async () => {
    const { asked, listening: late } = listen();

    await expect(reconcileLastDays({ ...worker, bank: silent }, noon)).rejects.toThrow('no report');

    const kind = 'bank_report_missing';
    expect(await open()).toEqual([2, 1].map((days) => ({ kind, subject: dayBefore(days) })));
    const aWeekLater = new Date(noon.getTime() + 7 * dayMs);
    await reconcileLastDays({ ...worker, bank: late }, aWeekLater);
    expect(asked).toEqual(expect.arrayContaining([dayBefore(2), dayBefore(1), dayBefore(-5), dayBefore(-6)]));
    expect(await open()).toEqual([]);
  });

  /** The days that it compares this number of days later: the middle day of each three requested ones. */
  async function compareAfter(days: number): Promise<string[]> {
    const { asked, listening } = listen();
    await reconcileLastDays({ ...worker, bank: listening }, new Date(noon.getTime() + days * dayMs));
    return asked.filter((_, call) => call % 3 === 1);
  }
  const span = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => dayBefore(-from - index));

  it('compares days that were left out, as after a restore, sixty a night', async () => {
    expect(await compareAfter(0)).toEqual(span(-2, -1));
    expect(await compareAfter(1)).toEqual(span(-1, 0));
    expect(await compareAfter(6)).toEqual(span(0, 5));

    expect(await compareAfter(100)).toEqual([...span(5, 64), ...span(98, 99)]);
    expect(await compareAfter(101)).toEqual(span(64, 100));
    expect(await compareAfter(102)).toEqual(span(100, 101));
  });

  const collection = ({ medium_id, payment_id }: PaymentRow, requested: object) =>
    buildCollection(pool, { medium_id, payment_id, ...requested });
  const refund = (payment: PaymentRow, requested: object) => buildRefund(pool, payment, requested);

  it.each([
    { what: 'try to collect a fare', build: collection, days: 9, first: -9 },
    { what: 'refund', build: refund, days: 9, first: -9 },
    { what: 'try to collect a fare', build: collection, days: 100, first: -60 },
  ])(
    'begins with the day of the oldest $what ($days days ago), but compares no more than sixty days, where none was compared yet, as after a restore',
    async ({ build, days, first }) => {
      const paid = { medium_id: randomUUID(), opened_at: `${dayBefore(days)}T12:00:00Z` };
      await build(await buildPayment(pool, paid), { requested_at: `${dayBefore(days)}T23:59:59Z` });
      onTestFinished(async () => {
        for (const table of ['collections', 'refunds'])
          await pool.query(`delete from ${table} where requested_at < now() - interval '1 day'`);
      });

      expect(await compareAfter(0)).toEqual(span(first, -1));
      expect(await compareAfter(0)).toEqual(span(-2, -1));
    },
  );
});

describe('the rules about money', () => {
  const lines: string[] = [];
  const logger = { error: (content: object) => lines.push(JSON.stringify(content)) };

  it('raise an alarm and one line of the log when one is broken, until it holds again', async () => {
    const fare = await collected();
    await pool.query(`update debts set state = 'submitting' where payment_id = $1`, [fare.paymentId]);

    await checkMoney(worker, logger);
    await checkMoney(worker, logger);

    expect(await alarms()).toEqual([{ kind: 'collecting_without_collection', subject: fare.paymentId }]);
    expect(lines).toEqual([expect.stringContaining(fare.paymentId)]);
    await pool.query(`update debts set state = 'approved' where payment_id = $1`, [fare.paymentId]);
    await checkMoney(worker, logger);
    const { rowCount } = await pool.query('select from operator_alarms where ended_at is null');
    expect(rowCount).toBe(0);
  });
});
