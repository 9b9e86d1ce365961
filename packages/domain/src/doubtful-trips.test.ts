import { describe, expect, test } from 'vitest';
import { doubtfulTrips, type JudgedTrip } from './doubtful-trips.ts';
import { clashMs, judgedFrom, longestJourneyMs, questionReasonOf, tripDoubts, twiceMs } from './trip-doubts.ts';

const minute = 60_000;
const nowhere = { id: null, name: null };
const stop = (name: string) => ({ id: null, name });
let made = 0;

/** A metro trip from Harbour to Hill, checked in at 0 and checked out ten minutes later. */
function trip(overrides: Partial<JudgedTrip> = {}): JudgedTrip {
  made += 1;
  const { startedAt = 0, isExitOnly = false } = overrides;
  return {
    tripId: `trip ${made}`,
    mediumId: 'A',
    operator: '1',
    line: 'M1',
    status: 'calculated',
    startedAt,
    isExitOnly,
    endedAt: startedAt + 10 * minute,
    from: stop('Harbour'),
    to: stop('Hill'),
    fareMinor: 370,
    isSettled: false,
    ...overrides,
  };
}

/** The same without a check-out. */
const open = (overrides: Partial<JudgedTrip> = {}) =>
  trip({ status: 'fallback', endedAt: null, to: nowhere, ...overrides });

/** Only a check-out at a stop. */
const exit = (overrides: Partial<JudgedTrip> & { startedAt: number }) =>
  trip({ status: 'fallback', isExitOnly: true, endedAt: overrides.startedAt, from: nowhere, ...overrides });

const day = 24 * 60 * minute;

/** A trip on a line where nobody checks out. */
const busTrip = (mediumId: string, overrides: Partial<JudgedTrip> = {}) =>
  trip({ mediumId, line: '12', endedAt: null, to: nowhere, startedAt: day, ...overrides });

function found(...trips: JudgedTrip[]) {
  const judged = doubtfulTrips(trips);
  // Whatever the order in which trips come.
  expect(doubtfulTrips(trips.toReversed())).toEqual(judged);
  return judged.map(({ trip: { tripId }, doubt, other }) => [tripId, doubt, other?.tripId ?? null]);
}

describe('a missing tap', () => {
  test('is told where a rule gave the fare, and of nothing else', () => {
    const forgotten = open();
    const lone = exit({ startedAt: day });

    expect(found(forgotten, trip({ startedAt: 2 * day }))).toEqual([[forgotten.tripId, 'no_check_out', null]]);
    expect(found(lone)).toEqual([[lone.tripId, 'no_check_in', null]]);
    expect(found(open({ status: 'provisional' }), open({ status: 'calculated', startedAt: day }))).toEqual([]);
    // The back office has completed it.
    expect(found(trip({ status: 'fallback' }))).toEqual([]);
  });

  test('is not told where nobody checks out', () => {
    const bus = { line: '12', startedAt: day };

    expect(found(open(bus), open({ ...bus, status: 'calculated', startedAt: 2 * day }))).toEqual([]);
    // Another operator has a line of that name, and a line may have both.
    const ofPartner = open({ ...bus, status: 'calculated', operator: '2' });
    expect(found(open(bus), ofPartner)).toHaveLength(1);
    expect(
      found(open(bus), open({ ...bus, status: 'calculated', startedAt: 0 }), trip({ ...bus, startedAt: 2 * day })),
    ).toHaveLength(1);
  });

  test('is not told of a free trip, nor once nothing is to be won', () => {
    expect(found(open({ fareMinor: 0 }), open({ isSettled: true, startedAt: day }))).toEqual([]);
  });
});

