import { randomUUID } from 'node:crypto';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildApiKey } from '../../../test/factories/api-keys.ts';
import { buildChargeback, buildWaitingChargeback } from '../../../test/factories/chargebacks.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { london, mediumKey, temporaryFolder, writeRows } from '../../../test/feed-fixture.ts';
import { deposit, writePsv } from '../../../test/littlepay-feed.ts';
import { startTestBank } from '../../../test/money-world.ts';
import { type AskedRefund, refundsAtBank } from '../../../test/refunds-at-bank.ts';
import { unkeptKey } from '../../../test/unkept-key.ts';
import { elavon } from '../../feeds/elavon/format.ts';
import { enghouse } from '../../feeds/enghouse/format.ts';
import { importFile } from '../../feeds/import-deliveries.ts';
import { Importer } from '../../feeds/importer.ts';
import { AppError } from '../../lib/app-error.ts';
import { CircuitBreaker } from '../../lib/circuit-breaker.ts';
import { contextOf } from '../../plugins/context.ts';
import { portalRole } from '../../roles/portal.ts';
import { forgetOldTravel } from '../retention/retention.service.ts';
import { doRefund } from './do-refund.service.ts';
import { requestRefund } from './request-refund.service.ts';

const testBank = await startTestBank({ answerMs: 400 });
const { sandbox, close } = testBank;
afterAll(close);
const testApp = await createTestApp([portalRole], { bank: testBank.bank });
const { app, context, pool, url } = testApp;
const { asked, refunding, stateOf, tripOf, atBank, makeAllDue } = refundsAtBank({ app: testApp, bank: testBank });
afterEach(async () => {
  await sandbox.clearFaults();
  await pool.query('delete from feed_pieces');
});

const chargedBack = ({ mediumId: medium_id, srid }: AskedRefund) => ({ medium_id, srid });
/** The back office gave the whole payment back itself. */
const refundedElsewhere = ({ mediumId: medium_id, srid }: AskedRefund) =>
  ({ medium_id, srid, direction: 'credit', kind: 'refund' }) as const;

describe.each([
  ['a chargeback is delivered', (refund: AskedRefund) => buildChargeback(pool, chargedBack(refund))],
  ['a chargeback waits for its charge', () => buildWaitingChargeback(pool)],
  ['another refund is delivered', (refund: AskedRefund) => buildSettlement(pool, refundedElsewhere(refund))],
])('a refund of a payment of which %s before the bank is asked', (_, chargeBack) => {
  it('is not requested: the money would be back twice', async () => {
    const refund = await asked();
    await chargeBack(refund);

    await doRefund(refunding(), refund);

    expect(await atBank(refund)).toEqual([]);
    expect(await stateOf(refund)).toEqual({ state: 'declined', decline_code: null });
    expect(await tripOf(refund)).toMatchObject({ refund_reason: null });
  });

  it('is only asked about if the bank may have received it', async () => {
    const refund = await asked();
    await sandbox.setFault({ statementReference: refund.srid, fault: 'error_before', on: 'refund', times: 1 });
    await doRefund(refunding(), refund);
    await chargeBack(refund);
    const again = async () => {
      await makeAllDue();
      await pool.query(
        `update refunds set missed_at = now() - interval '10 minutes' where refund_id = $1 and missed_at is not null`,
        [refund.refundId],
      );
      await doRefund(refunding(), refund);
    };

    await again();
    await again();

    expect(await atBank(refund)).toEqual([]);
    expect(await stateOf(refund)).toEqual({ state: 'declined', decline_code: null });
  });
});

it('a refund that ends because of a chargeback does not ask the bank: another job finds out whether the bank is back', async () => {
  let now = 0;
  const breaker = new CircuitBreaker(() => now);
  for (let failure = 0; failure < 5; failure += 1) breaker.failed();
  now += 30_001;
  const refund = await asked();
  await buildChargeback(pool, { medium_id: refund.mediumId, srid: refund.srid });

  await doRefund({ ...refunding(), breaker }, refund);

  expect(await stateOf(refund)).toMatchObject({ state: 'declined' });
  expect([breaker.isOpen, breaker.mayAsk()]).toEqual([true, true]);
});

