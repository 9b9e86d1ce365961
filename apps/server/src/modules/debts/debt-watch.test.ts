import { debtChange } from '@tapfolio/contracts/debts.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildCard, buildFormerMedium } from '../../../test/factories/cards.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { listenOnLoopback } from '../../../test/raw-http.ts';
import { traceHeader } from '../../../test/trace-header.ts';
import { portalRole } from '../../roles/portal.ts';

const { app, pool, signIn } = await createTestApp([portalRole]);
const origin = `http://127.0.0.1:${await listenOnLoopback(app)}`;

async function cardInDebt() {
  const passenger = await signIn();
  const card = await buildCard(pool, { passenger_id: passenger.passengerId });
  const at = { medium_id: card.medium_id, opened_at: '2026-03-01T08:00:00Z' };
  const payment = await buildPayment(pool, { ...at, status: 'payment_error', paid_minor: 0 });
  return { passenger, payment, url: `${origin}/public/api/v1/portal/cards/${card.card_id}/debts/events` };
}

async function watch(url: string, cookie: string) {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const headers = { cookie, 'x-trace': traceHeader(), accept: 'text/event-stream' };
  const response = await fetch(url, { headers, signal: ending.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let read = '';
  const until = async (text: string): Promise<string> => {
    while (!read.includes(text)) {
      const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) throw new Error(`the stream ended after ${read}`);
      read += value;
    }
    const [before = ''] = read.split(text);
    read = read.slice(before.length + text.length);
    return before;
  };
  return { response, until, close: () => ending.abort() };
}

/** The next change that the stream tells of. */
async function changeOf({ until }: Awaited<ReturnType<typeof watch>>) {
  await until('event: debt\n');
  await until('data: ');
  return debtChange.parse(JSON.parse(await until('\n\n')));
}

describe('watching debts', () => {
  it('says where each debt stands, and then each change, to all who watch', async () => {
    const { passenger, payment, url } = await cardInDebt();
    const [one, other] = await Promise.all([watch(url, passenger.cookie), watch(url, passenger.cookie)]);

    expect(one.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(one.response.headers.get('cache-control')).toBe('no-store');
    for (const stream of [one, other])
      expect(await changeOf(stream)).toMatchObject({ paymentId: payment.payment_id, state: 'owed' });
    await pool.query(`update debts set state = 'requested', version = 2 where payment_id = $1`, [payment.payment_id]);
    for (const stream of [one, other])
      expect(await changeOf(stream)).toMatchObject({ paymentId: payment.payment_id, state: 'requested' });
  });

  it('tells of a debt of the medium that a card was before', async () => {
    const passenger = await signIn();
    const card = await buildCard(pool, { passenger_id: passenger.passengerId });
    const formerMedium = await buildFormerMedium(pool, card);
    const at = { medium_id: formerMedium, opened_at: '2026-03-01T08:00:00Z' };
    const payment = await buildPayment(pool, { ...at, status: 'payment_error', paid_minor: 0 });

    const stream = await watch(`${origin}/public/api/v1/portal/cards/${card.card_id}/debts/events`, passenger.cookie);

    expect(await changeOf(stream)).toMatchObject({ paymentId: payment.payment_id, state: 'owed' });
  });

  it('is refused to strangers, and to who watches in many tabs', async () => {
    const { passenger, url } = await cardInDebt();
    const stranger = await signIn();
    const tabs = await Promise.all(Array.from({ length: 4 }, () => watch(url, passenger.cookie)));

    const tooMany = await watch(url, passenger.cookie);
    const foreign = await watch(url, stranger.cookie);

    expect(tabs.map(({ response }) => response.status)).toEqual([200, 200, 200, 200]);
    expect([tooMany.response.status, foreign.response.status]).toEqual([429, 404]);
    tabs[0]?.close();
    await expect.poll(async () => (await watch(url, passenger.cookie)).response.status).toBe(200);
  });
});
