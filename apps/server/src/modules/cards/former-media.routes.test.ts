import { randomUUID } from 'node:crypto';
import { cardList, cardOverview } from '@tapfolio/contracts/cards.ts';
import { debtList } from '@tapfolio/contracts/debts.ts';
import { productDetail } from '@tapfolio/contracts/products.ts';
import { salesPackagePage } from '@tapfolio/contracts/sales-packages.ts';
import { tripPage } from '@tapfolio/contracts/trips.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildCard, buildFormerMedium } from '../../../test/factories/cards.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildProduct } from '../../../test/factories/products.ts';
import { buildSalesPackage } from '../../../test/factories/sales-packages.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { silentBank } from '../../../test/silent-bank.ts';
import { askAtOnce } from '../../../test/while-busy.ts';
import { portalRole } from '../../roles/portal.ts';

const clock = { now: () => new Date('2026-03-10T12:00:00Z') };
const { pool, signIn } = await createTestApp([portalRole], { clock, bank: silentBank });
const cardsUrl = '/public/api/v1/portal/cards';

/** A passenger whose card has another medium since the first of March. */
async function cardWithFormerMedium() {
  const passenger = await signIn();
  const newest = await buildMedium(pool, { first_seen_at: '2026-03-01T00:00:00Z' });
  const card = await buildCard(pool, { passenger_id: passenger.passengerId, medium_id: newest.medium_id });
  const oldest = await buildMedium(pool, { first_seen_at: '2026-01-01T00:00:00Z' });
  const former = await buildFormerMedium(pool, card, oldest.medium_id);
  return { passenger, newest: newest.medium_id, former, url: `${cardsUrl}/${card.card_id}` };
}

const unpaid = { status: 'payment_error', paid_minor: 0 } as const;

describe('a fare of the former medium that becomes unpaid after the card was replaced', () => {
  it('is shown at the card, together with the debt of the new medium, the oldest first', async () => {
    const { passenger, newest, former, url } = await cardWithFormerMedium();
    const late = await buildPayment(pool, {
      medium_id: former,
      opened_at: '2026-02-27T08:00:00Z',
      due_minor: 740,
      ...unpaid,
    });
    const { payment_id } = await buildPayment(pool, {
      medium_id: newest,
      opened_at: '2026-03-02T08:00:00Z',
      due_minor: 300,
      ...unpaid,
    });

    const [listed] = cardList.parse((await passenger.call({ url: cardsUrl })).json()).items;
    const { card } = cardOverview.parse((await passenger.call({ url })).json());
    const { items } = debtList.parse((await passenger.call({ url: `${url}/debts` })).json());

    const debt = { due: [{ amountMinor: 1040, currency: 'CAD' }], count: 2, paymentId: late.payment_id };
    expect(listed).toMatchObject({ debtStatus: 'owed', accessStatus: 'denied', debt });
    expect(card).toMatchObject({ debt });
    expect(items.map(({ paymentId }) => paymentId)).toEqual([late.payment_id, payment_id]);
  });

  it('is paid once through the card, and not by another passenger', async () => {
    const { passenger, former, url } = await cardWithFormerMedium();
    const stranger = await cardWithFormerMedium();
    const at = { medium_id: former, opened_at: '2026-02-27T08:00:00Z' };
    const { payment_id } = await buildPayment(pool, { ...at, due_minor: 740, ...unpaid });
    const pay = (caller: typeof passenger, cardUrl: string) =>
      caller.call({
        method: 'POST',
        url: `${cardUrl}/debts/${payment_id}/collections`,
        headers: { 'idempotency-key': randomUUID() },
        payload: { amountMinor: 740, currency: 'CAD' },
      });

    expect((await pay(stranger.passenger, stranger.url)).json().error.code).toBe('debt_not_found');
    const answers = await askAtOnce(20, () => pay(passenger, url));

    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([202, ...Array(19).fill(409)]);
    const { rows } = await pool.query('select medium_id from collections where payment_id = $1', [payment_id]);
    expect(rows).toEqual([{ medium_id: former }]);
  });
});

describe('the histories of a card with a former medium', () => {
  it('sum up a day on which both media travelled on each page with a part of it', async () => {
    const { passenger, newest, former, url } = await cardWithFormerMedium();
    await buildTrip(pool, { medium_id: newest, started_at: '2026-03-01T18:00:00Z', fare_minor: 250 });
    await buildTrip(pool, { medium_id: former, started_at: '2026-03-01T14:00:00Z', fare_minor: 380 });
    const pageAfter = async (cursor: string) =>
      tripPage.parse((await passenger.call({ url: `${url}/trips?limit=1${cursor}` })).json());

    const first = await pageAfter('');
    const second = await pageAfter(`&cursor=${first.nextCursor}`);

    const days = [{ serviceDay: '2026-03-01', trips: 2, total: { amountMinor: 630, currency: 'CAD' } }];
    expect([first.days, second.days]).toEqual([days, days]);
  });

  it('omit no trip of the same millisecond', async () => {
    const { passenger, newest, former, url } = await cardWithFormerMedium();
    const times = ['00.000009Z', '00.000007Z', '00.00000500Z', '00Z'].map((second) => `2026-03-01T18:00:${second}`);
    const trips: string[] = [];
    for (const [index, started_at] of times.entries()) {
      const medium_id = index % 2 === 0 ? former : newest;
      trips.push((await buildTrip(pool, { medium_id, started_at })).trip_id);
    }

    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < times.length; page += 1) {
      const answer = await passenger.call({ url: `${url}/trips?limit=1${cursor}` });
      const { items, nextCursor } = tripPage.parse(answer.json());
      seen.push(...items.map(({ id }) => id));
      cursor = `&cursor=${nextCursor}`;
    }

    expect(seen).toEqual(trips);
  });

  it('open a ticket of the former medium, and let a package be chosen that was sold with it', async () => {
    const { passenger, former, url } = await cardWithFormerMedium();
    const { product_id: id } = await buildProduct(pool, { medium_id: former, valid_from: '2026-02-20T10:00:00Z' });
    // The database's clock says which sales are recent.
    const sold_at = new Date(Date.now() - dayMs).toISOString();
    const sale = await buildSalesPackage(pool, { medium_id: former, sold_at });
    const choose = (salesPackageId: string) =>
      passenger.call({ method: 'POST', url: `${url}/favourites`, payload: { salesPackageId, name: 'Weekend' } });

    const ticket = productDetail.parse((await passenger.call({ url: `${url}/products/${id}` })).json());
    const chosen = await choose(sale.sale_id);
    const unknown = await choose(randomUUID());

    expect(ticket.id).toBe(id);
    expect([chosen.statusCode, unknown.statusCode]).toEqual([201, 404]);
  });

  it('begin with the former medium, and contain the packages that were sold with it', async () => {
    const { passenger, newest, former, url } = await cardWithFormerMedium();
    const older = await buildSalesPackage(pool, { medium_id: former, sold_at: '2026-02-20T10:00:00Z' });
    const newer = await buildSalesPackage(pool, { medium_id: newest, sold_at: '2026-03-02T10:00:00Z' });

    const { items } = salesPackagePage.parse((await passenger.call({ url: `${url}/sales-packages` })).json());
    const { card } = cardOverview.parse((await passenger.call({ url })).json());

    expect(items.map(({ id }) => id)).toEqual([newer.sale_id, older.sale_id]);
    expect(card.historyFrom).toBe('2026-01-01T00:00:00Z');
  });
});
