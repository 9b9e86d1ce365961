import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { nextSrid } from '../../../test/factories/payments.ts';
import { buildRefund } from '../../../test/factories/refunds.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { startTestBank } from '../../../test/money-world.ts';
import { refundCalls } from '../../../test/refund-calls.ts';
import { type AskedRefund, refundsAtBank } from '../../../test/refunds-at-bank.ts';
import type { Bank, BankAnswer, ReportLine } from '../../gateways/bank.ts';
import { transaction } from '../../lib/sql.ts';
import { contextOf } from '../../plugins/context.ts';
import { portalRole } from '../../roles/portal.ts';
import { applyBankEvent } from '../bank-events/bank-events.service.ts';
import { reconcileDay } from '../money-upkeep/reconcile.service.ts';
import { writeReceipt } from '../receipts/receipt-document.ts';
import { applyRefundAnswer, applyRefundOutcome } from './apply-refund-outcome.service.ts';
import { doRefund } from './do-refund.service.ts';
import { settleRefunds } from './settle-refunds.service.ts';

const testBank = await startTestBank();
const { sandbox, bank, close } = testBank;
afterAll(close);
const testApp = await createTestApp([portalRole], { bank });
const { app, context, pool } = testApp;
const worker = contextOf(context, 'worker');
const { asked, refunding, stateOf, tripOf, atBank, callOfBank, history } = refundsAtBank({
  app: testApp,
  bank: testBank,
});
const { headers, ask } = await refundCalls(testApp);
const today = () => new Date().toISOString().slice(0, 10);
const unmarked = { refund_minor: null, refund_reason: null };

/** A refund of 3.70 that the bank has done. */
async function refunded(): Promise<AskedRefund & { bankReference: string }> {
  const refund = await asked();
  await doRefund(refunding(), refund);
  const { rows } = await pool.query('select bank_reference from refunds where refund_id = $1', [refund.refundId]);
  return { ...refund, bankReference: rows[0].bank_reference };
}

/** The bank's answer that its money came back. */
async function returnOf({ refundId }: AskedRefund): Promise<BankAnswer> {
  await sandbox.sendBack({ reference: refundId, declineCode: 'card_blocked' });
  const answer = await bank.find(refundId);
  if (answer === 'unknown') throw new Error('the bank knows it');
  return answer;
}

const alarmsOf = async ({ refundId }: AskedRefund) =>
  (await pool.query('select kind, detail from operator_alarms where subject = $1', [refundId])).rows;
const auditOf = async ({ refundId }: AskedRefund) =>
  (await pool.query(`select kind from audit_events where detail ->> 'refundId' = $1`, [refundId])).rows;
const movesOf = async ({ srid }: AskedRefund) =>
  (await pool.query(`select amount_minor from settlements where srid = $1 and kind = 'refund'`, [srid])).rows;
const alarm = (isDelivered: boolean) => ({
  kind: 'refund_returned',
  detail: { amountMinor: 370, currency: 'CAD', declineCode: 'card_blocked', isDelivered },
});

/** The bank calls, and a worker processes the call. */
async function hearOf(refund: AskedRefund): Promise<void> {
  const { id, ...call } = await callOfBank(refund);
  const { statusCode } = await app.inject({ method: 'POST', url: '/internal/api/v1/bank/webhooks', ...call });
  expect(statusCode).toBeLessThan(300);
  await applyBankEvent(worker, { mediumId: refund.mediumId, eventId: id });
}

/** A new refund of the same trip, requested and done. */
async function refundAgain({ srid, tripId, mediumId }: AskedRefund): Promise<void> {
  const answer = await ask({ srid }, { trips: [{ tripId }] });
  expect(answer.statusCode).toBe(202);
  await doRefund(refunding(), { mediumId, refundId: answer.json().id });
}

