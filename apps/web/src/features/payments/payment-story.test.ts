import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type StoryLine, storyOf } from './payment-story.ts';

const cad = (amountMinor: number) => ({ amountMinor, currency: 'CAD' });
const trip = (id: string, amountMinor: number): PaymentDetail['trips'][number] => ({
  id,
  line: null,
  from: null,
  to: null,
  startedAt: '2026-11-19T12:00:00Z',
  endedAt: null,
  price: cad(amountMinor),
  fareReason: null,
});

type Told = Parameters<typeof storyOf>[0];
const payment = (over: Partial<Told> = {}): Told => ({
  trips: [trip('a', 370), trip('b', 370), trip('c', 370), trip('d', 370)],
  products: [],
  tripsTotal: cad(1480),
  due: cad(1125),
  paid: cad(1125),
  total: cad(1125),
  previouslyPaid: cad(0),
  differencePaid: cad(1125),
  status: 'accepted',
  reason: 'trip',
  ...over,
});
const told = (lines: StoryLine[]) => lines.map(({ kind, amount }) => [kind, amount.amountMinor]);

describe('the story of a payment', () => {
  test('goes from trips over the cap to what was paid', () => {
    expect(told(storyOf(payment()))).toEqual([
      ['trips', 1480],
      ['less', -355],
      ['total', 1125],
      ['difference', 1125],
    ]);
  });

  test('is one line for a refund: nothing was due and nothing is missing', () => {
    const back = cad(-370);
    const refund = { reason: 'refund', due: cad(0), paid: back, total: back, differencePaid: back } as const;

    expect(told(storyOf(payment(refund)))).toEqual([['refunded', -370]]);
  });

  test('names each product with its price', () => {
    const products = [{ id: 'p', name: 'Day pass', price: cad(1125), tripId: null }];

    expect(told(storyOf(payment({ trips: [], tripsTotal: cad(0), products })))).toEqual([
      ['product', 1125],
      ['total', 1125],
      ['difference', 1125],
    ]);
  });

  test('counts a ticket once that was bought with a trip', () => {
    const trips = [trip('a', 1125), trip('b', 0)];
    const products = [{ id: 'p', name: 'Day pass', price: cad(1125), tripId: 'a' }];

    expect(told(storyOf(payment({ trips, tripsTotal: cad(1125), products })))).toEqual([
      ['trips', 0],
      ['product', 1125],
      ['total', 1125],
      ['difference', 1125],
    ]);
  });

  test('tells what was paid before and what is paid now', () => {
    const lines = storyOf(payment({ previouslyPaid: cad(370), differencePaid: cad(755) }));

    expect(told(lines).slice(-2)).toEqual([
      ['previouslyPaid', 370],
      ['difference', 755],
    ]);
  });

  test.each([
    ['payment_error', 'unpaid'],
    ['card_dead', 'unpaid'],
    ['open', 'toCome'],
    ['pending', 'toCome'],
  ] as const)('calls the rest of a payment that is %s %s', (status, kind) => {
    const lines = storyOf(payment({ status, paid: cad(0), differencePaid: cad(0) }));

    expect(told(lines).at(-1)).toEqual([kind, 1125]);
  });

  test('ends with what is left after a refund', () => {
    expect(told(storyOf(payment({ total: cad(755) }))).slice(-2)).toEqual([
      ['refunded', -370],
      ['net', 755],
    ]);
  });

  test('always comes out: the parts add up to the total', () => {
    const minor = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(minor, minor, fc.array(minor, { maxLength: 3 }), (tripsTotal, due, prices) => {
        const products = prices.map((price, place) => ({
          id: String(place),
          name: 'Pass',
          price: cad(price),
          tripId: null,
        }));
        const lines = storyOf(payment({ tripsTotal: cad(tripsTotal), products, due: cad(due), total: cad(due) }));

        const parts = lines.slice(
          0,
          lines.findIndex(({ kind }) => kind === 'total'),
        );
        expect(parts.reduce((sum, { amount }) => sum + amount.amountMinor, 0)).toBe(due);
      }),
    );
  });
});
