import { describe, expect, it } from 'vitest';
import { type CapCalendar, type CapTrips, countsAllOf, doShareTrips, progressOfCap, windowOfCap } from './caps.ts';

const days = { timeZone: 'America/Toronto', dayCut: '04:30' };
const calendar = (wishes: Partial<CapCalendar>): CapCalendar => ({ period: 'day', days, weekStart: 1, ...wishes });

describe('the window of a cap', () => {
  const midnight = { timeZone: 'Europe/Paris', dayCut: '00:00' };
  it.each<[string, Partial<CapCalendar>, string, string, string]>([
    ['a day from cut to cut', {}, '2026-11-20T17:00:00Z', '2026-11-20T09:30:00Z', '2026-11-21T09:30:00Z'],
    ['the night before the cut', {}, '2026-11-21T09:29:00Z', '2026-11-20T09:30:00Z', '2026-11-21T09:30:00Z'],
    ['the cut itself', {}, '2026-11-21T09:30:00Z', '2026-11-21T09:30:00Z', '2026-11-22T09:30:00Z'],
    [
      'a day that begins at midnight',
      { days: midnight },
      '2026-11-20T23:00:00Z',
      '2026-11-20T23:00:00Z',
      '2026-11-21T23:00:00Z',
    ],
    ['a day of 25 hours', { days: midnight }, '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['a day of 23 hours', { days: midnight }, '2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['a week from Monday', { period: 'week' }, '2026-11-22T17:00:00Z', '2026-11-16T09:30:00Z', '2026-11-23T09:30:00Z'],
    [
      'a week from Sunday',
      { period: 'week', weekStart: 7 },
      '2026-11-22T17:00:00Z',
      '2026-11-22T09:30:00Z',
      '2026-11-29T09:30:00Z',
    ],
    [
      'a week in which the clocks change',
      { period: 'week' },
      '2026-10-28T17:00:00Z',
      '2026-10-26T08:30:00Z',
      '2026-11-02T09:30:00Z',
    ],
    ['a month of 28 days', { period: 'month' }, '2027-02-28T17:00:00Z', '2027-02-01T09:30:00Z', '2027-03-01T09:30:00Z'],
    [
      'the last night of a year',
      { period: 'month' },
      '2027-01-01T08:00:00Z',
      '2026-12-01T09:30:00Z',
      '2027-01-01T09:30:00Z',
    ],
    ['its first day', { from: '2026-11-20' }, '2026-11-20T17:00:00Z', '2026-11-20T09:30:00Z', '2026-11-21T09:30:00Z'],
    ['its last day', { until: '2026-11-20' }, '2026-11-20T17:00:00Z', '2026-11-20T09:30:00Z', '2026-11-21T09:30:00Z'],
  ])('is %s', (_, wishes, now, from, to) => {
    const found = windowOfCap(calendar(wishes), now);

    expect([found?.from, found?.to].map((at) => at?.replace('.000', ''))).toEqual([from, to]);
  });

  it.each<[string, Partial<CapCalendar>]>([
    ['before its first day', { from: '2026-11-21' }],
    ['after its last day', { until: '2026-11-19' }],
    ['in a week in which it begins', { period: 'week', from: '2026-11-18' }],
    ['in a month in which it ends', { period: 'month', until: '2026-11-29' }],
  ])('is none %s', (_, wishes) => {
    expect(windowOfCap(calendar(wishes), '2026-11-20T17:00:00Z')).toBeUndefined();
  });
});

const cad = (amountMinor: number) => ({ amountMinor, currency: 'CAD' });
const dayCap = { period: 'day', amount: cad(975), countsIncomplete: false } as const;

/** Bus trips that cost this much, an hour after those before them. */
function bus(hour: number, amountMinor: number, wishes: Partial<CapTrips> = {}): CapTrips {
  return {
    trips: 1,
    newestAt: `2026-11-20T${10 + hour}:00:00Z`,
    operator: null,
    line: { id: '7' },
    from: 'Harbour',
    to: null,
    status: 'calculated',
    transportType: 'bus',
    price: cad(amountMinor),
    fullPrice: null,
    fareReason: amountMinor > 0 ? 'single fare' : 'free transfer',
    refundedMinor: 0,
    ...wishes,
  };
}
const capped = (hour: number, amountMinor: number, wishes: Partial<CapTrips> = {}) =>
  bus(hour, amountMinor, { fareReason: 'daily cap reached', ...wishes });

describe('the progress of a cap', () => {
  it.each<[string, CapTrips[], string, number]>([
    ['nothing without trips', [], 'open', 0],
    ['single fares', [bus(0, 280), bus(1, 280)], 'open', 560],
    ['trips that are alike', [bus(0, 280, { trips: 3 })], 'open', 840],
    ['a transfer, which is free', [bus(0, 280), bus(1, 0)], 'open', 280],
    ['less what was refunded', [bus(0, 280, { trips: 2, refundedMinor: 280 })], 'open', 280],
    ['a corrected fare', [bus(0, 975)], 'full', 975],
    ['no promise above the cap', [bus(0, 500), bus(1, 500)], 'exceeded', 1000],
    ['what a refund brings back below the cap', [bus(0, 975, { refundedMinor: 100 })], 'open', 875],
    ['the trip that reaches it', [bus(0, 280, { trips: 3 }), capped(2, 135)], 'reached', 975],
    ['a free trip after it', [bus(0, 280, { trips: 3 }), capped(2, 135), capped(3, 0)], 'reached', 975],
    ['a trip that says so below the cap', [bus(0, 280), capped(1, 0)], 'reached', 280],
    ['a trip that says so above the cap', [bus(0, 1200), capped(1, 0)], 'reached', 1200],
    ['a trip that began earlier and came late', [capped(2, 0), bus(1, 280)], 'reached', 280],
    ['a later trip that costs something again', [capped(2, 0), bus(3, 280)], 'contradicted', 280],
    ['a transfer after it', [capped(2, 0), bus(3, 0)], 'reached', 0],
    ['another cap than this', [bus(0, 280), bus(1, 0, { fareReason: 'weekly cap' })], 'open', 280],
  ])('counts %s', (_, trips, state, paidMinor) => {
    expect(progressOfCap(dayCap, trips)).toMatchObject({ state, paid: cad(paidMinor) });
  });

  it.each<[string, CapTrips, object]>([
    ['whose fare is not final', bus(1, 0, { status: 'provisional' }), { unpriced: 1 }],
    ['that would reach the cap, and is not final', capped(1, 0, { status: 'provisional' }), { unpriced: 1 }],
    [
      'in another currency',
      bus(1, 280, { trips: 2, price: { amountMinor: 280, currency: 'USD' } }),
      { inOtherCurrency: 2 },
    ],
    ['with a missing tap', bus(1, 600, { status: 'fallback' }), { incomplete: 1 }],
    ['whose reason is a missing tap', bus(1, 600, { fareReason: 'incomplete journey' }), { incomplete: 1 }],
    ['with a pass', bus(1, 1125, { fareReason: 'day pass bought' }), {}],
  ])('leaves out a trip %s', (_, trip, told) => {
    const nothing = { unpriced: 0, incomplete: 0, inOtherCurrency: 0 };
    expect(progressOfCap(dayCap, [bus(0, 280), trip])).toMatchObject({
      state: 'open',
      trips: 1,
      paid: cad(280),
      ...nothing,
      ...told,
    });
  });

  it('counts a missing tap where the operator does', () => {
    const trips = [bus(0, 280), bus(1, 600, { status: 'fallback' })];
    expect(progressOfCap({ ...dayCap, countsIncomplete: true }, trips)).toMatchObject({
      paid: cad(880),
      incomplete: 0,
    });
  });

  it('counts only its types of transport, also for what reaches it', () => {
    const trips = [bus(0, 280), capped(1, 0, { transportType: 'rail' })];
    expect(progressOfCap({ ...dayCap, transportTypes: ['bus', 'tram'] }, trips)).toMatchObject({
      state: 'open',
      trips: 1,
    });
  });

  it.each<[string, CapTrips[], object | null]>([
    [
      'the full fare of the delivery',
      [capped(1, 135, { fullPrice: cad(280) })],
      { amount: cad(145), isAtLeast: false },
    ],
    ['each trip of a group', [bus(0, 280), capped(2, 0, { trips: 2 })], { amount: cad(560), isAtLeast: false }],
    [
      'at least what is known',
      [bus(0, 280), capped(2, 0), capped(3, 0, { line: null, to: 'Airport' })],
      { amount: cad(280), isAtLeast: true },
    ],
    ['nothing where no full fare is known', [capped(1, 0)], null],
    [
      'not what another cap saved',
      [bus(0, 280), bus(1, 0, { fareReason: 'weekly cap' }), capped(2, 0)],
      { amount: cad(280), isAtLeast: false },
    ],
  ])('tells what it saved: %s', (_, trips, saved) => {
    expect(progressOfCap(dayCap, trips).saved).toEqual(saved);
  });
});

describe('two caps', () => {
  const [all, buses, rails] = [
    {},
    { transportTypes: ['bus'] as const },
    { transportTypes: ['rail', 'metro'] as const },
  ];

  it('share trips unless their types of transport differ', () => {
    expect([doShareTrips(all, buses), doShareTrips(buses, buses), doShareTrips(buses, rails)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('one of which counts all trips of the other', () => {
    expect([
      countsAllOf(all, buses),
      countsAllOf(buses, all),
      countsAllOf(buses, rails),
      countsAllOf(rails, rails),
    ]).toEqual([true, false, false, true]);
  });
});
