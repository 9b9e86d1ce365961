import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import { describe, expect, it } from 'vitest';
import { accountTables } from '../../src/database/tables/accounts.ts';
import { portalTables } from '../../src/database/tables/portal.ts';
import { signInTables } from '../../src/database/tables/sign-ins.ts';
import { unpaidFareTables } from '../../src/database/tables/unpaid-fares.ts';
import { authRole } from '../../src/roles/auth.ts';
import { portalRole } from '../../src/roles/portal.ts';
import { type BrokenRequest, brokenRequests } from '../broken-requests.ts';
import { createTestApp } from '../build-app.ts';
import { callNames, operatorCallNames } from '../call-requests.ts';
import { describedAnswers } from '../described-answers.ts';
import { buildApiKey } from '../factories/api-keys.ts';
import { buildCard } from '../factories/cards.ts';
import { silentBank } from '../silent-bank.ts';
import { traceHeader } from '../trace-header.ts';

const { app, context, pool, signIn } = await createTestApp([authRole, portalRole], { bank: silentBank });
const findFault = await describedAnswers();
const operator = (await buildApiKey(context)).headers;

/** What a refused call may write: it is counted, and it may be an event. A challenge that was answered is used up, and a session is seen. */
const noted = new Set(['throttles', 'audit_events', 'passkey_challenges', 'idempotency_keys', 'api_keys']);
const tables = Object.keys({ ...accountTables, ...signInTables, ...unpaidFareTables, ...portalTables })
  .filter((table) => !noted.has(table))
  .map(
    (table) => `select '${table}' as name, md5(string_agg(row::text, '' order by row::text)) as rows
    from (select to_jsonb(r) - 'last_seen_at' as row from ${table} r) as rows`,
  );
const jobs = `select 'jobs', md5(string_agg(payload::text, '' order by id)) from graphile_worker._private_jobs`;

/** Of each table a mark of all its rows. */
async function marks(): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string; rows: string }>([...tables, jobs].join(' union all '));
  return new Map(rows.map((row) => [row.name, row.rows]));
}

/** A caller who may make the call: an operator's system, or a passenger with two cards. */
async function callerOf(name: string): Promise<Record<string, string>> {
  if (operatorCallNames.includes(name)) return operator;
  const { cookie, passengerId } = await signIn();
  for (const card_id of [1, 2]) await buildCard(pool, { passenger_id: passengerId, card_id });
  return { cookie, 'x-trace': traceHeader(), 'sec-fetch-site': 'same-origin' };
}

const bodies: Readonly<Record<string, object>> = {
  register: {
    ...{
      email: 'new@example.org',
      password: 'a-lighthouse-for-every-harbour',
      cardName: 'Blue',
      srid: 'T0000000000001',
    },
    ...{ amountMinor: 740, consentVersion: context.config.consent.version, language: 'en_CA' },
  },
};

let calls = 0;

/** Each request comes from another address, so that limits do not hide what comes after them. */
const nextAddress = () => {
  calls += 1;
  return `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`;
};

interface Sent {
  readonly refused: readonly BrokenRequest[];
  /** Whether any was done that may write. */
  readonly mayHaveWritten: boolean;
  /** The tables that have changed. */
  readonly changed: readonly string[];
}

/** Sends requests of one call. After one that was done and may have ended the session, another caller sends the rest. */
async function sendAll(name: string, requests: readonly BrokenRequest[], faults: string[]): Promise<Sent> {
  const refused: BrokenRequest[] = [];
  let mayHaveWritten = false;
  let caller = await callerOf(name);
  const before = await marks();
  for (const broken of requests) {
    const { how, request } = broken;
    const headers = { ...caller, ...request.headers };
    const { statusCode: status, body } = await app.inject({ ...request, headers, remoteAddress: nextAddress() });
    // Without a part of its path it is another call.
    if (status === 405 || body.includes(`"${systemCodes.request.unknown}"`)) continue;
    const fault = status >= 500 ? `the status ${status}` : findFault(name, { status, body });
    if (fault !== undefined) faults.push(`${how}: ${fault}`);
    if (status >= 400) refused.push(broken);
    else if (request.method !== 'GET' || name === 'signOut') {
      mayHaveWritten = true;
      caller = await callerOf(name);
    }
  }
  const after = await marks();
  const changed = [...after.keys()].filter((table) => after.get(table) !== before.get(table));
  return { refused, mayHaveWritten, changed };
}

describe('a broken request', () => {
  // A stream of events does not end by itself.
  const names = [...callNames, ...operatorCallNames].filter((name) => name !== 'watchDebts');

  it.each(names)('gets an answer that its description lists, and a refused one writes nothing: %s', async (name) => {
    const faults: string[] = [];

    let sent = await sendAll(name, brokenRequests(name, bodies[name]), faults);
    // To look at all rows before each request would take longer than to send those again that were refused.
    while (sent.mayHaveWritten) sent = await sendAll(name, sent.refused, faults);

    expect(faults).toEqual([]);
    expect(sent.changed).toEqual([]);
  });
});
