import { randomUUID } from 'node:crypto';
import { dayMs } from '@tapfolio/domain/durations.ts';
import pg from 'pg';
import { expect, it } from 'vitest';
import { buildCard } from '../../test/factories/cards.ts';
import { buildCollection } from '../../test/factories/collections.ts';
import { insertRow } from '../../test/factories/insert-row.ts';
import { buildPassenger } from '../../test/factories/passengers.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { urlOfPart } from '../database/parts.ts';
import { types } from '../database/pool.ts';
import { readPortalUse } from './portal-use.ts';

const { pool, url } = await createTestDatabase();
const at = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

it('counts what there is and what was done in seven days, with the rights of the feed, which sees no account', async () => {
  const { passenger_id } = await buildPassenger(pool);
  await buildPassenger(pool, { status: 'anonymised' });
  await buildCard(pool, { passenger_id });
  const events = { registration_confirmed: [1, 8], shadow_user_made: [2], account_closed: [3], card_linked: [1] };
  for (const [kind, ages] of Object.entries(events))
    for (const age of ages) await insertRow(pool, 'audit_events', { kind, at: at(age) });
  for (const age of [1, 2, 9])
    await insertRow(pool, 'audit_events', { kind: 'card_link_refused', at: at(age), detail: { code: 'NWA0003' } });
  for (const [age, outcome] of [
    [1, 'approved'],
    [2, 'approved'],
    [3, 'declined'],
    [9, 'approved'],
  ] as const) {
    const done = { outcome, closed_at: at(age), bank_reference: outcome === 'approved' ? randomUUID() : null };
    const fare = { medium_id: randomUUID(), payment_id: randomUUID(), srid: 'ABCDEFGHJKLMN1' };
    await buildCollection(pool, { ...fare, amount_minor: 325, currency: 'CAD', ...done });
  }
  const client = new pg.Client({ connectionString: urlOfPart(url, 'feed'), types });
  await client.connect();

  const use = await readPortalUse(client, new Date());

  await expect(client.query('select from passengers')).rejects.toThrow('permission denied');
  await client.end();
  expect(use).toEqual({
    ...{ passengers: 1, cards: 1, days: 7, accountsOpened: 2, accountsClosed: 1, cardsLinked: 1 },
    linksRefused: { NWA0003: 2 },
    faresCollected: { CAD: { count: 2, amountMinor: 650 } },
  });
});
