import { randomUUID } from 'node:crypto';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { daysAgo } from '../../../test/claims.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildPassenger } from '../../../test/factories/passengers.ts';
import { beginHolding, untilWaiting } from '../../../test/row-queue.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { urlOfPart } from '../../database/parts.ts';
import { createPool } from '../../database/pool.ts';
import { sha256 } from '../../lib/hashing.ts';
import { endSessionsOfProvider } from '../single-sign-on/single-sign-on.queries.ts';
import { deleteEndedSessions, endSessionsByAdministrator } from './sessions.service.ts';

const { pool, url } = await createTestDatabase();
// Those that meet wait for each other, however busy the machine is.
const patience = { statementSeconds: 30, lockSeconds: 30, connectSeconds: 30 };
const worker = createPool({ url: urlOfPart(url, 'worker'), ...patience });
const auth = createPool({ url: urlOfPart(url, 'auth'), ...patience });
afterAll(() => Promise.all([worker.end(), auth.end()]));

const issuer = 'https://login.example';

/** Two sessions of a new passenger, which ended three days ago: the older one is stored last. */
async function insertSessions(): Promise<string> {
  const { passenger_id } = await buildPassenger(pool);
  const ended = { idle_seconds: 900, last_seen_at: daysAgo(3), expires_at: daysAgo(3) };
  for (const days of [4, 5]) {
    const token_hash = sha256(randomUUID());
    await insertRow(pool, 'sessions', { ...ended, token_hash, passenger_id, created_at: daysAgo(days) });
    await insertRow(pool, 'sso_sessions', { token_hash, issuer, subject: passenger_id, id_token: 'a token' });
  }
  return passenger_id;
}

it.each<[string, (passengerId: string) => Promise<unknown>]>([
  ['the sweep', () => deleteEndedSessions(worker)],
  ['the order to end all', () => endSessionsByAdministrator(auth, { email: null, traceId: randomUUID() })],
  ['a logout at the provider', (subject) => endSessionsOfProvider(auth, { issuer, subject, providerSession: null })],
])('%s and an act that ends the sessions of its passenger do not wait for each other', async (_, end) => {
  const passengerId = await insertSessions();
  const acting = await auth.connect();
  onTestFinished(() => acting.release(true));
  await acting.query(beginHolding);
  await acting.query('select from passengers where passenger_id = $1 for no key update', [passengerId]);
  const deleting = 'delete from sessions where passenger_id = $1 and created_at < $2';
  await acting.query(deleting, [passengerId, daysAgo(4)]);

  const ended = end(passengerId);
  await Promise.race([ended, untilWaiting(pool, 1)]);
  await Promise.all([ended, acting.query(deleting, [passengerId, daysAgo(1)]).then(() => acting.query('commit'))]);

  expect((await pool.query('select from sessions')).rowCount).toBe(0);
});
