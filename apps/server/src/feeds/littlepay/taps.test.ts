import { storyOf } from '@tapfolio/domain/payment-story.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { outcomesOfEveryOrder } from '../../../test/every-order.ts';
import { count, emptyTables } from '../../../test/feed-fixture.ts';
import { v1, v3 } from '../../../test/littlepay-feed.ts';
import { deliver, one } from '../../../test/littlepay-import.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { wholeHistory } from '../../gate/own-media.ts';
import { readPayment } from '../../modules/payments/payments.service.ts';
import { TimetableNames } from '../../modules/travel/timetable-names.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const [morning, noon] = ['2025-10-03T08:00:00.000Z', '2025-10-03T08:30:00.000Z'];
const trip = `select from_name, to_name, status, fare_minor::int as fare, line_id, line_name, currency::text as currency,
  fare_reason, (checked_out_at - started_at)::text as lasted from trips`;

describe('a tap', () => {
  it('without a fare is stored, and a fare without a tap waits', async () => {
    await deliver(url, { taps: [v3.tap('T', morning)], fares: [v3.fare('M', 'A', '3.60')] });

    expect([await count(pool, 'taps'), await count(pool, 'trips')]).toEqual([1, 0]);
  });

  it('is corrected by a newer export and not by an older one that comes late', async () => {
    const first = v3.tap('T', morning, { route_id: 'Route Z', location_name: '', location_id: '' });
    const second = v3.tap('T', morning, { route_id: '9', location_name: 'Kingsbury' });
    const rest = { links: [v3.link('T', 'M')], fares: [v3.fare('M', 'A', '1.75')] };
    await deliver(url, { taps: [first], ...rest });
    const before = await one(pool, trip);
    await deliver(url, { taps: [second] }, { at: '202510060430' });
    await deliver(url, { taps: [{ ...first, device_id: 'other' }] }, { at: '202510050430' });

    expect(before).toMatchObject({ from_name: null, line_id: null, line_name: null });
    expect(await one(pool, trip)).toMatchObject({ from_name: 'Kingsbury', line_id: '9', line_name: 'Bus 9' });
  });

  it('is refused if the reader denied it, by its own row or by that of the terminal', async () => {
    await deliver(url, {
      taps: [v3.tap('T', morning, { transaction_outcome: 'DENY' }), v3.tap('T2', noon)],
      terminals: [v3.terminal('T2', 'true')],
    });

    const { rows } = await pool.query('select outcome from taps');
    expect(rows).toEqual([{ outcome: 'refused' }, { outcome: 'refused' }]);
  });

  it('of version 1 gets the card of its fare, although it has another customer', async () => {
    await deliver(url, {
      taps: [v1.tap('T', morning, { customer_id: 'merged customer' })],
      links: [v1.link('T', 'M')],
      fares: [v1.fare('M', 'A', '3.60')],
    });

    expect([await count(pool, 'taps'), await count(pool, 'trips'), await count(pool, 'media')]).toEqual([1, 1, 1]);
  });

  it('of version 1 without a fare gets the only card of its customer, and waits for that card', async () => {
    await deliver(url, { taps: [v1.tap('T', morning), v1.tap('T2', noon, { customer_id: 'two cards' })] });
    const before = await count(pool, 'taps');
    const two = [v1.card('one', { customer_id: 'two cards' }), v1.card('other', { customer_id: 'two cards' })];
    await deliver(url, { cards: [v1.card('card'), ...two] }, { at: '202510200430' });

    expect(before).toBe(0);
    expect(await one(pool, 'select last_four from taps join media using (medium_id)')).toEqual({ last_four: '4242' });
  });
});

