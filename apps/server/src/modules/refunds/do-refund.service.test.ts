import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { uncertainFaults } from '../../../test/bank-under-test.ts';
import { createTestApp } from '../../../test/build-app.ts';
import { startTestBank } from '../../../test/money-world.ts';
import type { RefundWorkerSettings } from '../../../test/refund-worker.ts';
import { type AskedRefund, refundsAtBank } from '../../../test/refunds-at-bank.ts';
import type { Bank } from '../../gateways/bank.ts';
import { createHttpBank } from '../../gateways/http-bank.ts';
import { contextOf } from '../../plugins/context.ts';
import { portalRole } from '../../roles/portal.ts';
import { applyBankEvent } from '../bank-events/bank-events.service.ts';
import { reconcileDay } from '../money-upkeep/reconcile.service.ts';
import { writeReceipt } from '../receipts/receipt-document.ts';
import { applyRefundAnswer, applyRefundOutcome } from './apply-refund-outcome.service.ts';
import { doRefund } from './do-refund.service.ts';

const testBank = await startTestBank();
const { sandbox, bank, close } = testBank;
afterAll(close);
afterEach(() => sandbox.clearFaults());
const { url: bankUrl, key: bankKey, webhookSecret } = sandbox;
/** Gives a call up soon: for a bank that never answers. */
const hasty = createHttpBank({ url: bankUrl, key: bankKey, webhookSecret, connectMs: 2000, answerMs: 400 });
const testApp = await createTestApp([portalRole], { bank });
const { app, context, pool, url, signIn } = testApp;
const worker = contextOf(context, 'worker');
const { config } = context;
const taxed = { ...config, legal: { ...config.legal, vatRates: { CAD: [{ name: 'HST', percent: '13' }] } } };
const { asked, refunding, stateOf, tripOf, atBank, callOfBank, history, makeAllDue } = refundsAtBank({
  app: testApp,
  bank: testBank,
});

