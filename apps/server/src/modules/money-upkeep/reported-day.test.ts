import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildRefund } from '../../../test/factories/refunds.ts';
import { startTestBank } from '../../../test/money-world.ts';
import { contextOf } from '../../plugins/context.ts';
import { reportedCharges } from '../debts/reported-charges.service.ts';
import { reportedRefunds } from '../refunds/reported-refunds.service.ts';

const { bank, close } = await startTestBank();
const { context, pool } = await createTestApp([], { bank });
afterAll(close);
const worker = { ...contextOf(context, 'worker'), bank };
const leapDay = { from: new Date('2028-02-29T00:00:00Z'), before: new Date('2028-03-01T00:00:00Z') };
const [first, last] = ['2028-02-29T00:00:00Z', '2028-02-29T23:59:59.999999Z'];
const [before, after] = ['2028-02-28T23:59:59.999999Z', '2028-03-01T00:00:00Z'];
const { medium_id } = await buildMedium(pool);

it('what the bank should report of a day contains all refunds that were done from midnight to midnight, and no others', async () => {
  const done = async (closed_at: string, state = 'refunded') => {
    const payment = await buildPayment(pool, { medium_id, opened_at: '2028-02-27T08:00:00Z' });
    return (await buildRefund(pool, payment, { state, bank_reference: randomUUID(), closed_at })).refund_id;
  };
  const ofDay = [await done(first), await done(last)];
  for (const at of [before, after]) await done(at);
  for (const state of ['declined', 'returned']) await done(first, state);

  const listed = await reportedRefunds(worker, leapDay).listDone();

  expect(listed.map(({ id }) => id).sort()).toEqual(ofDay.sort());
});

it('what the bank should report of a day contains all charges that were approved from midnight to midnight, and no others', async () => {
  const done = async (closed_at: string, outcome = 'approved') => {
    const { payment_id } = await buildPayment(pool, { medium_id, opened_at: '2028-02-27T08:00:00Z' });
    return (await buildCollection(pool, { medium_id, payment_id, outcome, bank_reference: randomUUID(), closed_at }))
      .collection_id;
  };
  const ofDay = [await done(first), await done(last)];
  for (const at of [before, after]) await done(at);
  await done(first, 'declined');

  const listed = await reportedCharges(worker, leapDay).listDone();

  expect(listed.map(({ id }) => id).sort()).toEqual(ofDay.sort());
});