describe('a card', () => {
  it('gets missing details from later files and never loses one', async () => {
    const taps = [v3.tap('T', morning)];
    await deliver(url, { taps, cards: [v3.card('card', { card_scheme: '', masked_pan: '' })] });
    const before = await one(pool, 'select scheme, last_four, medium_type from media');
    await deliver(url, { cards: [v3.card('card', { form_factor: 'Apple phone' })] }, { at: '202510050430' });
    await deliver(url, { cards: [v3.card('card', { form_factor: '' })] }, { at: '202510060430' });

    expect(before).toEqual({ scheme: null, last_four: null, medium_type: 'unidentified' });
    const after = { scheme: 'VISA', last_four: '4242', medium_type: 'phone' };
    expect(await one(pool, 'select scheme, last_four, medium_type from media')).toEqual(after);
  });
});

describe('a ticket that was bought at a reader', () => {
  it('is a product, valid until the day of operation ends and paid with the fare; a purchase that only names a fare is not', async () => {
    await deliver(url, {
      purchases: [v3.purchase('T', 'P'), v3.purchase('T', 'Q', { product_id: 'flat fare' })],
      taps: [v3.tap('T', morning)],
      links: [v3.link('T', 'M')],
      fares: [v3.fare('M', 'A', '12.00', { charge_type: 'RETAIL_FARE' })],
      settlements: [v3.settlement('S', 'A', '12.00')],
    });

    expect(
      await one(pool, 'select name, valid_to, amount_minor::int as amount, srid is not null as paid from products'),
    ).toEqual({
      name: 'Day ticket',
      valid_to: '2025-10-04 03:30:00+00',
      amount: 1200,
      paid: true,
    });
    expect(await one(pool, 'select reason, status from payments')).toEqual({ reason: 'product', status: 'accepted' });
  });

  it.each([
    { bought: 'it', prices: [1200] },
    { bought: 'several that are bought with one tap, each at its own price,', prices: [800, 400] },
  ])('$bought and the trip are one price in the story of their payment', async ({ prices }) => {
    await deliver(url, {
      purchases: prices.map((price) => v3.purchase('T', `P${price}`, { indicative_amount: (price / 100).toFixed(2) })),
      taps: [v3.tap('T', morning), v3.tap('T2', noon)],
      links: [v3.link('T', 'M'), v3.link('T2', 'M2')],
      fares: [v3.fare('M', 'A', '12.00', { charge_type: 'RETAIL_FARE' }), v3.fare('M2', 'A', '0.00')],
      settlements: [v3.settlement('S', 'A', '12.00')],
    });

    const { medium_id, payment_id } = await one(pool, 'select medium_id, payment_id from payments');
    const question = {
      medium: wholeHistory(String(medium_id)),
      paymentId: String(payment_id),
      language: 'en',
      prefix: '',
    };
    const payment = await readPayment({ readDb: pool, names: new TimetableNames(pool) }, question);

    expect(payment.products.map(({ price }) => price.amountMinor).sort((a, b) => b - a)).toEqual(prices);
    const lines = storyOf(payment).lines.map(({ kind, amount }) => [kind, amount.amountMinor]);
    expect(lines.filter(([kind]) => kind === 'product')).toHaveLength(prices.length);
    expect(lines.filter(([kind]) => kind !== 'product')).toEqual([
      ['trip', 0],
      ['trip', 0],
      ['total', 1200],
    ]);
  });

  it('is cancelled and belongs to no payment when the back office deletes its fare, in either order', async () => {
    const travel = { taps: [v3.tap('T', morning)], links: [v3.link('T', 'M')], purchases: [v3.purchase('T', 'P')] };
    const sold = v3.fare('M', 'A', '12.00', { charge_type: 'RETAIL_FARE' });
    const deleted = { ...sold, status: 'DELETED', record_updated_timestamp_utc: '2025-10-05T03:30:00.000Z' };
    const status = 'select status, srid is not null as paid from products';

    await deliver(url, { ...travel, fares: [sold] });
    expect(await one(pool, status)).toEqual({ status: 'active', paid: true });
    await deliver(url, { fares: [deleted] }, { at: '202510050430' });
    expect(await one(pool, status)).toEqual({ status: 'cancelled', paid: false });

    await emptyTables(pool);
    await deliver(url, { fares: [deleted] }, { at: '202510050430' });
    await deliver(url, { ...travel, fares: [sold] });
    expect(await one(pool, status)).toEqual({ status: 'cancelled', paid: false });
  });

  it('begins with its tap where it has no time of its own, in every order of the files', async () => {
    const files = {
      '202510040430': {
        taps: [v3.tap('T', morning)],
        links: [v3.link('T', 'M')],
        fares: [v3.fare('M', 'A', '12.00', { charge_type: 'RETAIL_FARE' })],
        purchases: [v3.purchase('T', 'P', { transaction_timestamp_utc: '' })],
      },
      '202510050430': { taps: [v3.tap('T', noon)] },
    };

    const tickets = await outcomesOfEveryOrder({
      pool,
      files: Object.keys(files),
      importOne: async (at) => void (await deliver(url, files[at as keyof typeof files], { at })),
      outcome: async () => (await pool.query('select valid_from = $1 as is_of_tap from products', [noon])).rows,
    });

    expect(tickets).toEqual([[{ is_of_tap: true }]]);
  });

  const sold = v3.fare('M', 'A', '12.00');
  const purchases = [v3.purchase('T', 'P')];
  const exit = v3.tap('T2', noon, { type: 'off' });
  const pending = { ...sold, charge_type: 'pending_charge_fare' };
  const ofOther = { funding_source_id: 'card 2', customer_id: 'customer of card 2', aggregation_id: 'B' };
  it.each([
    [
      'its fare was of another card before',
      { taps: [v3.tap('T', morning)], links: [v3.link('T', 'M')], fares: [sold], purchases },
      { fares: [{ ...sold, ...ofOther, record_updated_timestamp_utc: '2025-10-05T03:30:00.000Z' }] },
    ],
    [
      'its fare is replaced by that of the whole journey, which names its other tap',
      {
        taps: [v3.tap('T', morning), exit],
        links: [v3.link('T', 'M'), v3.link('T2', 'M')],
        fares: [pending],
        purchases,
      },
      { fares: [v3.fare('M2', 'B', '12.00', ofOther)], links: [v3.link('T2', 'M2')] },
    ],
  ])('is of one card and one payment, in every order of the files: %s', async (_, before, after) => {
    const files = { '202510040430': before, '202510050430': after };

    const sales = await outcomesOfEveryOrder({
      pool,
      files: Object.keys(files),
      importOne: async (at) => void (await deliver(url, files[at as keyof typeof files], { at })),
      outcome: async () =>
        (
          await pool.query(
            'select p.status, t.medium_id is not null as is_of_trip from products p left join trips t using (medium_id)',
          )
        ).rows,
    });

    expect(sales).toEqual([[{ status: 'active', is_of_trip: true }]]);
  });

  it('stays with its card when a ticket of another payment of the card moves to another card', async () => {
    const other = v3.fare('M2', 'A', '12.00');
    await deliver(url, {
      taps: [v3.tap('T', morning), v3.tap('T2', noon)],
      links: [v3.link('T', 'M'), v3.link('T2', 'M2')],
      fares: [v3.fare('M', 'C', '12.00'), other],
      purchases: [...purchases, v3.purchase('T2', 'Q', { transaction_timestamp_utc: noon })],
    });

    const moved = { ...other, ...ofOther, record_updated_timestamp_utc: '2025-10-05T03:30:00.000Z' };
    await deliver(url, { fares: [moved] }, { at: '202510050430' });

    const { rows } = await pool.query(
      'select valid_from = $1 as is_other, t.medium_id is not null as is_of_trip from products p left join trips t on t.medium_id = p.medium_id and t.started_at = p.valid_from order by 1',
      [noon],
    );
    expect(rows).toEqual([
      { is_other: false, is_of_trip: true },
      { is_other: true, is_of_trip: true },
    ]);
  });
});
