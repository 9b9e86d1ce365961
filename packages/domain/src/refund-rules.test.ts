import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from './durations.ts';
import { judgeRefund, type RefundFacts, type RefundWish, shareOut } from './refund-rules.ts';

const now = new Date('2026-03-10T12:00:00Z');
const trip = (tripId: string, fareMinor = 370, more: Partial<RefundFacts['trips'][number]> = {}) => ({
  tripId,
  status: 'calculated' as const,
  fareMinor,
  currency: 'CAD',
  isRefunded: false,
  ...more,
});
const payment: RefundFacts['payment'] = {
  operatorCode: '1',
  reason: 'trip',
  method: 'emv',
  status: 'accepted',
  paidMinor: 740,
  currency: 'CAD',
  openedAt: new Date('2026-03-01T08:00:00Z'),
};
const facts: RefundFacts = {
  payment,
  trips: [trip('a'), trip('b')],
  otherTripIds: ['x'],
  refundedMinor: 0,
  isRefundedInOtherCurrency: false,
  isBeingRefunded: false,
  isBeingCollected: false,
  isChargedBack: false,
  isPerhapsChargedBack: false,
  now,
};
const wish: RefundWish = { operatorCode: '1', currency: 'CAD', reason: 'delay' };

const judge = (asked: Partial<RefundWish>, known: Partial<RefundFacts> = {}) =>
  judgeRefund({ ...wish, ...asked }, { ...facts, ...known });
const ofPayment = (changed: Partial<RefundFacts['payment']>) => ({ payment: { ...payment, ...changed } });

describe('a refund is refused', () => {
  const broken: [code: string, asked: Partial<RefundWish>, known?: Partial<RefundFacts>][] = [
    ['PS0001', { trips: [{ tripId: 'nobody' }] }],
    ['PS0003', { trips: [{ tripId: 'x' }] }],
    ['PS0004', { trips: [] }],
    ['PS0005', {}, { isChargedBack: true }],
    ['PS0006', {}, { isPerhapsChargedBack: true }],
    ['PS0006', {}, { isBeingCollected: true }],
    ['PS0006', {}, ofPayment({ status: 'open' })],
    ['PS0006', {}, ofPayment({ status: 'pending' })],
    ['PS0007', { trips: [{ tripId: 'a' }] }, { trips: [trip('a', 370, { isRefunded: true }), trip('b')] }],
    ['PS0007', {}, { refundedMinor: 740 }],
    ['PS0007', { amountMinor: 1 }, { isRefundedInOtherCurrency: true }],
    ['PS0008', {}, { isBeingRefunded: true }],
    ['PS0009', {}, ofPayment({ status: 'payment_error' })],
    ['PS0009', {}, { trips: [trip('a', 370, { status: 'provisional' }), trip('b')] }],
    ['PS0010', { amountMinor: 0 }],
    ['PS0010', { amountMinor: -1 }],
    ['PS0010', { trips: [{ tripId: 'a', amountMinor: 0 }] }],
    ['PS0010', { trips: [{ tripId: 'free' }] }, { trips: [trip('free', 0), trip('b', 740)] }],
    ['PS0011', { trips: [{ tripId: 'a', amountMinor: 371 }] }],
    ['PS0012', { amountMinor: 741 }],
    ['PS0012', { amountMinor: 371 }, { refundedMinor: 370 }],
    ['PS0012', { trips: [{ tripId: 'a' }, { tripId: 'b' }] }, ofPayment({ paidMinor: 500 })],
    ['PS0013', { currency: 'GBP' }],
    ['PS0013', { trips: [{ tripId: 'abroad' }] }, { trips: [trip('a'), trip('abroad', 250, { currency: 'EUR' })] }],
    ['PS0015', { trips: [{ tripId: 'a' }, { tripId: 'a' }] }],
    ['PS0016', { reason: 'because' }],
    ['PS0017', {}, ofPayment({ paidMinor: 0 })],
    ['PS0018', {}, ofPayment({ openedAt: new Date('2025-03-01T08:00:00Z') })],
    ['PS0020', {}, ofPayment({ reason: 'refund' })],
    ['PS0021', {}, ofPayment({ method: 'ddm' })],
    ['PS0022', { operatorCode: '2' }],
  ];

  it.each(broken)('with %s: %j %j', (refusal, asked, known) => {
    expect(judge(asked, known)).toEqual({ refusal });
  });
});

describe('a refund gives back', () => {
  it('the whole payment: for each trip what it cost', () => {
    const trips = [
      { tripId: 'a', amountMinor: 370 },
      { tripId: 'b', amountMinor: 370 },
    ];
    expect(judge({})).toEqual({ plan: { reason: 'delay', amountMinor: 740, trips } });
  });

  it('a whole payment with a trip of another currency: each trip of its own currency what it cost', () => {
    const trips = [trip('a', 375), trip('abroad', 250, { currency: 'EUR' })];

    expect(judge({}, { ...ofPayment({ paidMinor: 590 }), trips })).toMatchObject({
      plan: { amountMinor: 590, trips: [{ tripId: 'a', amountMinor: 375 }] },
    });
  });

  it('the rest of the payment, and no trip twice', () => {
    const known = { refundedMinor: 370, trips: [trip('a', 370, { isRefunded: true }), trip('b')] };

    expect(judge({}, known)).toMatchObject({ plan: { amountMinor: 370, trips: [{ tripId: 'b', amountMinor: 370 }] } });
  });

  it('a part of the payment that belongs to no trip', () => {
    expect(judge({ amountMinor: 100 })).toMatchObject({ plan: { amountMinor: 100, trips: [] } });
  });

  it('the smallest amount, until a year has passed', () => {
    const opened = (beforeYearMs: number) =>
      ofPayment({ paidMinor: 1, openedAt: new Date(now.getTime() - 365 * dayMs - beforeYearMs) });

    expect(judge({ amountMinor: 1 }, opened(0))).toMatchObject({ plan: { amountMinor: 1 } });
    expect(judge({ amountMinor: 1 }, opened(1))).toEqual({ refusal: 'PS0018' });
  });

  it('trips, whole and in part', () => {
    const trips = [{ tripId: 'b', amountMinor: 100 }, { tripId: 'a' }];

    expect(judge({ trips })).toMatchObject({
      plan: {
        amountMinor: 470,
        trips: [
          { tripId: 'b', amountMinor: 100 },
          { tripId: 'a', amountMinor: 370 },
        ],
      },
    });
  });
});

