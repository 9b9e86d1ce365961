import { setTimeout as sleep } from 'node:timers/promises';
import { listCards } from '@tapfolio/contracts/cards.ts';
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp, testConfig } from '../../test/build-app.ts';
import { buildPasswordOwner, goodPassword } from '../../test/factories/credentials.ts';
import { listenOnLoopback, sendRaw, talkRaw } from '../../test/raw-http.ts';
import type { HttpRole } from '../app.ts';
import { createLogger } from '../lib/logger.ts';
import { waitedMs } from '../lib/waited.ts';
import { authRole } from '../roles/auth.ts';
import { portalRole } from '../roles/portal.ts';

const { http } = testConfig();
const atOnce = 128;
const lines: { msg: string; traceId: string; refused?: number }[] = [];
const logger = createLogger({ production: true }, { write: (line) => void lines.push(JSON.parse(line)) });
const { app, context, pool, call, signIn } = await createTestApp([authRole, portalRole], {
  config: { http: { ...http, longestWaitMs: 2000 } },
  logger,
});
const port = await listenOnLoopback(app);

const base = '/public/api/v1/auth';
const settings = `${base}/user/get_settings`;

interface Timed {
  response: LightMyRequestResponse;
  ms: number;
}

async function timed(ask: () => Promise<LightMyRequestResponse>): Promise<Timed> {
  const begun = performance.now();
  const response = await ask();
  return { response, ms: performance.now() - begun };
}

const statusesOf = (answers: readonly Timed[]) =>
  [...new Set(answers.map(({ response }) => response.statusCode))].sort();

describe('more calls than can be served', async () => {
  const passenger = await signIn();
  const flood = (count: number) => Array.from({ length: count }, () => timed(() => passenger.call({ url: settings })));

  /** Sends as many calls as may run and wait, and one more, which is refused last. */
  async function crowd() {
    const stuck = flood(atOnce + 2000 + 1);
    expect(statusesOf([await Promise.race(stuck)])).toEqual([503]);
    return { stuck };
  }

  /** Blocks all calls that need a session until the test ends. */
  beforeEach(async () => {
    const locker = await pool.connect();
    onTestFinished(() => locker.release(true));
    await locker.query('begin; lock table sessions');
  });

  it('are refused at the door when there are too many, with the trace id of one line in the log', async () => {
    const stuck = flood(atOnce + 2000);
    const get = (path: string) => [`GET ${path} HTTP/1.1`, 'Host: a', `Cookie: ${passenger.cookie}`].join('\r\n');
    const inside: unknown[] = [];
    const hear = ({ url }: { url?: string }) => void inside.push(url);
    app.server.on('request', hear);
    onTestFinished(() => void app.server.off('request', hear));

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
      .poll(() => lines.find(({ traceId }) => traceId === headers['x-trace-id']), { timeout: 3000 })
      .toMatchObject({ msg: 'too many calls at once', refused: expect.any(Number) });
    await Promise.all(stuck);
  });

  it('are refused at once, with the time to come back', async () => {
    const { stuck } = await crowd();

    const refused = await Promise.all(flood(100));

    expect(statusesOf(refused)).toEqual([503]);
    expect(Math.max(...refused.map(({ ms }) => ms))).toBeLessThan(400);
    const [{ response } = expect.fail()] = refused;
    expect(response.json()).toEqual({ error: { code: 'unavailable', traceId: response.headers['x-trace-id'] } });
    expect(response.headers).toMatchObject({
      'retry-after': expect.stringMatching(/^[1-5]$/),
      'cache-control': 'no-store',
    });
    const late = await Promise.all(stuck);
    expect(statusesOf(late)).toEqual([503]);
    // The two seconds of the lane, and the time of a call that is let in.
    expect(Math.max(...late.map(({ ms }) => ms))).toBeLessThan(4000);
  });

  it('close the connection after a request whose end is not clear', async () => {
    const { stuck } = await crowd();

    const again = `GET ${settings} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const answer = await sendRaw(port, [`GET ${settings} HTTP/1.1`, 'Host: a', 'Host: b', '', again]);

    expect(answer.statuses).toEqual([400]);
    await Promise.all(stuck);
  });

  it('do not affect calls that need no database', async () => {
    const { stuck } = await crowd();

    const answers = await Promise.all(
      ['/public/api/v1/portal/config', `${base}/sso/server_settings`].map((url) => timed(() => call({ url }))),
    );

    expect(statusesOf(answers)).toEqual([200]);
    await Promise.all(stuck);
  });
});

describe('a call that waited in the lane', async () => {
  it('has that much less time for the database', async () => {
    const waits: number[] = [];
    const role: HttpRole = async (scope) => {
      scope.get('/waits', { config: { call: listCards } }, async () => {
        waits.push(waitedMs());
        await sleep(200);
        return {};
      });
    };
    const { app: apart } = await createTestApp([role]);

    await Promise.all(Array.from({ length: atOnce + 1 }, () => apart.inject('/waits')));

    expect(waits.slice(0, atOnce).every((ms) => ms === 0)).toBe(true);
    expect(waits[atOnce]).toBeGreaterThan(100);
  });
});

describe('a flood that has ended', () => {
  it('has no later effect', async () => {
    const passenger = await signIn();
    const statuses = statusesOf(
      await Promise.all(Array.from({ length: 2500 }, () => timed(() => passenger.call({ url: settings })))),
    );
    expect(statuses).toEqual([200, 503]);

    expect((await passenger.call({ url: settings })).statusCode).toBe(200);
  });

  it('of sign-ins was refused before the database was asked, and other calls were served', async () => {
    const passenger = await signIn();
    const { email } = await buildPasswordOwner(context);
    let lastNumber = 0;
    const flood = Array.from({ length: 300 }, () => {
      lastNumber += 1;
      const remoteAddress = `10.9.${lastNumber >> 8}.${lastNumber & 255}`;
      const payload = { email: `nobody-${lastNumber}@example.org`, password: goodPassword };
      return timed(() => call({ method: 'POST', url: `${base}/sessions`, payload, remoteAddress }));
    });

    const others = await Promise.all(Array.from({ length: 20 }, () => timed(() => passenger.call({ url: settings }))));
    const answers = await Promise.all(flood);

    expect(statusesOf(others)).toEqual([200]);
    const judged = answers.filter(({ response }) => response.statusCode === 403).length;
    expect(statusesOf(answers)).toEqual([403, 503]);
    const { rows } = await pool.query('select count(*)::integer as count from throttles');
    // Three limits for each sign-in of a stranger: two by the typed address, and one by the caller's address.
    expect(rows[0].count).toBe(3 * judged);
    const payload = { email, password: goodPassword };
    expect((await call({ method: 'POST', url: `${base}/sessions`, payload })).statusCode).toBe(200);
  });
});
