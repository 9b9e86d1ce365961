import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { debtChange } from '@tapfolio/contracts/debts.ts';
import { pino } from 'pino';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { buildCard, buildFormerMedium, type CardRow } from '../../../test/factories/cards.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { listenOnLoopback } from '../../../test/raw-http.ts';
import { traceHeader } from '../../../test/trace-header.ts';
import { wholeHistory } from '../../gate/own-media.ts';
import { contextOf } from '../../plugins/context.ts';
import { authRole } from '../../roles/auth.ts';
import { portalRole } from '../../roles/portal.ts';
import { DebtWatch, type Watcher } from './debt-watch.ts';

const { app, context, pool, signIn } = await createTestApp([authRole, portalRole]);
const origin = `http://127.0.0.1:${await listenOnLoopback(app)}`;

const eventsOf = (cardId: number, from = origin) => `${from}/public/api/v1/portal/cards/${cardId}/debts/events`;

async function cardInDebt(owner?: SignedIn) {
  const passenger = owner ?? (await signIn());
  const card = await buildCard(pool, { passenger_id: passenger.passengerId });
  const at = { medium_id: card.medium_id, opened_at: '2026-03-01T08:00:00Z' };
  const payment = await buildPayment(pool, { ...at, status: 'payment_error', paid_minor: 0 });
  return { passenger, card, payment, url: eventsOf(card.card_id) };
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
  /** The text until the server ends the stream. */
  const rest = async (): Promise<string> => {
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return read;
      read += value;
    }
  };
  return { response, until, rest, close: () => ending.abort() };
}

/** The next change in the stream. */
async function changeOf({ until }: Awaited<ReturnType<typeof watch>>) {
  await until('event: debt\n');
  await until('data: ');
  return debtChange.parse(JSON.parse(await until('\n\n')));
}

