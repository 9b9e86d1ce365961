import { contract } from '@tapfolio/contracts/contract.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountTables } from '../../src/database/tables/accounts.ts';
import { signInTables } from '../../src/database/tables/sign-ins.ts';
import { authRole } from '../../src/roles/auth.ts';
import { portalRole } from '../../src/roles/portal.ts';
import { createTestApp } from '../build-app.ts';
import { callNames, partsOf, requestOf, soundParams, soundQuery } from '../call-requests.ts';
import { expectApiAnswer, expectRefusal } from '../every-answer.ts';
import { buildCard } from '../factories/cards.ts';
import { listenOnLoopback } from '../raw-http.ts';
import { traceHeader } from '../trace-header.ts';

const { app, pool, signIn } = await createTestApp([authRole, portalRole]);
const victim = await signIn();
await buildCard(pool, { passenger_id: victim.passengerId, card_id: 1, name: 'Blue' });
let origin = '';
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listenOnLoopback(app)}`;
});

/** The whole account side, as one text. */
async function everything(): Promise<string> {
  const tables = [...Object.keys({ ...accountTables, ...signInTables }), 'throttles', 'sso_flows'];
  const rows = tables.map(async (table) => (await pool.query(`select t::text from ${table} t order by 1`)).rows);
  return JSON.stringify(await Promise.all(rows));
}

async function ask(
  name: (typeof callNames)[number],
  headers: Record<string, string>,
  body?: string,
  spell: (url: string) => string = (url) => url,
) {
  const { method, url } = requestOf(name, { params: { sessionId: '0123456789abcdef' } });
  const response = await fetch(origin + spell(url), {
    method,
    headers: { cookie: victim.cookie, ...headers },
    ...(body !== undefined && method !== 'GET' && { body }),
  });
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

const json = { 'content-type': 'application/json' };
const attempts: [string, () => Record<string, string>, string][] = [
  ['without the trace header', () => json, '{}'],
  ['with a foreign origin', () => ({ ...json, 'x-trace': traceHeader(), origin: 'https://evil.example' }), '{}'],
  ['with a hidden origin', () => ({ ...json, 'x-trace': traceHeader(), origin: 'null' }), '{}'],
  ['from another site', () => ({ ...json, 'x-trace': traceHeader(), 'sec-fetch-site': 'cross-site' }), '{}'],
  ['from a sister site', () => ({ ...json, 'x-trace': traceHeader(), 'sec-fetch-site': 'same-site' }), '{}'],
  ['as plain text', () => ({ 'content-type': 'text/plain' }), '{"a":"="}'],
  ['as a form', () => ({ 'content-type': 'application/x-www-form-urlencoded' }), 'a=b'],
  ['as plain text with a trace header', () => ({ 'content-type': 'text/plain', 'x-trace': traceHeader() }), '{}'],
  [
    'as a form with a trace header',
    () => ({ 'content-type': 'application/x-www-form-urlencoded', 'x-trace': traceHeader() }),
    'a=b',
  ],
];

describe("a page of another site, in the passenger's own browser", () => {
  const unsafe = callNames.filter((name) => contract[name].method !== 'GET');

  it.each(attempts)('[SES-03] changes nothing by any call %s', async (_how, headersOf, body) => {
    const before = await everything();

    for (const name of unsafe) {
      const answer = await ask(name, headersOf(), body);
      expect([name, answer.status]).toEqual([name, expect.toSatisfy((status) => status === 403 || status === 415)]);
      expectApiAnswer(answer);
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }

    expect(await everything()).toBe(before);
  });

  it.each(['/%70ublic/', '/publi%63/', '/%70%75blic/'])(
    '[SES-03] changes nothing by any call spelt %s',
    async (first) => {
      const before = await everything();

      for (const name of unsafe) {
        const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
        const answer = await ask(name, headers, undefined, (url) => url.replace('/public/', first));
        expect([name, answer.status]).toEqual([name, 400]);
        expectApiAnswer(answer);
      }

      expect(await everything()).toBe(before);
    },
  );

  it.each([{}, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'none' }])(
    'does not end the session: %o',
    async (headers) => {
      const before = await everything();

      const answer = await ask('signOut', headers);

      expect(answer.status).toBe(403);
      expect(await everything()).toBe(before);
    },
  );

  it('gets no permission to read an answer, with any method', async () => {
    for (const name of callNames) {
      const { url } = requestOf(name);
      const headers = { origin: 'https://evil.example', 'access-control-request-method': contract[name].method };
      const response = await fetch(origin + url, { method: 'OPTIONS', headers });
      expect(response.status).toBe(405);
      expect([...response.headers.keys()].filter((header) => header.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('a caller without a session', () => {
  const closed = callNames.filter((name) => contract[name].who !== 'anyone');
  const cookies = [
    ['no cookie', ''],
    ['an invented token', `__Host-session=${'A'.repeat(43)}`],
    ['a token of the wrong length', '__Host-session=abc'],
    ['the cookie under another name', 'session=x; __Secure-session=y'],
    ['a device cookie', `__Host-dc=${'A'.repeat(43)}.${'A'.repeat(43)}`],
    ['a token with SQL in it', `__Host-session=' or 1=1 --${'A'.repeat(32)}`],
  ];

  it.each(cookies)('is refused by every call that is not open: %s', async (_what, cookie = '') => {
    for (const name of closed) {
      const { method, url } = requestOf(name, { params: soundParams, query: soundQuery(name) ?? {} });
      const response = await fetch(origin + url, { method, headers: { 'x-trace': traceHeader(), cookie } });
      const answer = {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      };
      // A malformed body is refused before the session is checked.
      expect([name, answer.status]).toEqual([name, partsOf(name).body === undefined ? 401 : 400]);
      expectRefusal(answer);
    }
  });
});
