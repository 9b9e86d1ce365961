import { contract } from '@tapfolio/contracts/contract.ts';
import { singleSignOnPaths } from '@tapfolio/contracts/single-sign-on-paths.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { authRole } from '../../src/roles/auth.ts';
import { portalRole } from '../../src/roles/portal.ts';
import { createTestApp, testConfig } from '../build-app.ts';
import { callNames, partsOf } from '../call-requests.ts';
import { buildCard } from '../factories/cards.ts';
import { listenOnLoopback, sendRaw } from '../raw-http.ts';
import { traceHeader } from '../trace-header.ts';

const marker = 'zqmarkzq';
const lines: string[] = [];
const logger = createLogger({ production: true }, { write: (line: string) => void lines.push(line) });
const { http } = testConfig();
const config = { http: { ...http, trustedProxies: ['127.0.0.1'] } };
const { context, pool, signIn } = await createTestApp([], { config });
const app = await buildApp(context, [authRole, portalRole], logger);
afterAll(() => app.close());
let port = 0;
beforeAll(async () => {
  port = await listenOnLoopback(app);
});

/** A plausible value of this field, with the marker in it. */
const values: Readonly<Record<string, unknown>> = {
  email: `${marker}@example.org`,
  srid: `PLT*${marker.toUpperCase()}ABCDEF`,
  amountMinor: 100,
  consentVersion: testConfig().consent.version,
  language: 'en_CA',
  display_language: 'fr_CA',
  mailCode: true,
  code: '123456',
};

function bodyOf(name: (typeof callNames)[number]): string | undefined {
  const { body } = partsOf(name);
  if (body === undefined) return undefined;
  const names = Object.keys(body.properties ?? { password: {} });
  return JSON.stringify(
    Object.fromEntries(names.map((field) => [field, values[field] ?? `${marker}-ferries-at-dawn`])),
  );
}

let calls = 0;

async function send(name: (typeof callNames)[number], cookie: string, body: string | undefined): Promise<number> {
  const { method, path } = contract[name];
  calls += 1;
  const address = path.replace(':cardId', '1').replace(/:\w+/g, marker);
  const head = [
    `${method} ${address}?token=${marker}&${marker}=1 HTTP/1.1`,
    'Host: a',
    'Connection: close',
    `Cookie: ${cookie}; __Host-dc=${marker}; ${marker}=1`,
    `User-Agent: ${marker}`,
    `Referer: https://a/${marker}`,
    `Authorization: Bearer ${marker}`,
    `X-Forwarded-For: 10.7.0.${calls % 250}`,
    `X-Trace: ${traceHeader()}`,
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return (await sendRaw(port, `${head.join('\r\n')}\r\n\r\n${body ?? ''}`)).status;
}

async function buildMarked(): Promise<string> {
  const { cookie, passengerId } = await signIn({ email: `${marker}.${calls}@example.org` });
  await buildCard(pool, { passenger_id: passengerId, card_id: 1, name: marker });
  return cookie;
}

async function sendEverything(cookie: string): Promise<number[]> {
  const statuses: number[] = [];
  // A stream of events does not end by itself.
  for (const name of callNames.filter((call) => call !== 'signOut' && call !== 'watchDebts'))
    for (const body of [bodyOf(name), `{"${marker}":`, `["${marker}"]`])
      statuses.push(await send(name, cookie, partsOf(name).body === undefined ? undefined : body));
  return statuses;
}

const found = () => lines.filter((line) => line.toLowerCase().includes(marker));

it('no value that a caller sends gets into a log line, whatever the answer', async () => {
  await sendEverything(await buildMarked());
  for (const address of [
    `${singleSignOnPaths.callback}?state=${marker}&code=${marker}`,
    `/${marker}`,
    `/change-password/${marker}%zz`,
  ])
    await sendRaw(port, [`GET ${address} HTTP/1.1`, `Host: ${marker}`, 'Accept: text/html', 'Connection: close']);
  await sendRaw(port, [`${marker} / HTTP/1.1`, `Host: ${marker}`, 'Connection: close']);

  expect(lines.length).toBeGreaterThan(100);
  expect(found()).toEqual([]);
});

it('nor when the server fails, although the database quotes values in its errors', async () => {
  const cookie = await buildMarked();
  const before = lines.length;
  // The unique index of the names uses the column.
  await pool.query('drop index cards__passenger_id_name_key');
  await pool.query('alter table cards alter column name type integer using card_id');
  await pool.query('alter table passengers alter column first_name type integer using 1');
  await pool.query('alter table registrations alter column email type integer using 1');
  await pool.query('alter table password_resets rename column purpose to gone');

  const statuses = await sendEverything(cookie);

  expect(statuses.filter((status) => status === 500).length).toBeGreaterThan(2);
  expect(lines.slice(before).join('')).toContain('unexpected failure');
  expect(found()).toEqual([]);
});