it('an earlier "unknown" of the bank does not count once it was asked to act again', async () => {
  const refund = await asked();
  const fail = () => sandbox.setFault({ statementReference: refund.srid, fault: 'error_before', times: 1 });
  const again = async () => {
    await makeAllDue();
    await doRefund(refunding(), refund);
  };
  await fail();
  await again();
  await buildChargeback(pool, { medium_id: refund.mediumId, srid: refund.srid });
  await again();
  await pool.query(`update refunds set missed_at = now() - interval '10 minutes' where refund_id = $1`, [
    refund.refundId,
  ]);
  // The file with the chargeback was wrong; then another file contains it again.
  await pool.query('delete from chargebacks where medium_id = $1', [refund.mediumId]);
  await fail();
  await again();
  await buildChargeback(pool, { medium_id: refund.mediumId, srid: refund.srid });
  await again();

  expect(await stateOf(refund)).toMatchObject({ state: 'unknown' });
});

async function codeOf({ refundId }: AskedRefund): Promise<string> {
  const { headers } = await buildApiKey({ pool, keys: context.keys });
  return (await app.inject({ url: `/internal/api/v1/refunds/${refundId}`, headers })).json().code;
}

it('a refund that ended because of a chargeback says so', async () => {
  const refund = await asked();
  await buildChargeback(pool, { medium_id: refund.mediumId, srid: refund.srid });
  await doRefund(refunding(), refund);

  expect(await codeOf(refund)).toBe('PS0005');
});

it('a refund that ended because of a waiting chargeback says so, and later that it may be asked for again', async () => {
  const refund = await asked();
  await buildWaitingChargeback(pool);
  await doRefund(refunding(), refund);

  expect(await codeOf(refund)).toBe('PS0006');
  await pool.query('delete from feed_pieces');
  expect(await codeOf(refund)).toBe('PS0028');
});

it('a chargeback that waits for another charge does not hold up a refund whose charge is known', async () => {
  const refund = await asked();
  await buildSettlement(pool, { medium_id: refund.mediumId, srid: refund.srid, retrieval_reference: 'another' });
  await buildWaitingChargeback(pool);

  await doRefund(refunding(), refund);

  expect(await atBank(refund)).toEqual([['refunded', 370]]);
});

describe('a chargeback that waits while we had the bank collect a part of the payment', () => {
  async function partlyCollected(): Promise<AskedRefund> {
    const refund = await asked();
    const { mediumId: medium_id, refundId, srid } = refund;
    const { rows } = await pool.query('select payment_id from refunds where refund_id = $1', [refundId]);
    await buildSettlement(pool, { medium_id, srid, amount_minor: 100, retrieval_reference: 'of a part' });
    const closed = { outcome: 'approved', closed_at: new Date().toISOString(), bank_reference: 'ours' };
    await buildCollection(pool, { medium_id, srid, payment_id: rows[0].payment_id, amount_minor: 640, ...closed });
    await buildWaitingChargeback(pool);
    return refund;
  }

  it('holds up the refund until the collection is delivered, because the chargeback may be of it', async () => {
    const refund = await partlyCollected();

    await doRefund(refunding(), refund);

    expect(await atBank(refund)).toEqual([]);
  });

  it('does not hold it up once the collection is delivered: the chargeback is of another charge', async () => {
    const refund = await partlyCollected();
    const { mediumId: medium_id, srid } = refund;
    const delivered = { kind: 'debt_recovery', amount_minor: 640, retrieval_reference: 'of the rest' };
    await buildSettlement(pool, { medium_id, srid, ...delivered });

    await doRefund(refunding(), refund);

    expect(await atBank(refund)).toEqual([['refunded', 370]]);
  });
});