describe('a refund', () => {
  it('returns the money: at the trip, in the history, the sums and the receipt’s taxes', async () => {
    const refund = await asked();

    await doRefund(refunding(), refund);

    expect(await stateOf(refund)).toEqual({ state: 'refunded', decline_code: null });
    expect(await atBank(refund)).toEqual([['refunded', 370]]);
    expect(await tripOf(refund)).toEqual({ refund_minor: 370, refund_reason: 'delay' });
    expect(await history(refund)).toEqual([{ paid_minor: -370 }]);
    const payment = (await refund.passenger.call({ url: refund.paymentUrl })).json();
    expect(payment).toMatchObject({
      refunded: { amount: { amountMinor: 370, currency: 'CAD' }, count: 1 },
      charges: [{ direction: 'credit', kind: 'refund', amount: { amountMinor: 370 }, approved: true }],
      trips: [{ refund: { reason: 'delay', amount: { amountMinor: 370 } } }, { refund: null }],
    });
    const receipt = await writeReceipt(taxed, { kind: 'account', payment }, 'en_CA');
    expect(receipt.refunds.map(({ value }) => value)).toEqual(['$7.40', '-$3.70']);
    expect([receipt.total.value, receipt.taxes.net, receipt.taxes.rows]).toEqual([
      '$3.70',
      '$3.27',
      [['HST', '13%', '$0.43']],
    ]);
  });

  it('that the bank did not make, by its own words, lets its trip be refunded again', async () => {
    const refund = await asked();
    await pool.query(`update refunds set state = 'unknown' where refund_id = $1`, [refund.refundId]);
    const nothing = { state: 'refunded', amountMinor: 0, currency: 'CAD', bankReference: randomUUID() } as const;

    await applyRefundAnswer(worker, refund, nothing);

    expect(await stateOf(refund)).toEqual({ state: 'declined', decline_code: null });
    expect([await history(refund), await tripOf(refund)]).toEqual([[], { refund_minor: null, refund_reason: null }]);
  });

  it('that the bank refuses lets its trip be refunded again', async () => {
    const refund = await asked();
    await sandbox.setFault({ statementReference: refund.srid, fault: 'decline', declineCode: 'card_blocked' });

    await doRefund(refunding(), refund);

    expect(await stateOf(refund)).toEqual({ state: 'declined', decline_code: 'card_blocked' });
    expect([await history(refund), await tripOf(refund)]).toEqual([[], { refund_minor: null, refund_reason: null }]);
    const { rows } = await pool.query('select is_void from refund_trips where refund_id = $1', [refund.refundId]);
    expect(rows).toEqual([{ is_void: true }]);
  });

  it('is not made once a delivery has given the payment another currency', async () => {
    const refund = await asked();
    await pool.query(`update payments set currency = 'EUR' where medium_id = $1`, [refund.mediumId]);

    await doRefund(refunding(), refund);

    expect(await stateOf(refund)).toEqual({ state: 'declined', decline_code: null });
    expect(await atBank(refund)).toEqual([]);
  });

  it.each(uncertainFaults)('is unknown after %s and done once in the end', async (fault) => {
    const refund = await asked();
    await sandbox.setFault({ statementReference: refund.srid, fault, times: 1 });

    await doRefund({ ...refunding(), bank: hasty }, refund);
    expect(await stateOf(refund)).toMatchObject({ state: 'unknown' });
    await makeAllDue();
    await doRefund(refunding(), refund);

    expect(await stateOf(refund)).toMatchObject({ state: 'refunded' });
    expect(await atBank(refund)).toEqual([['refunded', 370]]);
  });

  it('stays unknown while the bank is asked again', async () => {
    const refund = await asked();
    await sandbox.setFault({ statementReference: refund.srid, fault: 'error_before', times: 1 });
    await doRefund(refunding(), refund);
    await makeAllDue();
    let meanwhile: unknown;
    const watched: Bank = {
      ...bank,
      refund: async (order) => {
        meanwhile = await stateOf(refund);
        return await bank.refund(order);
      },
    };

    await doRefund({ ...refunding(), bank: watched }, refund);

    expect([meanwhile, await stateOf(refund)]).toMatchObject([{ state: 'unknown' }, { state: 'refunded' }]);
  });

  it('is only asked about when the bank may have forgotten its key', async () => {
    const [done, lost] = [await asked(), await asked()];
    const { refund_id, ...order } = { refund_id: done.refundId, operatorCode: '1', amountMinor: 370, currency: 'CAD' };
    await bank.refund({ ...order, attemptKey: randomUUID(), reference: refund_id, statementReference: done.srid });
    await pool.query(
      `update refunds set state = 'unknown', first_submitted_at = now() - interval '24 hours' where refund_id = any($1)`,
      [[done.refundId, lost.refundId]],
    );

    await doRefund(refunding(), done);
    await doRefund(refunding(), lost);
    expect([await stateOf(done), await stateOf(lost)]).toMatchObject([{ state: 'refunded' }, { state: 'unknown' }]);
    await pool.query(`update refunds set missed_at = now() - interval '11 minutes' where refund_id = $1`, [
      lost.refundId,
    ]);
    await makeAllDue();
    await doRefund(refunding(), lost);

    expect(await stateOf(lost)).toMatchObject({ state: 'declined' });
    expect([await atBank(done), await atBank(lost)]).toEqual([[['refunded', 370]], []]);
  });

  it('is done once by twenty parallel workers', async () => {
    const refund = await asked();

    await Promise.all(Array.from({ length: 20 }, () => doRefund(refunding(), refund)));

    expect(await stateOf(refund)).toMatchObject({ state: 'refunded' });
    expect([await atBank(refund), await history(refund)]).toEqual([[['refunded', 370]], [{ paid_minor: -370 }]]);
  });

  it('is ended once by a hundred answers, and a later success counts after a refusal', async () => {
    const refund = await asked();
    const said = { state: 'refunded', bankReference: 'B-100', amountMinor: 370, currency: 'CAD' } as const;
    await applyRefundOutcome(worker, refund, { state: 'not_refunded' });
    await pool.query(`update refunds set state = 'unknown', closed_at = null where refund_id = $1`, [refund.refundId]);
    await applyRefundOutcome(worker, refund, { ...said, state: 'declined', declineCode: 'refused' });

    const changed = await Promise.all(Array.from({ length: 100 }, () => applyRefundOutcome(worker, refund, said)));

    expect(changed.filter(Boolean)).toHaveLength(1);
    expect([await history(refund), await tripOf(refund)]).toEqual([
      [{ paid_minor: -370 }],
      { refund_minor: 370, refund_reason: 'delay' },
    ]);
    expect(await applyRefundOutcome(worker, refund, { ...said, state: 'declined', declineCode: 'refused' })).toBe(
      false,
    );
  });
});