describe('watching debts', () => {
  it('sends every watcher the state of each debt, and then each change', async () => {
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

  it('sends a debt of a former medium of the card', async () => {
    const passenger = await signIn();
    const card = await buildCard(pool, { passenger_id: passenger.passengerId });
    const formerMedium = await buildFormerMedium(pool, card);
    const at = { medium_id: formerMedium, opened_at: '2026-03-01T08:00:00Z' };
    const payment = await buildPayment(pool, { ...at, status: 'payment_error', paid_minor: 0 });

    const stream = await watch(eventsOf(card.card_id), passenger.cookie);

    expect(await changeOf(stream)).toMatchObject({ paymentId: payment.payment_id, state: 'owed' });
  });

  it('is refused to other passengers, and to a session that watches in too many tabs', async () => {
    const { passenger, url } = await cardInDebt();
    const stranger = await signIn();
    const tabs = await Promise.all(Array.from({ length: 4 }, () => watch(url, passenger.cookie)));

    const tooMany = await watch(url, passenger.cookie);
    const foreign = await watch(url, stranger.cookie);

    expect(tabs.map(({ response }) => response.status)).toEqual([200, 200, 200, 200]);
    expect([tooMany.response.status, foreign.response.status]).toEqual([429, 404]);
    tabs[0]?.close();
    await expect.poll(async () => (await watch(url, passenger.cookie)).response.status, { timeout: 10_000 }).toBe(200);
  });

  it('sends nothing of another card, even of the same passenger', async () => {
    const { passenger, payment, url } = await cardInDebt();
    const others = [await cardInDebt(passenger), await cardInDebt()];
    // One statement reads the debts of all watchers.
    await Promise.all(others.map((other) => watch(other.url, other.passenger.cookie)));
    const stream = await watch(url, passenger.cookie);
    await changeOf(stream);

    const move = `update debts set state = 'requested', version = 2 where payment_id = any($1)`;
    await pool.query(move, [[payment, ...others.map((other) => other.payment)].map(({ payment_id: id }) => id)]);

    const told = await stream.until(payment.payment_id);
    for (const other of others) expect(told).not.toContain(other.payment.payment_id);
    await pool.query('update debts set version = 3 where payment_id = $1', [payment.payment_id]);
    const after = await stream.until(payment.payment_id);
    for (const other of others) expect(after).not.toContain(other.payment.payment_id);
  });

  it('ends at once when the server stops', async () => {
    const other = await createTestApp([portalRole]);
    const from = `http://127.0.0.1:${await listenOnLoopback(other.app)}`;
    const passenger = await other.signIn();
    const card = await buildCard(other.pool, { passenger_id: passenger.passengerId });
    const stream = await watch(eventsOf(card.card_id, from), passenger.cookie);
    await stream.until('retry');

    const [rest] = await Promise.all([stream.rest(), other.app.close()]);

    expect(rest).not.toContain('event');
  });
});

describe('a stream whose session', () => {
  const beatMs = 15_000;
  beforeEach(() => {
    // The heartbeat comes only when a test advances the time.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
  });

  const setSession = (set: string) => (passenger: SignedIn) =>
    pool.query(`update sessions set ${set} where passenger_id = $1`, [passenger.passengerId]);

  const endings: readonly [string, (passenger: SignedIn, card: CardRow) => Promise<unknown>][] = [
    [
      'is signed out in another tab',
      ({ call }) => call({ url: '/public/api/v1/auth/user/logout', headers: { 'sec-fetch-site': 'same-origin' } }),
    ],
    [
      'is ended from the list of sessions',
      async ({ call }) => {
        const [session] = (await call({ url: '/public/api/v1/auth/user/sessions' })).json().items;
        await call({ method: 'DELETE', url: `/public/api/v1/auth/user/sessions/${session.id}` });
      },
    ],
    ['has been idle for too long', setSession(`last_seen_at = now() - interval '1 hour'`)],
    ['has reached its absolute end', setSession('expires_at = now()')],
    [
      'belongs to an account that is withheld',
      ({ passengerId }) =>
        pool.query(`update passengers set status = 'deactivated' where passenger_id = $1`, [passengerId]),
    ],
    [
      'has the card no longer',
      ({ passengerId }) => pool.query('delete from cards where passenger_id = $1', [passengerId]),
    ],
    // The page then opens a new stream, with the new media.
    ['has a card with other media', (_, card) => buildFormerMedium(pool, card)],
  ];

  /** Without a debt, so that nothing but heartbeats comes, and no test waits for the next look at the debts. */
  async function cardWithoutDebt() {
    const passenger = await signIn();
    const card = await buildCard(pool, { passenger_id: passenger.passengerId });
    return { passenger, card, url: eventsOf(card.card_id) };
  }

  it.each(endings)('%s ends with it', async (_, end) => {
    const { passenger, card, url } = await cardWithoutDebt();
    const stream = await watch(url, passenger.cookie);
    await vi.advanceTimersByTimeAsync(beatMs);
    expect(await stream.until('event: heartbeat\ndata:\n\n')).toBe('retry: 3000\n\n');

    await end(passenger, card);
    await vi.advanceTimersByTimeAsync(beatMs);

    expect(await stream.rest()).toBe('');
  });

  it('may no longer see the card, or not with these media, sends no later change', async () => {
    const rests = endings.slice(-3).map(async ([what, end]) => {
      const { passenger, card, payment, url } = await cardInDebt();
      const stream = await watch(url, passenger.cookie);
      await changeOf(stream);

      await end(passenger, card);
      await pool.query(`update debts set state = 'requested', version = 2 where payment_id = $1`, [payment.payment_id]);

      return [what, await stream.rest()];
    });

    expect(await Promise.all(rests)).toEqual(endings.slice(-3).map(([what]) => [what, '']));
  });

  it('is live does not keep it alive', async () => {
    const { passenger, url } = await cardWithoutDebt();
    await setSession(`last_seen_at = now() - interval '5 minutes'`)(passenger);
    const seenAt = async () => {
      const { rows } = await pool.query('select last_seen_at from sessions where passenger_id = $1', [
        passenger.passengerId,
      ]);
      return rows[0].last_seen_at;
    };
    const stream = await watch(url, passenger.cookie);
    // The call that opens the stream counts as an act of the passenger.
    await setSession(`last_seen_at = now() - interval '5 minutes'`)(passenger);
    const before = await seenAt();

    await vi.advanceTimersByTimeAsync(beatMs);
    await stream.until('event: heartbeat');

    expect(await seenAt()).toEqual(before);
  });
});

describe('watchers', () => {
  const { readDb } = contextOf(context, 'portal');
  const log = pino({ level: 'silent' });
  const watcher = (overrides: Partial<Watcher> = {}): Watcher => ({
    media: [wholeHistory(randomUUID())],
    session: randomUUID(),
    address: '198.51.100.7',
    isLive: async () => true,
    ...overrides,
  });

  function debtWatch(): DebtWatch {
    const debts = new DebtWatch(readDb, log);
    onTestFinished(() => debts.close());
    return debts;
  }

  it('may be at most a hundred of one address, and others still find room', () => {
    const debts = debtWatch();
    const streams = Array.from({ length: 100 }, () => debts.open(watcher()));

    expect(() => debts.open(watcher())).toThrow('too_many_requests');
    expect(() => debts.open(watcher({ address: '203.0.113.9' }))).not.toThrow();
    expect(streams).toHaveLength(100);
  });

  it('may be at most a thousand in a process', () => {
    const debts = debtWatch();
    for (let number = 0; number < 1000; number += 1) debts.open(watcher({ address: `address ${number}` }));

    expect(() => debts.open(watcher({ address: 'one more' }))).toThrow('unavailable');
  });

  it('are disconnected when the process stops, and leave no timer', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const debts = debtWatch();
    const streams = Array.from({ length: 4 }, () => debts.open(watcher()));
    expect(vi.getTimerCount()).toBe(4);

    debts.close();

    expect(vi.getTimerCount()).toBe(0);
    expect(() => debts.open(watcher())).toThrow('unavailable');
    expect(streams.every((stream) => !stream.destroyed)).toBe(true);
  });

  it('get nothing after the end, although they read slowly', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const debts = debtWatch();
    const stream = debts.open(watcher({ isLive: async () => false }));
    const failures: unknown[] = [];
    stream.on('error', (error) => failures.push(error));

    for (let beat = 0; beat < 4; beat += 1) await vi.advanceTimersByTimeAsync(15_000);

    expect(failures).toEqual([]);
    expect(Buffer.concat(await stream.toArray()).toString()).toBe('retry: 3000\n\n');
  });

  it('are disconnected when they stop reading, and free their place', async () => {
    const debts = debtWatch();
    const mediumId = randomUUID();
    await pool.query(
      `insert into debts (medium_id, payment_id, operator_code, opened_at, due_minor, paid_minor, currency, is_unpaid, state, state_at, version)
      select $1, gen_random_uuid(), '1', now(), 100, 0, 'CAD', true, 'owed', now(), 1 from generate_series(1, 600)`,
      [mediumId],
    );
    const session = 'one session';
    const slow = Array.from({ length: 4 }, () => debts.open(watcher({ media: [wholeHistory(mediumId)], session })));
    expect(() => debts.open(watcher({ session }))).toThrow('too_many_requests');

    await Promise.all(slow.map((stream) => once(stream, 'close')));

    expect(slow.map((stream) => stream.destroyed)).toEqual([true, true, true, true]);
    expect(() => debts.open(watcher({ session }))).not.toThrow();
  });
});
