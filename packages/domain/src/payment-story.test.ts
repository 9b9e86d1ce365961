import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { back, cad, paymentOf, refund, type Source, type Trip, told, trip } from '../test/story-payments.ts';
import { type Story, storyOf } from './payment-story.ts';

const savedOf = (payment: Source) => storyOf(payment).saved;
const exactly = (amountMinor: number) => ({ amount: cad(amountMinor), isAtLeast: false });
const atLeast = (amountMinor: number) => ({ amount: cad(amountMinor), isAtLeast: true });
const unknownCap = { code: 'daily_cap', reached: null };
const reasons = ({ lines }: Story<Trip>) => lines.flatMap((line) => (line.kind === 'trip' ? [line.reason] : []));

describe('the trips of a payment', () => {
  test('have one line each, with their reason and what the cap saved', () => {
    const trips = [
      trip(375, 'single fare'),
      trip(0, 'free transfer'),
      trip(375, 'single fare'),
      trip(375, 'daily cap reached'),
      trip(0, 'daily cap reached'),
    ];

    const story = storyOf(paymentOf(1125, trips));

    expect(told(story)).toEqual([
      ['trip', 375],
      ['trip', 0],
      ['trip', 375],
      ['trip', 375],
      ['trip', 0],
      ['total', 1125],
    ]);
    const cap = { code: 'daily_cap', reached: cad(1125) };
    expect(reasons(story)).toEqual([{ code: 'payg' }, { code: 'transfer' }, { code: 'payg' }, cap, cap]);
    expect(story.saved).toEqual(exactly(375));
  });

  test('save the full price of a trip on the same line, or else the full price of all others', () => {
    const express = { line: { id: '90' } };
    const trips = [trip(600, 'single fare', express), trip(150, 'daily cap', express), trip(0, 'daily cap')];

    expect(savedOf(paymentOf(750, trips))).toEqual(exactly(600 - 150 + 600));
  });

  test('are compared with those on their own line, wherever these begin', () => {
    const on = (id: string, from: string) => ({ line: { id }, from });
    const full = [trip(600, 'single fare', on('90', 'Harbour')), trip(375, 'single fare', on('12', 'Harbour'))];
    const capped = (id: string) => trip(0, 'daily cap', on(id, 'Hill'));

    expect(savedOf(paymentOf(975, [...full, capped('90')]))).toEqual(exactly(600));
    expect(savedOf(paymentOf(975, [...full, capped('12')]))).toEqual(exactly(375));
    expect(savedOf(paymentOf(975, [...full, capped('7')]))).toBeNull();
  });

  test('are not compared with those of another operator, also where its line has the same name', () => {
    const ferry = { operator: 'Ferries', line: { id: '1' } };
    const trips = [trip(900, 'single fare', ferry), trip(375, 'single fare', { line: { id: '2' } })];
    const capped = trip(0, 'daily cap', { line: { id: '1' } });

    expect(savedOf(paymentOf(1275, [...trips, capped]))).toEqual(exactly(375));
    expect(savedOf(paymentOf(900, [...trips.slice(0, 1), capped]))).toBeNull();
  });

  test('are not compared with a trip that was free', () => {
    const trips = [trip(0, 'single fare'), trip(375, 'single fare'), trip(125, 'daily cap')];

    expect(savedOf(paymentOf(500, trips))).toEqual(exactly(250));
  });

  test('show no saving if others of their kind cost different amounts', () => {
    const trips = [trip(600, 'single fare'), trip(375, 'single fare'), trip(150, 'daily cap')];

    expect(savedOf(paymentOf(1125, trips))).toBeNull();
  });

  test('with an exit save what the same journey costs in full, and at least that where another one has no full price', () => {
    const [there, further] = [{ to: 'Hill' }, { to: 'Airport' }];
    const trips = [trip(375, 'single fare', there), trip(900, 'single fare'), trip(150, 'daily cap', there)];

    expect(savedOf(paymentOf(1425, trips))).toEqual(exactly(225));
    expect(savedOf(paymentOf(1425, [...trips, trip(0, 'daily cap', further)]))).toEqual(atLeast(225));
  });

  test('save the full price that the back office gives, whatever others cost', () => {
    const trips = [trip(600, 'single fare'), trip(375, 'single fare'), trip(150, 'daily cap', { fullPrice: cad(500) })];

    expect(savedOf(paymentOf(1125, trips))).toEqual(exactly(350));
    expect(savedOf(paymentOf(0, [trip(0, 'daily cap', { fullPrice: cad(375) })]))).toEqual(exactly(375));
  });

  test('save at least the known part where a capped trip was priced in another currency', () => {
    const abroad = trip(0, 'daily cap', { price: { amountMinor: 0, currency: 'USD' } });
    const trips = [trip(375, 'single fare'), trip(0, 'daily cap'), abroad];

    expect(savedOf(paymentOf(375, trips))).toEqual(atLeast(375));
  });

  test('show no saving and no cap if the delivered fares do not show them', () => {
    const story = storyOf(paymentOf(370, [trip(0, 'daily cap'), trip(370, 'daily cap')]));

    expect(story.saved).toBeNull();
    expect(reasons(story)[0]).toEqual({ code: 'daily_cap', reached: null });
  });

  test.each([
    ['the cap was taken off the payment as a whole', 1125, 'accepted'],
    ['the trips and the charge differ, and nothing says why', 1600, 'accepted'],
    ['the payment is still open, and the trips and the charge do not agree yet', 1125, 'open'],
  ] as const)('do not say what the cap is where %s', (_, dueMinor, status) => {
    const trips = [trip(375, 'single fare'), trip(375, 'single fare'), trip(745, 'daily cap')];

    const shown = reasons(storyOf(paymentOf(dueMinor, trips, { status })));

    expect(shown).toEqual([{ code: 'payg' }, { code: 'payg' }, unknownCap]);
  });

  test('say what the cap is where a ticket was bought with a trip of another day', () => {
    const before = trip(575, 'single fare', { id: 'before', serviceDay: '2026-11-18' });
    const products = [{ id: 'p', name: 'Bicycle', price: cad(200), tripId: before.id }];
    const trips = [before, trip(375, 'single fare'), trip(125, 'daily cap')];

    expect(reasons(storyOf(paymentOf(1075, trips, { products }))).at(-1)).toEqual({
      code: 'daily_cap',
      reached: cad(500),
    });
  });

  test('say what the cap is where a part was given back, or is no longer asked for', () => {
    const trips = [trip(375, 'single fare', { refund: back(375) }), trip(250, 'daily cap')];
    const cap = { code: 'daily_cap', reached: cad(625) };

    expect(reasons(storyOf(paymentOf(250, trips))).at(-1)).toEqual(cap);
    expect(reasons(storyOf(paymentOf(625, trips, { charges: [refund(375)] }))).at(-1)).toEqual(cap);
    expect(reasons(storyOf(paymentOf(200, trips.slice(1), { writtenOff: cad(50) }))).at(-1)).toEqual({
      ...cap,
      reached: cad(250),
    });
  });

  test.each([
    ['a trip of the day has another currency', { price: { amountMinor: 375, currency: 'USD' } }],
    ['a trip of the day has a missing tap', { fareReason: 'incomplete' }],
    ['the price of a trip of the day contains a ticket', { id: 'a' }],
    ['another operator has a fare of the day, so its cap may be another one', { operator: 'Ferries' }],
  ])('do not say what the cap is where %s', (_, over) => {
    const products = [{ id: 'p', name: 'Bicycle', price: cad(200), tripId: 'a' }];
    const trips = [trip(375, 'single fare'), trip(375, 'single fare', over), trip(375, 'daily cap')];

    expect(reasons(storyOf(paymentOf(1125, trips, { products }))).at(-1)).toEqual(unknownCap);
  });

  test('do not say what the cap is where other payments have fares of the day, or where all were free', () => {
    const trips = [trip(375, 'single fare'), trip(125, 'daily cap')];

    expect(reasons(storyOf(paymentOf(500, trips, { splitDays: ['2026-11-19'] }))).at(-1)).toEqual(unknownCap);
    expect(reasons(storyOf(paymentOf(0, [trip(0, 'daily cap')]))).at(-1)).toEqual(unknownCap);
    expect(reasons(storyOf(paymentOf(500, trips, { splitDays: ['2026-11-18'] }))).at(-1)).toEqual({
      code: 'daily_cap',
      reached: cad(500),
    });
  });

  test('say the cap of a payment from a server that does not know split days yet', () => {
    const { splitDays: _, ...older } = paymentOf(500, [trip(375, 'single fare'), trip(125, 'daily cap')]);

    expect(reasons(storyOf(older)).at(-1)).toEqual({ code: 'daily_cap', reached: cad(500) });
  });

  test('say the cap of their own day', () => {
    const before = { serviceDay: '2026-11-18' };
    const trips = [trip(375, 'single fare', before), trip(50, 'daily cap', before), trip(375), trip(125, 'daily cap')];

    expect(reasons(storyOf(paymentOf(925, trips)))).toEqual([
      { code: 'payg' },
      { code: 'daily_cap', reached: cad(425) },
      null,
      { code: 'daily_cap', reached: cad(500) },
    ]);
  });

  test("keep the back office's text if we have no better one", () => {
    expect(reasons(storyOf(paymentOf(600, [trip(600, 'express fare')])))).toEqual([
      { code: 'delivered', text: 'express fare' },
    ]);
  });

  test('are covered by the pass that was bought with one of them, and the pass appears once', () => {
    const trips = [trip(1125, 'day pass bought', { id: 'a' }), trip(0, 'day pass')];
    const products = [{ id: 'p', name: 'Day pass', price: cad(1125), tripId: 'a' }];

    const story = storyOf(paymentOf(1125, trips, { products }));

    expect(told(story)).toEqual([
      ['product', 1125],
      ['trip', 0],
      ['trip', 0],
      ['total', 1125],
    ]);
    expect(reasons(story)).toEqual([
      { code: 'pass', name: 'Day pass' },
      { code: 'pass', name: 'Day pass' },
    ]);
  });
});