describe('a refund whose money comes back to the bank', () => {
  it('disappears from history and trips, raises an alarm, and the trip can be refunded again', async () => {
    const refund = await refunded();
    await returnOf(refund);

    await hearOf(refund);

    expect(await stateOf(refund)).toEqual({ state: 'returned', decline_code: 'card_blocked' });
    expect([await history(refund), await movesOf(refund), await tripOf(refund)]).toEqual([[], [], unmarked]);
    const payment = (await refund.passenger.call({ url: refund.paymentUrl })).json();
    expect(payment).toMatchObject({ refunded: null, charges: [], trips: [{ refund: null }, { refund: null }] });
    const receipt = await writeReceipt(context.config, { kind: 'account', payment }, 'en_CA');
    expect([receipt.refunds, receipt.total.value]).toEqual([[], '$7.40']);
    const told = (await app.inject({ url: `/internal/api/v1/refunds/${refund.refundId}`, headers })).json();
    expect(told).toMatchObject({ state: 'returned', code: 'PS0029', declineCode: 'card_blocked' });
    expect([await alarmsOf(refund), await auditOf(refund)]).toEqual([[alarm(false)], [{ kind: 'refund_returned' }]]);

    await refundAgain(refund);

    expect(await history(refund)).toEqual([{ paid_minor: -370 }]);
    expect(await tripOf(refund)).toEqual({ refund_minor: 370, refund_reason: 'delay' });
    expect(await atBank(refund)).toEqual([
      ['returned', 370],
      ['refunded', 370],
    ]);
    expect((await pool.query('select rule, subject from money_faults')).rows).toEqual([]);
  });

  it.each([
    [100, 'delay'],
    [370, 'credit'],
  ])('leaves at its trip what a delivery has written there since: %i, %s', async (refund_minor, refund_reason) => {
    const refund = await refunded();
    const written = { refund_minor, refund_reason };
    await pool.query('update trips set refund_minor = $2, refund_reason = $3 where trip_id = $1', [
      refund.tripId,
      ...Object.values(written),
    ]);

    await applyRefundAnswer(worker, refund, await returnOf(refund));

    expect([await stateOf(refund), await tripOf(refund)]).toMatchObject([{ state: 'returned' }, written]);
  });

  it('frees its own trip, and none of another refund of the card', async () => {
    const refund = await refunded();
    const payment = {
      payment_id: randomUUID(),
      opened_at: '2026-03-01T08:00:00Z',
      operator_code: '1',
      currency: 'CAD',
    };
    const own = { medium_id: refund.mediumId, srid: nextSrid() };
    const other = await buildRefund(pool, { ...payment, ...own }, { trip_id: randomUUID() });

    await applyRefundAnswer(worker, refund, await returnOf(refund));

    const { rows } = await pool.query('select refund_id from refund_trips where medium_id = $1 and not is_void', [
      refund.mediumId,
    ]);
    expect(rows).toEqual([{ refund_id: other.refund_id }]);
  });

  it('is taken back once, although the bank reports it several times and in several ways', async () => {
    const refund = await refunded();
    const said = await returnOf(refund);

    const heard = Array.from({ length: 10 }, () => applyRefundAnswer(worker, refund, said));
    await Promise.all([...heard, hearOf(refund), hearOf(refund), reconcileDay({ ...worker, bank }, today())]);

    expect(await stateOf(refund)).toMatchObject({ state: 'returned' });
    expect([await history(refund), await tripOf(refund)]).toEqual([[], unmarked]);
    expect([(await alarmsOf(refund)).map(({ kind }) => kind), await auditOf(refund)]).toEqual([
      ['refund_returned'],
      [{ kind: 'refund_returned' }],
    ]);
  });

  it('stays returned when an older answer comes later, and raises no alarm if the refund was never shown', async () => {
    const refund = await asked();
    const order = { operatorCode: '1', amountMinor: 370, currency: 'CAD', statementReference: refund.srid };
    const before = await bank.refund({ ...order, reference: refund.refundId, attemptKey: refund.refundId });
    await applyRefundAnswer(worker, refund, await returnOf(refund));

    await applyRefundAnswer(worker, refund, before);
    await doRefund(refunding(), refund);

    expect(await stateOf(refund)).toMatchObject({ state: 'returned' });
    expect([await history(refund), await tripOf(refund), await alarmsOf(refund)]).toEqual([[], unmarked, []]);
  });

  it('does not touch another refund that the bank did under the same reference', async () => {
    const refund = await refunded();
    const said = { state: 'returned', declineCode: 'refused', amountMinor: 370, currency: 'CAD' } as const;

    expect(await applyRefundOutcome(worker, refund, { ...said, bankReference: 'the second one' })).toBe(false);

    expect([await stateOf(refund), await history(refund)]).toMatchObject([
      { state: 'refunded' },
      [{ paid_minor: -370 }],
    ]);
  });

  it('and a new request at the same time are never shown together', async () => {
    const refund = await refunded();
    const said = await returnOf(refund);

    const [answer] = await Promise.all([
      ask({ srid: refund.srid }, { trips: [{ tripId: refund.tripId }] }),
      applyRefundAnswer(worker, refund, said),
    ]);

    expect([202, 409]).toContain(answer.statusCode);
    if (answer.statusCode === 202)
      await doRefund(refunding(), { mediumId: refund.mediumId, refundId: answer.json().id });
    else await refundAgain(refund);
    expect([await history(refund), await tripOf(refund)]).toEqual([
      [{ paid_minor: -370 }],
      { refund_minor: 370, refund_reason: 'delay' },
    ]);
  });
});