describe('named trips', () => {
  const both = [{ tripId: 'a' }, { tripId: 'b' }];

  it.each([
    ['PS0001', [{ tripId: 'a' }, { tripId: 'nobody' }], [trip('a'), trip('b')]],
    ['PS0007', both, [trip('a', 370, { isRefunded: true }), trip('b')]],
    ['PS0009', both, [trip('a'), trip('b', 370, { status: 'provisional' })]],
    ['PS0010', [{ tripId: 'a' }, { tripId: 'b', amountMinor: -1 }], [trip('a'), trip('b')]],
    ['PS0011', [{ tripId: 'a' }, { tripId: 'b', amountMinor: 371 }], [trip('a', 369), trip('b')]],
    ['PS0013', both, [trip('a'), trip('b', 370, { currency: 'EUR' })]],
  ] as const)('are refused with %s because of one of them', (refusal, asked, trips) => {
    expect(judge({ trips: asked }, { trips })).toEqual({ refusal });
  });

  it.each([
    ['is under way', { status: 'provisional' }],
    ['was refunded', { isRefunded: true }],
    ['has another currency', { currency: 'EUR' }],
    ['was free', { fareMinor: 0 }],
  ] as const)('are given back although another trip of the payment %s', (_, more) => {
    expect(judge({ trips: [{ tripId: 'b' }] }, { trips: [trip('a', 370, more), trip('b')] })).toMatchObject({
      plan: { amountMinor: 370, trips: [{ tripId: 'b', amountMinor: 370 }] },
    });
  });
});

it('gives the cents that rounding leaves to the largest remainders, and of equal ones to the first', () => {
  const share = (amountMinor: number, ...fares: number[]) =>
    shareOut(
      amountMinor,
      fares.map((fareMinor, place) => ({ tripId: 'abc'.charAt(place), fareMinor })),
    ).map((one) => `${one.tripId} ${one.amountMinor}`);

  expect(share(100, 50, 30, 70)).toEqual(['a 33', 'b 20', 'c 47']);
  expect(share(101, 50, 30, 70)).toEqual(['a 34', 'b 20', 'c 47']);
  expect(share(1, 370, 370)).toEqual(['a 1']);
  expect(share(3, 370, 370)).toEqual(['a 2', 'b 1']);
  expect(share(5, 0, 0)).toEqual([]);
  expect(share(5, 0, 3)).toEqual(['b 3']);
});

it('gives back no more than was paid, and no more of a trip than it cost, in any order of refunds', () => {
  const minor = fc.integer({ min: 1, max: 500 });
  const named = fc.record({
    tripId: fc.constantFrom('0', '1', '2'),
    amountMinor: fc.option(minor, { nil: undefined }),
  });
  const asked = fc.oneof(
    fc.constant({}),
    fc.record({ amountMinor: minor }),
    fc.record({ trips: fc.uniqueArray(named, { minLength: 1, selector: ({ tripId }) => tripId }) }),
  );
  const costs = fc.array(fc.nat({ max: 400 }), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(fc.nat({ max: 1_000 }), costs, fc.array(asked, { maxLength: 6 }), (paidMinor, fares, wishes) => {
      const back = new Map<string, number>();
      let refundedMinor = 0;
      for (const one of wishes) {
        const trips = fares.map((fareMinor, place) =>
          trip(String(place), fareMinor, { isRefunded: back.has(String(place)) }),
        );
        const judged = judge(one, { ...ofPayment({ paidMinor }), trips, refundedMinor });
        if ('refusal' in judged) continue;
        const { amountMinor, trips: shares } = judged.plan;
        refundedMinor += amountMinor;
        for (const share of shares) back.set(share.tripId, (back.get(share.tripId) ?? 0) + share.amountMinor);
        expect(shares.reduce((sum, share) => sum + share.amountMinor, 0)).toBeLessThanOrEqual(amountMinor);
        expect(amountMinor).toBeGreaterThan(0);
      }

      expect(refundedMinor).toBeLessThanOrEqual(paidMinor);
      for (const [tripId, given] of back) expect(given).toBeLessThanOrEqual(fares[Number(tripId)] ?? 0);
    }),
  );
});

it('divides an amount completely, and no trip gets more than it cost', () => {
  const fares = fc.array(fc.nat({ max: 100_000 }), { maxLength: 20 });
  fc.assert(
    fc.property(fc.nat({ max: 2_000_000 }), fares, (amountMinor, costs) => {
      const trips = costs.map((fareMinor, number) => ({ tripId: String(number), fareMinor }));
      const shares = shareOut(amountMinor, trips);
      const sum = shares.reduce((total, share) => total + share.amountMinor, 0);
      const cost = costs.reduce((total, fare) => total + fare, 0);

      expect(sum).toBe(Math.min(amountMinor, cost));
      for (const share of shares) expect(share.amountMinor).toBeLessThanOrEqual(costs[Number(share.tripId)] ?? 0);
    }),
  );
});
