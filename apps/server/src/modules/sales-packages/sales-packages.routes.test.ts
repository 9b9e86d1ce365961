import { salesPackage, salesPackagePage } from '@tapfolio/contracts/sales-packages.ts';
import { describe, expect, it } from 'vitest';
import { nullsOf } from '../../../../../packages/contracts/test/nulls-of.ts';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { buildSalesPackage } from '../../../test/factories/sales-packages.ts';
import { passengersWithCard } from '../../../test/passenger-with-card.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool } = testApp;
const passengerWithCard = passengersWithCard(testApp, 'sales-packages');

const pageOf = async (passenger: SignedIn, url: string) =>
  salesPackagePage.parse((await passenger.call({ url })).json());

describe('listSalesPackages', () => {
  it('lists name, sale date, description, amount and channel of the packages of a card, page by page', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    await buildSalesPackage(pool, { medium_id: mediumId, sold_at: '2026-03-01T05:00:00Z' });
    const said = { description: 'Good for three months', channel_type: 'machine' };
    const newer = await buildSalesPackage(pool, { medium_id: mediumId, sold_at: '2026-03-02T05:00:00Z', ...said });

    const first = await pageOf(passenger, `${base}?limit=1`);
    const second = await pageOf(passenger, `${base}?limit=1&cursor=${first.nextCursor}`);

    expect(first.items).toEqual([
      {
        ...nullsOf(salesPackage),
        id: newer.sale_id,
        name: 'Ten rides',
        description: 'Good for three months',
        soldAt: '2026-03-02T05:00:00Z',
        timeZone: 'America/Toronto',
        amount: { amountMinor: 3150, currency: 'CAD' },
        channelType: 'machine',
        choice: 'too_old',
      },
    ]);
    expect(second.items.map((item) => item.soldAt)).toEqual(['2026-03-01T05:00:00Z']);
    expect(second.nextCursor).toBeNull();
  });

  it('filters by dates, including the first instant and excluding the last', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    for (const day of ['01', '02', '03'])
      await buildSalesPackage(pool, { medium_id: mediumId, sold_at: `2026-03-${day}T05:00:00Z` });

    const { items } = await pageOf(passenger, `${base}?from=2026-03-02T05:00:00Z&to=2026-03-03T05:00:00Z`);

    expect(items.map((item) => item.soldAt)).toEqual(['2026-03-02T05:00:00Z']);
  });

  it('lists no package of another card', async () => {
    const { passenger, base } = await passengerWithCard();
    const { mediumId } = await passengerWithCard();
    await buildSalesPackage(pool, { medium_id: mediumId, sold_at: '2026-03-01T05:00:00Z' });

    expect((await pageOf(passenger, base)).items).toEqual([]);
  });
});
