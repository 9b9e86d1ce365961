import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { newToken, sha256 } from '../../src/lib/hashing.ts';
import { newUuid } from '../../src/lib/ids.ts';
import { hashPassword } from '../../src/lib/password-hashing.ts';
import { authRole } from '../../src/roles/auth.ts';
import { createTestApp } from '../build-app.ts';
import { buildPasswordOwner, goodPassword } from '../factories/credentials.ts';
import { insertRow } from '../factories/insert-row.ts';
import { buildMedium } from '../factories/media.ts';
import { codeOf } from '../refusal-code.ts';
import { actMeanwhile, untilWaiting } from '../row-queue.ts';

const { call, context, pool } = await createTestApp([authRole]);
const base = '/public/api/v1/auth';

async function buildSession(passenger_id: string): Promise<string> {
  const token = newToken();
  const expires_at = new Date(Date.now() + 3_600_000);
  await insertRow(pool, 'sessions', { token_hash: sha256(token), passenger_id, idle_seconds: 0, expires_at });
  return `__Host-session=${token}`;
}

/** Two pending registrations for one address, the one that a confirmation locks last stored first. */
async function buildPending(email: string): Promise<{ firstLocked: Buffer; token: string }> {
  const tokens = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64url'));
  tokens.sort((a, b) => Buffer.compare(sha256(b), sha256(a)));
  const password_hash = await hashPassword(context.keys.passwords, goodPassword);
  const { version } = context.config.consent;
  for (const token of tokens) {
    const { medium_id } = await buildMedium(pool);
    await insertRow(pool, 'registrations', {
      ...{
        token_hash: sha256(token),
        registration_id: newUuid(Date.now()),
        email,
        password_hash,
        card_name: 'Blue card',
      },
      ...{ medium_id, consent_version: version, language: 'en_CA', expires_at: new Date(Date.now() + 600_000) },
    });
  }
  const [, token = ''] = tokens;
  return { firstLocked: sha256(token), token };
}

it('an account is closed while one of two registrations with its address is confirmed: neither waits for the other', async () => {
  const { email, passenger_id: passengerId } = await buildPasswordOwner(context);
  const cookie = await buildSession(passengerId);
  const { firstLocked, token } = await buildPending(email);
  const send = (url: string, payload: object) =>
    call({ method: 'POST', url: base + url, payload, headers: { cookie } });
  const confirm = () => send('/registrations/confirm', { token, password: goodPassword });
  const close = () => send('/user/anonymize', { reason: 'other', password: goodPassword });

  // The confirmation waits for the first of the two rows. The closing comes behind it, and may not hold the other one meanwhile.
  let closing: ReturnType<typeof close> | undefined;
  const confirmed = await actMeanwhile(pool, {
    lock: { text: 'select from registrations where token_hash = $1 for update', values: [firstLocked] },
    call: confirm,
    act: async () => {
      closing = close();
      await untilWaiting(pool, 2);
    },
  });

  expect([codeOf(confirmed), (await closing)?.statusCode]).toEqual(['TM0060', 204]);
  expect((await pool.query('select from registrations where email = $1', [email])).rowCount).toBe(0);
});