test('tickets bought with a trip have one line each, and the trip has the rest of its price', () => {
  const products = [900, 300].map((price) => ({ id: `p${price}`, name: 'Day pass', price: cad(price), tripId: 'a' }));

  expect(told(storyOf(paymentOf(1250, [trip(1250, null, { id: 'a' })], { products })))).toEqual([
    ['product', 900],
    ['product', 300],
    ['trip', 50],
    ['total', 1250],
  ]);
});

test('the parts always add up to the total', () => {
  const minor = fc.integer({ min: 0, max: 100_000 });
  const reason = fc.constantFrom(null, 'daily cap', 'free transfer', 'single fare', 'day pass', 'odd');
  fc.assert(
    fc.property(
      minor,
      fc.array(fc.tuple(minor, reason), { maxLength: 6 }),
      fc.array(minor, { maxLength: 3 }),
      (due, fares, prices) => {
        const trips = fares.map(([fare, why], place) => trip(fare, why, { id: String(place) }));
        const products = prices.map((price, place) => ({
          id: `p${place}`,
          name: 'Pass',
          price: cad(price),
          tripId: place < 2 ? '0' : null,
        }));

        const { lines } = storyOf(paymentOf(due, trips, { products: trips.length > 0 ? products : [] }));

        const parts = lines.slice(
          0,
          lines.findIndex(({ kind }) => kind === 'total'),
        );
        expect(parts.reduce((sum, { amount }) => sum + amount.amountMinor, 0)).toBe(due);
      },
    ),
  );
});

