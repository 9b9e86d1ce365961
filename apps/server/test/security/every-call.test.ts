import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { authRole } from '../../src/roles/auth.ts';
import { portalRole } from '../../src/roles/portal.ts';
import { createTestApp, testConfig } from '../build-app.ts';
import { anyParts, callNames, operatorCallNames, type Parts, requestOf, texts } from '../call-requests.ts';
import { expectApiAnswer } from '../every-answer.ts';
import { buildApiKey } from '../factories/api-keys.ts';
import { buildCard } from '../factories/cards.ts';
import { listenOnLoopback } from '../raw-http.ts';
import { traceHeader } from '../trace-header.ts';

const { http } = testConfig();
const config = { http: { ...http, trustedProxies: ['127.0.0.1'] } };
const { app, context, pool, signIn } = await createTestApp([authRole, portalRole], { config });
let origin = '';
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listenOnLoopback(app)}`;
});

let calls = 0;

/** Each call comes from another address, so that limits do not hide what comes after them. */
async function send(name: string, parts: Partial<Parts>, credentials: Readonly<Record<string, string>>) {
  const { method, url, body, headers: own } = requestOf(name, parts);
  calls += 1;
  const headers = {
    ...own,
    ...credentials,
    'x-trace': traceHeader(),
    'x-forwarded-for': `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const response = await fetch(origin + url, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await bodyOf(response) };
}

/** A stream of events has no end, so only its start is read. */
async function bodyOf(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return await response.text();
  await response.body?.cancel();
  return '';
}

const everyName = [...callNames, ...operatorCallNames];

/** A caller who may make the call: an operator's system, or a passenger with a card. */
async function credentialsFor(name: string): Promise<Record<string, string>> {
  if (operatorCallNames.includes(name)) return (await buildApiKey(context)).headers;
  const { cookie, passengerId } = await signIn();
  await buildCard(pool, { passenger_id: passengerId, card_id: 1 });
  return { cookie };
}

/** Mostly an existing card, so that the calls reach their work. */
function aim(parts: Parts): Parts {
  const { cardId } = parts.params;
  const isOdd = typeof cardId === 'number' && cardId % 2 !== 0;
  return isOdd ? { ...parts, params: { ...parts.params, cardId: 1 } } : parts;
}

describe('any input to a call', () => {
  it.each(everyName)('[ERR-01] gets an answer of the contract and does not make the call fail: %s', async (name) => {
    const credentials = await credentialsFor(name);

    await fc.assert(
      fc.asyncProperty(anyParts(name), async (parts) => {
        const answer = await send(name, aim(parts), credentials);
        expectApiAnswer(answer);
        expect(answer.status).not.toBe(500);
      }),
      // The seed is printed with the finding.
      { numRuns: 20 },
    );
  });

  it.each(everyName)('is not executed as a part of a statement: %s', async (name) => {
    const credentials = await credentialsFor(name);
    const probes = [
      "' || pg_sleep(10) || '",
      "'; select pg_sleep(10); --",
      '1) or 1=1 --',
      '"; drop table passengers; --',
    ];
    let longestMs = 0;

    for (const parts of texts(name, probes)) {
      const started = performance.now();
      const answer = await send(name, parts, credentials);
      longestMs = Math.max(longestMs, performance.now() - started);
      expectApiAnswer(answer);
      expect(answer.status).not.toBe(500);
    }

    // The time of one injected sleep; all calls together may take longer on a busy machine.
    expect(longestMs).toBeLessThan(10_000);
    expect((await pool.query(`select to_regclass('passengers') as name`)).rows).toEqual([{ name: 'passengers' }]);
  });
});
