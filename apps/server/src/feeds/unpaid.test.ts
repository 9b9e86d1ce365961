import { expect, it } from 'vitest';
import { exported, window } from '../../test/corrected-feed.ts';
import { importInto, temporaryFolder } from '../../test/feed-fixture.ts';
import { createTestDatabase } from '../../test/test-database.ts';

const { pool, url } = await createTestDatabase();

async function unpaidSince(): Promise<string[]> {
  const { rows } = await pool.query<{ since: string }>('select since from unpaid_media');
  return rows.map(({ since }) => new Date(since).toISOString());
}

it('notes that a card owes something until nothing is owed, whichever payment comes in between', async () => {
  const folder = temporaryFolder();
  const unpaid = { ...window, amount_settled: '0', stage: 'Debt' };
  const later = { ...unpaid, id: 'W-2', payment_reference: 'ABCDEFGHJKLMN2', open_date: '2025-06-05T12:00:00Z' };
  const paid = { amount_settled: '250', stage: 'Closed' };

  await importInto(url, exported(folder, 'pw', 3, [later]));
  await importInto(url, exported(folder, 'pw', 4, [unpaid]));
  expect(await unpaidSince()).toEqual(['2025-06-01T12:00:00.000Z']);

  await importInto(url, exported(folder, 'pw', 5, [{ ...unpaid, ...paid }]));
  expect(await unpaidSince()).toHaveLength(1);

  await importInto(url, exported(folder, 'pw', 6, [{ ...later, ...paid }]));
  expect(await unpaidSince()).toEqual([]);
});