test('what was paid and what is missing always add up to the total, and fares in another currency to none', () => {
  const minor = fc.integer({ min: 0, max: 1_000 });
  // What was paid of a corrupted one is not told.
  const status = fc.constantFrom('open', 'pending', 'accepted', 'payment_error', 'none');
  const fares = fc.array(fc.tuple(minor, fc.constantFrom('CAD', 'JPY', 'KWD')), { maxLength: 5 });
  fc.assert(
    fc.property(
      fc.record({ due: minor, paid: minor, last: minor, back: minor, writtenOff: minor, status }),
      fares,
      ({ due, paid, last, back, writtenOff, status: now }, prices) => {
        const trips = prices.map(([amountMinor, currency]) => trip(0, null, { price: { amountMinor, currency } }));
        const difference = Math.min(last, paid);

        const { lines } = storyOf(
          paymentOf(due, trips, {
            paid: cad(paid),
            previouslyPaid: cad(paid - difference),
            differencePaid: cad(difference),
            writtenOff: writtenOff > 0 ? cad(writtenOff) : null,
            charges: back > 0 ? [refund(back)] : [],
            status: now,
          }),
        );

        const total = lines.findIndex(({ kind }) => kind === 'total');
        const sumOf = (some: typeof lines, ...kinds: string[]) =>
          some.reduce((sum, { kind, amount }) => sum + (kinds.includes(kind) ? amount.amountMinor : 0), 0);
        const own = lines.slice(0, total).filter(({ amount }) => amount.currency === 'CAD');
        expect(own.reduce((sum, { amount }) => sum + amount.amountMinor, 0)).toBe(due);
        const after = lines.slice(total + 1);
        const missing = sumOf(after, 'unpaid', 'toCome', 'writtenOff');
        expect(missing).toBe(Math.max(0, due - paid));
        if (after.some(({ kind }) => kind === 'paid' || kind === 'difference'))
          expect(sumOf(after, 'paid', 'previouslyPaid', 'difference')).toBe(paid);
        expect(sumOf(after, 'overpaid')).toBe(Math.max(0, paid - due - back));
        if (back > 0) expect(sumOf(after, 'net')).toBe(paid + sumOf(after, 'refunded'));
      },
    ),
  );
});
