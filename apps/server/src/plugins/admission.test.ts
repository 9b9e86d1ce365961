import { setTimeout as sleep } from 'node:timers/promises';
import { listCards } from '@tapfolio/contracts/cards.ts';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp, testConfig } from '../../test/build-app.ts';
import { buildPasswordOwner, goodPassword } from '../../test/factories/credentials.ts';
import { listenOnLoopback, sendRaw, talkRaw } from '../../test/raw-http.ts';
import { waitingMs } from '../../test/timed.ts';
import { whileBusy } from '../../test/while-busy.ts';
import type { HttpRole } from '../app.ts';
import { createLogger } from '../lib/logger.ts';
import { waitedMs } from '../lib/waited.ts';
import { authRole } from '../roles/auth.ts';
import { portalRole } from '../roles/portal.ts';

const { http } = testConfig();
const atOnce = 128;
const lines: { msg: string; traceId: string; refused?: number }[] = [];
const logger = createLogger({ production: true }, { write: (line) => void lines.push(JSON.parse(line)) });
const { context, pool, call, signIn } = await createTestApp([authRole, portalRole], {
  refusesInTime: true,
  config: { http: { ...http, longestWaitMs: 2000 } },
});

const base = '/public/api/v1/auth';
const settings = `${base}/user/get_settings`;

const statusesOf = (answers: readonly LightMyRequestResponse[]) =>
  [...new Set(answers.map(({ statusCode }) => statusCode))].sort();

