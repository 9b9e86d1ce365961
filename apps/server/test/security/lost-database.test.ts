import { randomUUID } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { createDatabases } from '../../src/database/parts.ts';
import { newToken, sha256 } from '../../src/lib/hashing.ts';
import { hashPassword } from '../../src/lib/password-hashing.ts';
import { authRole } from '../../src/roles/auth.ts';
import { portalRole } from '../../src/roles/portal.ts';
import { createTestApp } from '../build-app.ts';
import { startChaosProxy } from '../chaos-proxy.ts';
import { goodPassword } from '../factories/credentials.ts';
import { insertRow, nextNumber } from '../factories/insert-row.ts';
import { buildMedium } from '../factories/media.ts';
import { paidReference } from '../linking.ts';
import { traceHeader } from '../trace-header.ts';

const roles = [authRole, portalRole];
const testApp = await createTestApp(roles);
const { context, pool, signIn } = testApp;
const proxy = await startChaosProxy(testApp.url);
const databases = createDatabases({ url: proxy.url });
const app = await buildApp({ ...context, databases }, roles);
afterAll(async () => {
  await app.close();
  await databases.end();
  await proxy.close();
});

const newPassword = 'a-lighthouse-for-every-harbour';
const password_hash = await hashPassword(context.keys.passwords, goodPassword);

/** From an address of its own, so that no limit is met. */
function send(request: InjectOptions, cookie = ''): Promise<LightMyRequestResponse> {
  const headers = { cookie, 'x-trace': traceHeader() };
  const number = nextNumber();
  return app.inject({ ...request, headers, remoteAddress: `10.7.${number >> 8}.${number & 255}` });
}

/** One act of a new person. */
interface Act {
  call(): Promise<LightMyRequestResponse>;
  /** How often the act was done, according to the tables. */
  count(): Promise<number>;
}

const countOf = async (from: string, value: string): Promise<number> =>
  (await pool.query<{ count: number }>(`select count(*)::integer as count from ${from}`, [value])).rows[0]?.count ?? -1;

async function confirmation(): Promise<Act> {
  const token = newToken();
  const email = `confirmed-${nextNumber()}@example.org`;
  await insertRow(pool, 'registrations', {
    token_hash: sha256(token),
    registration_id: randomUUID(),
    email,
    password_hash,
    card_name: 'First',
    medium_id: (await buildMedium(pool)).medium_id,
    consent_version: context.config.consent.version,
    language: 'en_CA',
    expires_at: new Date(Date.now() + 600_000),
  });
  const payload = { token, password: goodPassword };
  return {
    call: () => send({ method: 'POST', url: '/public/api/v1/auth/registrations/confirm', payload }),
    count: () => countOf('passengers join cards using (passenger_id) where email = $1', email),
  };
}

async function buildOwner() {
  const owner = await signIn();
  await insertRow(pool, 'credentials', { passenger_id: owner.passengerId, password_hash });
  return { ...owner, count: () => countOf('former_passwords where passenger_id = $1', owner.passengerId) };
}

async function reset(): Promise<Act> {
  const { passengerId: passenger_id, count } = await buildOwner();
  const token = newToken();
  const expires_at = new Date(Date.now() + 600_000);
  const row = { token_hash: sha256(token), reset_id: randomUUID(), passenger_id, purpose: 'forgotten', expires_at };
  await insertRow(pool, 'password_resets', row);
  const payload = { reset_token: token, new_password: newPassword };
  return {
    call: () => send({ method: 'POST', url: '/public/api/v1/auth/user/password_reset_confirm', payload }),
    count,
  };
}

async function change(): Promise<Act> {
  const { cookie, count } = await buildOwner();
  const payload = { old_password: goodPassword, new_password: newPassword };
  return {
    call: () => send({ method: 'POST', url: '/public/api/v1/auth/user/password_change', payload }, cookie),
    count,
  };
}

async function link(): Promise<Act> {
  const { cookie, passengerId } = await signIn();
  const payload = { srid: await paidReference(testApp), amountMinor: 740, name: 'Blue' };
  return {
    call: () => send({ method: 'POST', url: '/public/api/v1/portal/cards', payload }, cookie),
    count: () => countOf('cards where passenger_id = $1', passengerId),
  };
}

/** Repeats the call while it is answered with 503. Returns the status of the last answer. */
async function persist({ call }: Act): Promise<number> {
  let status = 503;
  for (let time = 0; time < 10 && status === 503; time += 1) status = (await call()).statusCode;
  return status;
}

describe('an act that loses the database before any of its statements', { timeout: 120_000 }, () => {
  it.each<[string, () => Promise<Act>]>([
    ['the confirmation of a registration', confirmation],
    ['a reset of the password', reset],
    ['a change of the password', change],
    ['the link of a card', link],
  ])('is answered as done if it is done, and can be repeated if not: %s', async (_, build) => {
    const { statusCode: done } = await (await build()).call();
    expect(done).toBeLessThan(300);

    for (let message = 1, isCut = true; isCut; message += 1) {
      const act = await build();
      const wasCut = proxy.cutAt(message);
      const { statusCode } = await act.call();
      isCut = wasCut();

      const isDone = statusCode === done;
      expect([message, statusCode, await act.count()]).toEqual([message, isDone ? done : 503, isDone ? 1 : 0]);
      if (!isDone) expect([message, await persist(act), await act.count()]).toEqual([message, done, 1]);
    }
  });
});