describe('two cards at one stop', () => {
  test('are a doubt about the one without a check-out, whichever was first', () => {
    for (const startedAt of [-clashMs, clashMs]) {
      const [real, accident] = [trip(), open({ mediumId: 'B', startedAt })];
      expect(found(real, accident)).toEqual([[accident.tripId, 'two_cards', real.tripId]]);
    }
  });

  test('are a doubt about the one that ended later, at another stop', () => {
    const real = trip();
    const accident = trip({ mediumId: 'B', startedAt: 5_000, endedAt: 9 * 60 * minute, to: stop('Lake') });

    expect(found(real, accident)).toEqual([[accident.tripId, 'two_cards', real.tripId]]);
  });

  test.each([
    ['both get off at the same stop', [trip(), trip({ mediumId: 'B', startedAt: 20_000 })]],
    ['more time lies between them', [trip(), trip({ mediumId: 'B', startedAt: clashMs + 1, to: stop('Lake') })]],
    ['they are two trips of one card', [trip(), trip({ startedAt: minute, to: stop('Lake') })]],
    ['the stops differ', [trip(), trip({ mediumId: 'B', from: stop('Market'), to: stop('Lake') })]],
    [
      'no stop is known',
      [trip({ to: stop('Lake') }), trip({ mediumId: 'B' })].map((one) => ({ ...one, from: nowhere })),
    ],
    ['nobody checks out', [busTrip('A'), busTrip('B')]],
    ['one is not final', [trip(), open({ mediumId: 'B', status: 'provisional' })]],
  ])('are none if %s', (_, trips) => {
    expect(found(...trips)).toEqual([]);
  });

  test('are none of a family, which travels together on other days too', () => {
    const family = [trip({ startedAt: day }), trip({ mediumId: 'B', startedAt: day + 3_000 })];
    const parted = [trip(), trip({ mediumId: 'B', to: stop('Lake') })];
    const [real, forgotten] = [trip(), open({ mediumId: 'B' })];

    expect(found(...family, ...parted)).toEqual([]);
    // Also if it parts each time, and on lines where nobody checks out.
    expect(found(...parted, ...parted.map((one) => trip({ ...one, startedAt: day })))).toEqual([]);
    expect(found(...parted, busTrip('A'), busTrip('B'))).toEqual([]);
    // What one of them forgets is a forgotten tap.
    expect(found(...family, real, forgotten)).toEqual([[forgotten.tripId, 'no_check_out', null]]);
  });

  test('that both lack a check-out are two forgotten taps', () => {
    expect(found(open(), open({ mediumId: 'B' })).map(([, doubt]) => doubt)).toEqual(['no_check_out', 'no_check_out']);
  });
});

describe('in with one card and out with another', () => {
  test('is a doubt about both, within the time of a journey', () => {
    const [first, last] = [open(), exit({ mediumId: 'B', startedAt: longestJourneyMs })];

    expect(found(first, last)).toEqual([
      [last.tripId, 'split', first.tripId],
      [first.tripId, 'split', last.tripId],
    ]);
  });

  test('is told where readers take the second card for a check-in', () => {
    const [first, last] = [open(), open({ mediumId: 'B', startedAt: 20 * minute, from: stop('Hill') })];

    expect(found(first, last).map(([, doubt]) => doubt)).toEqual(['split', 'split']);
  });

  test('takes a check-out by itself first, then what is nearest, and each trip once', () => {
    const [far, near] = [open(), open({ startedAt: 30 * minute })];
    const last = exit({ mediumId: 'B', startedAt: 50 * minute });
    const checkIn = open({ mediumId: 'C', startedAt: 55 * minute, from: stop('Lake') });

    expect(found(far, near, last, checkIn)).toEqual([
      [checkIn.tripId, 'split', far.tripId],
      [last.tripId, 'split', near.tripId],
      [near.tripId, 'split', last.tripId],
      [far.tripId, 'split', checkIn.tripId],
    ]);
  });

  test.each([
    ['later than a journey lasts', exit({ mediumId: 'B', startedAt: longestJourneyMs + 1 })],
    ['before the check-in', exit({ mediumId: 'B', startedAt: -minute })],
    ['with the same card', exit({ startedAt: minute })],
    ['with another operator', exit({ mediumId: 'B', startedAt: minute, operator: '2' })],
  ])('is not told of a check-out %s', (_, last) => {
    expect(new Set(found(open(), last).map(([, doubt]) => doubt))).toEqual(new Set(['no_check_out', 'no_check_in']));
  });
});

describe('charged twice', () => {
  test('is a doubt about the second one, or about the one without a check-out', () => {
    const [one, again] = [busTrip('A', { startedAt: 0 }), busTrip('A', { startedAt: twiceMs })];
    const [accident, real] = [open(), trip({ startedAt: 4_000 })];

    expect(found(one, again)).toEqual([[again.tripId, 'charged_twice', one.tripId]]);
    expect(found(accident, real)).toEqual([[accident.tripId, 'charged_twice', real.tripId]]);
  });

  test.each([
    ['later', { startedAt: twiceMs + 1 }],
    ['free', { fareMinor: 0 }],
    ['refunded', { isSettled: true }],
    ['of another line', { line: '13' }],
    ['of another stop', { from: stop('Market') }],
    ['not final', { status: 'provisional' as const }],
  ])('is not told if one is %s', (_, overrides) => {
    const first = busTrip('A', { startedAt: 0 });
    const second = busTrip('A', { startedAt: 2_000, ...overrides });

    expect(found(first, second)).toEqual([]);
  });

  test('is not told where the line is not known', () => {
    expect(found(busTrip('A', { line: null }), busTrip('A', { line: null }))).toEqual([]);
  });
});

test('each doubt has a reason for a question, and trips are judged for eight weeks', () => {
  expect(Object.keys(questionReasonOf)).toEqual([...tripDoubts]);
  expect(judgedFrom(new Date('2026-11-30T10:00:00Z')).toISOString()).toBe('2026-10-05T10:00:00.000Z');
});