describe('more calls than can be served', async () => {
  let untilReleased = Promise.resolve();
  let atTheLane = 0;
  const stuckRole: HttpRole = async (scope) => {
    scope.addHook('preValidation', async () => {
      atTheLane += 1;
    });
    scope.get('/stuck', { config: { call: listCards } }, async () => {
      await untilReleased;
      return {};
    });
  };
  // Nobody leaves before the end of a test, however long a busy machine takes for it.
  const full = await createTestApp([authRole, portalRole, stuckRole], {
    config: { http: { ...http, longestWaitMs: 600_000 } },
    logger,
  });
  const passenger = await full.signIn();
  const port = await listenOnLoopback(full.app);

  /** Sends as many calls as may run and wait. They stay until these tests end. */
  beforeAll(async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    untilReleased = promise;
    const stuck = Array.from({ length: atOnce + 2000 }, () => full.app.inject('/stuck'));
    afterAll(async () => {
      resolve();
      expect(statusesOf(await Promise.all(stuck))).toEqual([200]);
    });
    await vi.waitFor(() => expect(atTheLane).toBe(stuck.length), 20_000);
  });

  it('are refused at the door when there are too many, with the trace id of one line in the log', async () => {
    const get = (path: string) => [`GET ${path} HTTP/1.1`, 'Host: a', `Cookie: ${passenger.cookie}`].join('\r\n');
    const inside: unknown[] = [];
    const hear = ({ url }: { url?: string }) => void inside.push(url);
    full.app.server.on('request', hear);
    onTestFinished(() => void full.app.server.off('request', hear));

    // On an older connection the start of a request is not known, so the first refusal closes it.
    const first = await sendRaw(port, [get(settings)]);
    expect(first).toMatchObject({ statuses: [503], headers: { connection: 'close' } });
    const closing = [get(`${base}/sso/server_settings`), 'Connection: close'].join('\r\n');
    const line = await talkRaw(
      port,
      [get(settings), get(`${settings}?again=1`), get(`${base}/sso/server_settings`)],
      closing,
    );

    expect(line.map(({ status }) => status)).toEqual([503, 503, 200, 200]);
    expect(inside).toEqual([settings, `${base}/sso/server_settings`, `${base}/sso/server_settings`]);
    const [{ headers, body } = expect.fail()] = line;
    expect(JSON.parse(body)).toEqual({ error: { code: 'unavailable', traceId: headers['x-trace-id'] } });
    expect(headers).toMatchObject({
      'retry-after': expect.stringMatching(/^[1-5]$/),
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      connection: 'keep-alive',
    });
    await expect
      .poll(() => lines.find(({ traceId }) => traceId === headers['x-trace-id']))
      .toMatchObject({ msg: 'too many calls at once', refused: expect.any(Number) });
  });

  it('are refused at once, with the time to come back', async () => {
    let refused: LightMyRequestResponse[] = [];

    const ms = await waitingMs(async () => {
      refused = await Promise.all(Array.from({ length: 100 }, () => passenger.call({ url: settings })));
    });

    expect(statusesOf(refused)).toEqual([503]);
    expect(ms).toBeLessThan(400);
    const [response = expect.fail()] = refused;
    expect(response.json()).toEqual({ error: { code: 'unavailable', traceId: response.headers['x-trace-id'] } });
    expect(response.headers).toMatchObject({
      'retry-after': expect.stringMatching(/^[1-5]$/),
      'cache-control': 'no-store',
    });
  });

  it('close the connection after a request whose end is not clear', async () => {
    const again = `GET ${settings} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const answer = await sendRaw(port, [`GET ${settings} HTTP/1.1`, 'Host: a', 'Host: b', '', again]);

    expect(answer.statuses).toEqual([400]);
  });

  it('do not affect calls that need no database', async () => {
    const urls = ['/public/api/v1/portal/config', `${base}/sso/server_settings`];

    expect(statusesOf(await Promise.all(urls.map((url) => full.call({ url }))))).toEqual([200]);
  });
});

describe('a call that waits for others in the lane', () => {
  it('is refused after two seconds', async () => {
    const passenger = await signIn();
    const locker = await pool.connect();
    onTestFinished(() => locker.release(true));
    await locker.query('set idle_in_transaction_session_timeout = 0; begin; lock table sessions');
    let late: LightMyRequestResponse[] = [];

    const ms = await waitingMs(async () => {
      late = await Promise.all(Array.from({ length: atOnce + 300 }, () => passenger.call({ url: settings })));
    });

    expect(statusesOf(late)).toEqual([503]);
    // The two seconds of the lane, and the time of a call that is let in.
    expect(ms).toBeLessThan(4000);
  });
});

describe('a call that waited in the lane', () => {
  it('has that much less time for the database', async () => {
    const waits: number[] = [];
    const { promise: untilReleased, resolve: release } = Promise.withResolvers<void>();
    const role: HttpRole = async (scope) => {
      scope.get('/waits', { config: { call: listCards } }, async () => {
        waits.push(waitedMs());
        await untilReleased;
        return {};
      });
    };
    const { app: apart } = await createTestApp([role]);

    const alone = apart.inject('/waits');
    await expect.poll(() => waits).toEqual([0]);
    const calls = Array.from({ length: atOnce }, () => apart.inject('/waits'));
    await expect.poll(() => waits.length).toBe(atOnce);
    // Of many that come together also those wait that are served at once, until a busy machine has read them all.
    const most = Math.max(...waits);
    await sleep(200 + 2 * most);
    release();
    await Promise.all([alone, ...calls]);

    expect(waits.slice(atOnce)).toEqual([expect.toSatisfy((ms: number) => ms > 100 + most)]);
  });
});

describe('a flood that has ended', () => {
  it('has no later effect', async () => {
    const passenger = await signIn();
    const flood = Array.from({ length: 2500 }, () => passenger.call({ url: settings }));
    expect(statusesOf(await Promise.all(flood))).toEqual([200, 503]);

    expect((await whileBusy(() => passenger.call({ url: settings }))).statusCode).toBe(200);
  });

  it('of sign-ins was refused before the database was asked, and other calls were served', async () => {
    const passenger = await signIn();
    const { email } = await buildPasswordOwner(context);
    let lastNumber = 0;
    const flood = Array.from({ length: 300 }, () => {
      lastNumber += 1;
      const remoteAddress = `10.9.${lastNumber >> 8}.${lastNumber & 255}`;
      const payload = { email: `nobody-${lastNumber}@example.org`, password: goodPassword };
      return call({ method: 'POST', url: `${base}/sessions`, payload, remoteAddress });
    });

    const others = await Promise.all(Array.from({ length: 20 }, () => passenger.call({ url: settings })));
    const answers = await Promise.all(flood);

    expect(statusesOf(others)).toEqual([200]);
    const judged = answers.filter(({ statusCode }) => statusCode === 403).length;
    expect(statusesOf(answers)).toEqual([403, 503]);
    const { rows } = await pool.query('select count(*)::integer as count from throttles');
    // Four limits for each sign-in of a stranger: three by the typed address, and one by the caller's address.
    expect(rows[0].count).toBe(4 * judged);
    const payload = { email, password: goodPassword };
    expect((await call({ method: 'POST', url: `${base}/sessions`, payload })).statusCode).toBe(200);
  });
});
