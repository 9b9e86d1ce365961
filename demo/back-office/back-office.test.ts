import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { BackOfficeKind } from '@tapfolio/server/src/gateways/back-office.ts';
import { createHttpBackOffice } from '@tapfolio/server/src/gateways/http-back-office.ts';
import { temporaryDirectory } from '@tapfolio/server/test/temporary-directory.ts';
import { expect, it, onTestFinished } from 'vitest';
import { readNetwork } from '../city/network.ts';
import { people } from '../people/people.ts';
import { startSimulator } from '../simulator/simulator.ts';
import { makeHistories } from '../world/histories.ts';
import { type BackOffice, startBackOffice } from './back-office.ts';
import type { Delivery } from './enghouse-files.ts';
import { chargeDay } from './travel-day.ts';

const now = Date.parse('2026-11-20T16:00:00Z');
const network = readNetwork();
const histories = makeHistories(network, now);

/** The reference of the day that the bank refused. */
const unpaidReference = String(histories.recent().pw.find(({ stage }) => stage === 'Debt')?.payment_reference);

async function start(file: string): Promise<BackOffice> {
  const backOffice = await startBackOffice(file);
  onTestFinished(() => backOffice.close());
  return backOffice;
}

/** As the portal tells it. */
async function tell({ url, signingKey }: BackOffice, kind: BackOfficeKind, sequence: { of: string; number: number }) {
  const portal = createHttpBackOffice({ url, signingKeys: [signingKey], connectMs: 2000, answerMs: 2000 });
  return await portal.tell({
    messageId: randomUUID(),
    mediumId: sequence.of,
    number: sequence.number,
    kind,
    operatorCode: '1',
    srid: unpaidReference,
    amountMinor: 380,
    currency: 'CAD',
    happenedAt: new Date(now).toISOString(),
  });
}

/** What the city delivers next. */
function nextDelivery(backOffice: BackOffice): Delivery {
  const deliveries: Delivery[] = [];
  const simulator = startSimulator({
    network,
    openDays: { all: () => [], find: () => undefined, put: () => {}, remove: () => {}, save: () => {} },
    media: people.flatMap(({ cards }) => cards).map(({ medium }) => medium),
    inbox: temporaryDirectory(),
    recovered: () => backOffice.recovered((srid) => histories.refusedDay(srid)),
    onDelivery: (delivery) => deliveries.push(delivery),
  });
  simulator.step(now);
  simulator.stop();
  const [delivery] = deliveries;
  if (delivery === undefined) throw new Error('nothing was delivered');
  return delivery;
}

const windowOf = (delivery: Delivery) => delivery.pw.find((row) => row.payment_reference === unpaidReference);

it('says in the next delivery, and once, that a debt was paid', async () => {
  const file = path.join(temporaryDirectory(), 'back-office.json');
  const backOffice = await start(file);
  const of = randomUUID();

  await tell(backOffice, 'access_denied', { of, number: 1 });
  await tell(backOffice, 'access_requested', { of, number: 2 });
  expect(await tell(backOffice, 'access_not_granted', { of, number: 3 })).toMatchObject({ outcome: 'acknowledged' });
  await tell(backOffice, 'access_requested', { of, number: 4 });
  expect(windowOf(nextDelivery(backOffice))).toBeUndefined();
  expect(histories.payment(unpaidReference, backOffice.isPaid)).toBeUndefined();
  expect(await tell(backOffice, 'access_granted', { of, number: 5 })).toEqual({
    outcome: 'acknowledged',
    cardMayTravel: false,
  });
  // It may be stopped in between: what it was told is kept.
  const again = await start(file);
  const delivery = nextDelivery(again);

  const day = histories.refusedDay(unpaidReference);
  const due = day && chargeDay(day).dueMinor;
  expect(histories.payment(unpaidReference, again.isPaid)).toMatchObject({ amountMinor: due });
  expect(windowOf(delivery)).toMatchObject({ stage: 'Closed', amount_settled: 0, debt_settled: due });
  expect(delivery.tx).toContainEqual(
    expect.objectContaining({ operation: 'DEBT_RECOVERY_MANUAL', amount: due, response_type: 'OK' }),
  );
  expect(windowOf(nextDelivery(again))).toBeUndefined();
});

it('takes nothing that another signed', async () => {
  const backOffice = await start(path.join(temporaryDirectory(), 'back-office.json'));
  const stranger = { ...backOffice, signingKey: `whsec_${Buffer.alloc(24, 'x').toString('base64')}` };

  const answer = await tell(stranger, 'access_granted', { of: randomUUID(), number: 1 });

  expect(answer).toEqual({ outcome: 'unknown', reason: 'it answered 401' });
  expect(windowOf(nextDelivery(backOffice))).toBeUndefined();
});
