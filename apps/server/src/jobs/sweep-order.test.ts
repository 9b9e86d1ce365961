import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { daysAgo } from '../../test/claims.ts';
import { insertRow } from '../../test/factories/insert-row.ts';
import { buildMedium } from '../../test/factories/media.ts';
import { buildPassenger } from '../../test/factories/passengers.ts';
import { actMeanwhile } from '../../test/row-queue.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { urlOfPart } from '../database/parts.ts';
import { createPool } from '../database/pool.ts';
import { sha256 } from '../lib/hashing.ts';
import { deleteOldClaims } from '../modules/card-claims/decide-claims.service.ts';
import { deleteExpiredRegistrations } from '../modules/registrations/registrations.service.ts';
import { deleteEndedThrottles } from '../modules/throttles/throttles.service.ts';

const { pool, url } = await createTestDatabase();
const worker = createPool({ url: urlOfPart(url, 'worker') });
const keys = ['a', 'b', 'c'].map(sha256).sort(Buffer.compare);
const longAgo = new Date(Date.now() - 60_000);

async function insertRegistrations(): Promise<void> {
  const { medium_id } = await buildMedium(pool);
  const email = `${randomUUID()}@example.org`;
  const asked = { email, password_hash: 'x', card_name: 'Card', medium_id, consent_version: '1', language: 'en_CA' };
  for (const token_hash of keys.toReversed())
    await insertRow(pool, 'registrations', {
      ...asked,
      token_hash,
      registration_id: randomUUID(),
      expires_at: longAgo,
    });
}

async function insertThrottles(): Promise<void> {
  const ended = { failures: 1, pending: 0, pending_until: longAgo, window_ends_at: longAgo };
  for (const bucket of keys.toReversed()) await insertRow(pool, 'throttles', { ...ended, bucket });
}

const claimIds = Array.from({ length: 3 }, () => randomUUID()).sort();

async function insertClaims(): Promise<void> {
  const { passenger_id } = await buildPassenger(pool);
  const { medium_id } = await buildMedium(pool);
  const ended = { state: 'withdrawn', claimed_at: daysAgo(900), object_until: daysAgo(893), ended_at: daysAgo(892) };
  for (const claim_id of claimIds.toReversed())
    await insertRow(pool, 'card_claims', { ...ended, claim_id, passenger_id, medium_id, name: 'Mine' });
}

it.each([
  { table: 'registrations', key: 'token_hash', insert: insertRegistrations, sweep: deleteExpiredRegistrations },
  { table: 'throttles', key: 'bucket', insert: insertThrottles, sweep: deleteEndedThrottles },
  { table: 'card_claims', key: 'claim_id', insert: insertClaims, sweep: deleteOldClaims },
])('the sweep of $table locks rows in the order in which calls lock them, so that neither fails', async (rows) => {
  const { table, key, insert, sweep } = rows;
  const inOrder = table === 'card_claims' ? claimIds : keys;
  // The last in order is stored first, as rows that are written again and again may be.
  await insert();
  const locking = (value: Buffer | string | undefined) => ({
    text: `select from ${table} where ${key} = $1 for update`,
    values: [value],
  });

  await actMeanwhile(pool, {
    lock: locking(inOrder[0]),
    call: () => sweep(worker),
    act: (holder) => holder.query(locking(inOrder[2])),
  });

  expect((await pool.query(`select from ${table}`)).rowCount).toBe(0);
});
