import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Behaviour, newSigningKey, startBackOffice } from '../../test/back-office.ts';
import { createTestApp } from '../../test/build-app.ts';
import { buildPayment } from '../../test/factories/payments.ts';
import { createHttpBackOffice } from '../gateways/http-back-office.ts';
import { transaction } from '../lib/sql.ts';
import { tellBackOffice } from '../modules/back-office/tell-back-office.service.ts';
import { withoutBackOffice } from '../modules/back-office/without-back-office.service.ts';
import { contextOf } from '../plugins/context.ts';
import { tellBackOfficeJob } from './tell-back-office.job.ts';

const { context, pool } = await createTestApp([]);
const worker = contextOf(context, 'worker');
const signingKey = newSigningKey();
const fake = await startBackOffice(signingKey);
const limits = { connectMs: 2000, answerMs: 2000 };
const backOffice = createHttpBackOffice({ url: fake.url, signingKeys: [signingKey], ...limits });
const outgoing = { backOffice, logger: { warn: () => {} } };

interface Fare {
  mediumId: string;
  paymentId: string;
}

/** An unpaid fare in this state, with a waiting message to the back office. */
async function fareThatWaits(state: string, kind: 'access_requested' | 'access_granted'): Promise<Fare> {
  const mediumId = randomUUID();
  const opened_at = '2026-06-01T12:00:00Z';
  const owed = { medium_id: mediumId, opened_at, status: 'payment_error', due_minor: 380, paid_minor: 0 };
  const { payment_id: paymentId, srid } = await buildPayment(pool, owed);
  await pool.query('update debts set state = $2 where medium_id = $1', [mediumId, state]);
  const news = { mediumId, paymentId, operatorCode: '1', srid: srid ?? '', kind, amountMinor: 380, currency: 'CAD' };
  await transaction(worker.pool, (tx) => tellBackOffice(tx, [news]));
  return { mediumId, paymentId };
}

async function stateOf({ mediumId, paymentId }: Fare): Promise<{ state: string; told: string[] }> {
  const [debt, events] = await Promise.all([
    pool.query<{ state: string }>('select state from debts where medium_id = $1 and payment_id = $2', [
      mediumId,
      paymentId,
    ]),
    pool.query<{ event: string }>(
      `select event from debt_events where medium_id = $1 and source = 'back_office' order by version`,
      [mediumId],
    ),
  ]);
  return { state: debt.rows[0]?.state ?? 'none', told: events.rows.map(({ event }) => event) };
}

it.each<[string, 'access_requested' | 'access_granted', Behaviour, string, string[]]>([
  ['approved', 'access_granted', 'take', 'unblocking', ['tell']],
  ['approved', 'access_granted', 'grant', 'ready', ['tell', 'confirm']],
  ['unblocking', 'access_granted', 'grant', 'ready', ['confirm']],
  // A delivery came first.
  ['ready', 'access_granted', 'grant', 'ready', []],
  ['requested', 'access_requested', 'grant', 'requested', []],
])('moves a fare that is %s when %s is answered with "%s" to %s', async (state, kind, behaviour, next, told) => {
  const fare = await fareThatWaits(state, kind);
  fake.behave(() => behaviour);

  await tellBackOfficeJob(worker, outgoing, { mediumId: fare.mediumId });

  expect(await stateOf(fare)).toEqual({ state: next, told });
});

it('moves it once, although the job runs in parallel and the answer is lost', async () => {
  const fare = await fareThatWaits('approved', 'access_granted');
  const behaviours: Behaviour[] = ['cutAfter', 'failAfter'];
  fake.behave(() => behaviours.shift() ?? 'grant');

  for (let round = 0; round < 4; round += 1) {
    await pool.query('update back_office_media set next_at = now() where next_at > now()');
    await Promise.all(
      Array.from({ length: 20 }, () => tellBackOfficeJob(worker, outgoing, { mediumId: fare.mediumId })),
    );
  }

  expect(await stateOf(fare)).toEqual({ state: 'ready', told: ['tell', 'confirm'] });
  expect(fake.taken.filter(({ sequence }) => sequence.of === fare.mediumId)).toHaveLength(3);
});

it('leaves the fare to the next delivery if the operator has no back office', async () => {
  await pool.query('delete from back_office_messages');
  const fare = await fareThatWaits('approved', 'access_granted');

  const without = withoutBackOffice({ ...worker, logger: { error: () => {}, warn: () => {} } });
  await tellBackOfficeJob(worker, without, { mediumId: fare.mediumId });

  expect(await stateOf(fare)).toEqual({ state: 'approved', told: [] });
  const { rows } = await pool.query('select outcome from back_office_messages where medium_id = $1', [fare.mediumId]);
  expect(rows).toEqual([{ outcome: 'not_sent' }]);
});