describe('a payment, its charge and its chargeback in separate files', () => {
  const days = (before: number) => new Date(Date.now() - before * dayMs).toISOString();
  const operators = [{ ...london, code: '1', aliases: ['77'], currency: 'CAD' }];
  const caller = {
    keyId: randomUUID(),
    system: 'back-office',
    operatorCode: '1',
    scopes: [],
    ip: '::1',
    traceId: randomUUID(),
  };
  let number = 0;

  /** The three files of a new payment of 2.50, with its own reference of the bank unless one is given. */
  async function files(given?: string) {
    number += 1;
    const rrn = given ?? `rrn ${number}`;
    const folder = temporaryFolder();
    const srid = `CHARGEDBACK${100 + number}`;
    const common = { token: `card ${number}`, payment_reference: srid };
    const window = { ...common, id: `W-${number}`, operator_id: '77', stage: 'Closed', amount_settled: 250 };
    const charge = { ...common, id: `X-${number}`, operatorid: '77', operation: 'ONLINE_CLEARING', amount: 250 };
    const [year = '', month = '', day = ''] = days(1).slice(0, 10).split('-');
    const back = { batch_type: 'C', settlement_date: `${month}${day}${year}`, currency_code: 124 };
    const original = { id: randomUUID(), kind: 'charge', state: 'captured', operatorCode: '1' } as const;
    const taken = { statementReference: srid, amountMinor: 250, currency: 'CAD', at: days(4) };
    await sandbox.remember([{ ...original, ...taken }]);
    return {
      srid,
      window: writeRows(folder, `pw-${days(3).slice(0, 10)}.csv`, [
        { ...window, amount_to_settle: 250, open_date: days(5) },
      ]),
      charge: writeRows(folder, `tx-${days(2).slice(0, 10)}.csv`, [
        { ...charge, timestamp: days(4), spdh_response: '000', rrn },
      ]),
      chargeback: writePsv(folder, `elavon ${number}.txt`, [deposit(rrn, '-$2.50', back)]),
    };
  }

  async function importer() {
    const opened = await Importer.open({ databaseUrl: url, operators, mediumKey });
    onTestFinished(() => opened.close());
    return async (file: string) => void (await importFile(opened, { formats: [enghouse, elavon], path: file }));
  }

  /** The id of the refund, or the code of the refusal. */
  async function request(srid: string): Promise<string> {
    const wish = { operatorCode: '1', srid, currency: 'CAD', reason: 'delay', amountMinor: 250 };
    try {
      return (await requestRefund(contextOf(context, 'portal'), caller, { wish, keyed: unkeptKey })).id;
    } catch (error) {
      if (error instanceof AppError) return error.code;
      throw error;
    }
  }

  async function work(srid: string): Promise<void> {
    const { rows } = await pool.query('select medium_id, refund_id from refunds where srid = $1', [srid]);
    for (const row of rows) await doRefund(refunding(), { mediumId: row.medium_id, refundId: row.refund_id });
  }

  it.each([
    [['window', 'chargeback'], 'PS0006', 'PS0005'],
    [['chargeback', 'window'], 'PS0006', 'PS0005'],
    [['window', 'chargeback', 'charge'], 'PS0005', 'PS0005'],
    [['window', 'charge', 'chargeback'], 'PS0005', 'PS0005'],
    [['charge', 'chargeback', 'window'], 'PS0005', 'PS0005'],
    [['charge', 'window', 'chargeback'], 'PS0005', 'PS0005'],
    [['chargeback', 'charge', 'window'], 'PS0005', 'PS0005'],
    [['chargeback', 'window', 'charge'], 'PS0005', 'PS0005'],
  ] as const)(
    'are given back once: after %s the refund is refused, and when all files have come [RFND-01]',
    async (order, first, then) => {
      const { srid, ...told } = await files();
      const bring = await importer();
      for (const file of order) await bring(told[file]);

      expect(await request(srid)).toBe(first);
      for (const file of Object.values(told)) await bring(file);
      expect(await request(srid)).toBe(then);
      await work(srid);
      expect(await atBank({ srid })).toEqual([]);
    },
  );

  it.each([
    ['is refused for as long as the chargeback waits', '91 days', 'PS0006', ['chargeback']],
    ['is no longer held up when the travel of that time was deleted', '800 days', 'accepted', []],
  ])('whose reference another payment has too: the refund %s', async (_, old, answer, left) => {
    const bring = await importer();
    const [one, other] = [await files('shared'), await files('shared')];
    for (const file of [one.window, one.charge, other.window, other.charge, one.chargeback]) await bring(file);
    await pool.query(`update feed_files set imported_at = now() - $1::interval`, [old]);
    await pool.query(
      `update feed_pieces set content = content || jsonb_build_object('at', now() - $1::interval) where kind = 'chargeback'`,
      [old],
    );

    await forgetOldTravel(contextOf(context, 'worker'));

    const { rows } = await pool.query(`select kind from feed_pieces`);
    expect(rows.map(({ kind }) => kind)).toEqual(left);
    const asked = await request(one.srid);
    expect(asked.startsWith('PS') ? asked : 'accepted').toBe(answer);
  });

  it('are given back once when chargeback and refund come at the same time', async () => {
    const bring = [await importer(), await importer()];
    for (let round = 0; round < 8; round += 1) {
      const { srid, window, chargeback, charge } = await files();
      await bring[0]?.(window);

      await Promise.all([request(srid), bring[0]?.(chargeback), bring[1]?.(charge)]);
      await work(srid);

      expect([round, await atBank({ srid })]).toEqual([round, []]);
    }
  });
});