describe('a call of the bank about a refund', () => {
  it("ends it once, although it is repeated and comes before the worker's answer", async () => {
    const refund = await asked();
    await sandbox.setFault({ statementReference: refund.srid, fault: 'error_after', times: 1 });
    await doRefund(refunding(), refund);
    const { id, headers, payload } = await callOfBank(refund);

    const call = () => app.inject({ method: 'POST', url: '/internal/api/v1/bank/webhooks', headers, payload });
    const answers = await Promise.all(Array.from({ length: 20 }, call));
    await Promise.all(
      Array.from({ length: 5 }, () => applyBankEvent(worker, { mediumId: refund.mediumId, eventId: id })),
    );

    expect(answers.every(({ statusCode }) => statusCode < 300)).toBe(true);
    expect(await stateOf(refund)).toMatchObject({ state: 'refunded' });
    expect(await history(refund)).toEqual([{ paid_minor: -370 }]);
  });
});

describe('the report of the bank', () => {
  it('ends a refund whose answer was lost, and raises an alarm about one that we took for refused', async () => {
    const [unheard, refused] = [await asked(), await asked()];
    for (const { srid } of [unheard, refused]) {
      await sandbox.setFault({ statementReference: srid, fault: 'error_after', times: 1 });
    }
    await doRefund(refunding(), unheard);
    await doRefund(refunding(), refused);
    await applyRefundOutcome(worker, refused, { state: 'not_refunded' });

    await reconcileDay({ ...worker, bank }, new Date().toISOString().slice(0, 10));

    expect([await stateOf(unheard), await stateOf(refused)]).toMatchObject([
      { state: 'refunded' },
      { state: 'refunded' },
    ]);
    expect([await history(unheard), await history(refused)]).toEqual([[{ paid_minor: -370 }], [{ paid_minor: -370 }]]);
    const ids = [unheard.refundId, refused.refundId];
    const { rows } = await pool.query('select kind, subject from operator_alarms where subject = any($1)', [ids]);
    expect(rows).toEqual([{ kind: 'bank_refund_missed', subject: refused.refundId }]);
  });
});

describe('a faulty bank and workers that are killed', () => {
  it('refund each of forty once, to the cent', { timeout: 120_000 }, async () => {
    const owner = await signIn();
    await sandbox.setFault({ fault: 'mixed' });
    const settings: RefundWorkerSettings = { databaseUrl: url, bankUrl, bankKey, webhookSecret };
    const workers = Array.from({ length: 4 }, () => {
      const child = fork(path.join(import.meta.dirname, '../../../test/refund-worker.ts'), { execArgv: [] });
      child.send(settings);
      return child;
    });
    // Nobody is killed before it can work.
    await Promise.all(workers.map((child) => once(child, 'message')));
    const refunds: AskedRefund[] = [];
    for (const child of workers) {
      for (let number = 0; number < 10; number += 1) refunds.push(await asked(owner, 100 + refunds.length));
      await makeAllDue();
      await sleep(Math.random() * 100);
      child.kill('SIGKILL');
    }
    await sandbox.clearFaults();
    const openRefunds = async () => (await pool.query('select from refunds where closed_at is null')).rowCount;
    for (let round = 0; round < 200 && (await openRefunds()) !== 0; round += 1) {
      await makeAllDue();
      for (const refund of refunds) await doRefund(refunding(), refund);
    }

    const outcomes = await Promise.all(
      refunds.map(async (refund) => ({
        state: (await stateOf(refund)).state,
        bank: await atBank(refund),
        ours: await history(refund),
      })),
    );
    for (const [number, { state, bank: moved, ours }] of outcomes.entries()) {
      const given = moved.filter(([what]) => what === 'refunded');
      const isBack = state === 'refunded';
      expect([number, given]).toEqual([number, isBack ? [['refunded', 100 + number]] : []]);
      expect([number, ours]).toEqual([number, isBack ? [{ paid_minor: -100 - number }] : []]);
    }
    expect(await openRefunds()).toBe(0);
    expect((await pool.query('select rule, subject from money_faults')).rows).toEqual([]);
  });
});
