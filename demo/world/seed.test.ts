import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { buildLinkedCard, buildOwed, daysAgo, waitingNews } from '../../apps/server/test/card-news.ts';
import { startChaosProxy } from '../../apps/server/test/chaos-proxy.ts';
import { insertRow } from '../../apps/server/test/factories/insert-row.ts';
import { buildPassenger } from '../../apps/server/test/factories/passengers.ts';
import { createTestDatabase } from '../../apps/server/test/test-database.ts';
import { tellOfMonth, tellOfUnpaid } from './account-states.queries.ts';
import { findAccounts, keepIdentities } from './seed.ts';

const { pool, url } = await createTestDatabase();

async function identityAt(issuer: string): Promise<string> {
  const { passenger_id } = await buildPassenger(pool);
  await insertRow(pool, 'sso_identities', { issuer, subject: `person of ${passenger_id}`, passenger_id });
  return passenger_id;
}

const issuerOf = async (passengerId: string): Promise<string> =>
  (await pool.query('select issuer from sso_identities where passenger_id = $1', [passengerId])).rows[0].issuer;

it('recognises the people of the identity provider after it got another port, but no people of another provider', async () => {
  const ours = await identityAt('http://localhost:8026');
  const others = await identityAt('https://id.example.org');

  await keepIdentities({ databaseUrl: url }, 'http://localhost:40123');

  expect([await issuerOf(ours), await issuerOf(others)]).toEqual(['http://localhost:40123', 'https://id.example.org']);
});

it('lets the mailbox show the mail about an unpaid fare, which is older than the account of its passenger', async () => {
  const { email, passengerId, mediumId } = await buildLinkedCard({ pool });
  const other = await buildLinkedCard({ pool });
  for (const card of [mediumId, other.mediumId]) await buildOwed(pool, card, { opened_at: daysAgo(11) });

  await tellOfUnpaid(pool, { emails: [email] });

  expect(await waitingNews(pool)).toEqual([{ passengerId, mediumId, seconds: 0 }]);
  const { rows } = await pool.query('select from cards join debts using (medium_id) where linked_at < opened_at');
  expect(rows).toHaveLength(1);
});

it('lets the mailbox show the mail about a month, once for each database', async () => {
  const { email, passengerId } = await buildLinkedCard({ pool });
  const waiting = async () =>
    (
      await pool.query(
        `select payload->>'passengerId' as id, payload->>'month' as month from graphile_worker._private_jobs where payload->>'mail' = 'month-news'`,
      )
    ).rows;
  await tellOfMonth(pool, { emails: [email], month: '2026-10-01' });
  const first = await waiting();
  await pool.query('delete from graphile_worker._private_jobs');

  await tellOfMonth(pool, { emails: [email], month: '2026-11-01' });

  expect([first, await waiting()]).toEqual([[{ id: passengerId, month: '2026-10' }], []]);
});

it('waits for the database as long as a first start on a busy machine may take', async () => {
  const proxy = await startChaosProxy(url);
  onTestFinished(() => proxy.close());
  proxy.become('silent');
  const accounts = findAccounts({ databaseUrl: proxy.url });
  accounts.catch(() => {});

  await sleep(3000);
  proxy.become('pass');

  expect(await accounts).toEqual(new Map());
});