describe('the report of the bank', () => {
  /** Our bank, with a report that keeps both lines of a returned refund, as Stripe does. */
  const keeping = (change: (line: ReportLine) => readonly ReportLine[]): Bank => ({
    ...bank,
    report: async (day) => (await bank.report(day)).flatMap(change),
  });

  it('reports a return that we had not heard of, also on the day of the refund, and it is no second refund', async () => {
    const refund = await refunded();
    await sandbox.sendBack({ reference: refund.refundId });
    const both = keeping((line) => (line.kind === 'return' ? [{ ...line, kind: 'refund' }, line] : [line]));

    for (let night = 0; night < 2; night += 1) await reconcileDay({ ...worker, bank: both }, today());

    expect(await stateOf(refund)).toMatchObject({ state: 'returned' });
    expect((await alarmsOf(refund)).map(({ kind }) => kind)).toEqual(['refund_returned']);
  });

  it('lacks it: then the bank is asked, and its answer counts', async () => {
    const refund = await refunded();
    await sandbox.sendBack({ reference: refund.refundId });

    await reconcileDay({ ...worker, bank: keeping(() => []) }, today());

    expect(await stateOf(refund)).toEqual({ state: 'returned', decline_code: 'card_expired' });
    expect((await alarmsOf(refund)).map(({ kind }) => kind)).toEqual(['refund_returned']);
  });
});

describe('a refund that came back and that the back office has delivered', () => {
  const deliver = async ({ mediumId, srid, bankReference }: Awaited<ReturnType<typeof refunded>>) => {
    const credit = { kind: 'refund', direction: 'credit', amount_minor: 370, retrieval_reference: bankReference };
    const row = { medium_id: mediumId, srid, requested_at: new Date().toISOString(), ...credit };
    const { settlement_id } = await buildSettlement(pool, row);
    await transaction(worker.pool, (tx) => settleRefunds(tx, [{ mediumId, srid }]));
    return settlement_id;
  };
  const deliveredOf = async ({ mediumId }: AskedRefund) =>
    (await pool.query('select delivered_id from refunds where medium_id = $1 order by requested_at', [mediumId])).rows;

  it.each(['before', 'after'])('%s it did is shown as delivered, and hides no other refund', async (when) => {
    const refund = await refunded();
    const early = when === 'before' ? await deliver(refund) : undefined;
    await applyRefundAnswer(worker, refund, await returnOf(refund));
    const settlementId = early ?? (await deliver(refund));

    expect(await alarmsOf(refund)).toEqual([alarm(when === 'before')]);
    await refundAgain(refund);

    expect(await deliveredOf(refund)).toEqual([{ delivered_id: settlementId }, { delivered_id: null }]);
    expect(await movesOf(refund)).toHaveLength(2);
  });
});
