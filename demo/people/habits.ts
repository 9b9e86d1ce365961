import { countedOn } from '../back-office/fares.ts';
import type { Medium } from '../back-office/media.ts';
import type { Purchase } from '../back-office/shop.ts';
import type { Settlement, TravelDay } from '../back-office/travel-day.ts';
import { addDays, serviceDayOf, weekdayOf } from '../city/calendar.ts';
import type { Network } from '../city/network.ts';
import { type Random, randomFrom } from '../city/random.ts';
import { type Leg, ridesOf, roam } from './journeys.ts';

/** The input of a habit: one service day, and how many days ago it was (0 is today). */
interface DayAsked {
  day: string;
  daysAgo: number;
  isWeekend: boolean;
  random: Random;
}

/** A passenger's way of travelling: the days it covers and what happens on each of them. */
export interface Habit {
  days: number;
  /** How many of the last days the start of the city waits for. The rest is imported while the city is already open. Default: two months. */
  recentDays?: number;
  travel(
    network: Network,
    asked: DayAsked,
  ): Omit<TravelDay, 'medium' | 'day' | 'settlement'> & { settlement?: Settlement };
}

/** The range of days to play, counted back from the service day of `now`. */
export interface Span {
  now: number;
  /** How many days ago the range begins. If the habit begins later, its own first day counts. */
  oldest: number;
  /** How many days ago the range ends; 0 is today. */
  newest: number;
}

/**
 * Plays a habit day by day, and leaves out everything after `now`. The days of the month before the first one are played too, because the
 * month's cap looks at what they cost.
 */
export function* travelDays(network: Network, medium: Medium, habit: Habit, span: Span): Generator<TravelDay> {
  const today = serviceDayOf(span.now);
  const oldest = Math.min(span.oldest, habit.days - 1);
  const daysOfMonthBefore = Number(addDays(today, -oldest).slice(8)) - 1;
  let monthMinor = 0;
  for (let daysAgo = Math.min(oldest + daysOfMonthBefore, habit.days - 1); daysAgo >= span.newest; daysAgo -= 1) {
    const day = addDays(today, -daysAgo);
    if (day.endsWith('-01')) monthMinor = 0;
    const isWeekend = weekdayOf(day) % 6 === 0;
    const random = randomFrom(`${medium.token} ${day}`);
    const { rides, settlement = 'closed', ...rest } = habit.travel(network, { day, daysAgo, isWeekend, random });
    const made = rides.filter((ride) => (ride.offAt ?? ride.onAt) < span.now);
    if (made.length === 0) continue;
    // The back office charges in the early morning, so the payment windows of today and last night are still open.
    const played = { medium, day, rides: made, settlement: daysAgo <= 1 ? 'open' : settlement, ...rest, monthMinor };
    if (daysAgo <= span.oldest) yield played;
    monthMinor += countedOn(played);
  }
}

const toWork: Leg[] = [
  { at: 7 * 60 + 32, line: '12', from: 'Orchard Hill', to: 'Cathedral' },
  { at: 7 * 60 + 55, line: 'T1', from: 'Cathedral', to: 'Central Station' },
  { at: 8 * 60 + 2, line: 'M1', from: 'Central Station', to: 'Technology Park' },
];
const home: Leg[] = [
  { at: 16 * 60 + 48, line: 'M1', from: 'Technology Park', to: 'Central Station' },
  { at: 17 * 60 + 2, line: 'T1', from: 'Central Station', to: 'Cathedral' },
  { at: 17 * 60 + 14, line: '12', from: 'Cathedral', to: 'Orchard Hill' },
];
const nightOut: Leg[] = [
  { at: 19 * 60 + 10, line: '12', from: 'Orchard Hill', to: 'Cathedral' },
  { at: 22 * 60 + 40, line: 'T1', from: 'Market Hall', to: 'Cathedral' },
  { at: 22 * 60 + 55, line: '12', from: 'Cathedral', to: 'Orchard Hill' },
];
const byTheWater: Leg[] = [
  { at: 9 * 60 + 40, line: 'T2', from: 'Old Port', to: 'Marina' },
  { at: 12 * 60 + 5, line: 'T2', from: 'Marina', to: 'Wolf Point' },
  { at: 14 * 60 + 20, line: 'T2', from: 'Wolf Point', to: 'Lighthouse' },
  { at: 14 * 60 + 45, line: 'M1', from: 'Lighthouse', to: 'City Hall' },
];

const early: Leg[] = [
  { at: 4 * 60 + 40, line: '12', from: 'Orchard Hill', to: 'Cathedral' },
  { at: 6 * 60 + 20, line: 'T1', from: 'Cathedral', to: 'Central Station' },
  { at: 8 * 60, line: 'T1', from: 'Central Station', to: 'Cathedral' },
  { at: 9 * 60 + 40, line: '12', from: 'Cathedral', to: 'Orchard Hill' },
];

const tuesday = 2;
const wednesday = 3;
const thursday = 4;

/** Payments of three days, one or two weeks ago: one with two refunds, one with one refund, one that the bank collected in two parts. */
function commutersMoney({ day, daysAgo }: DayAsked): Pick<TravelDay, 'refundsMinor' | 'firstPartMinor'> {
  if (daysAgo < 7 || daysAgo > 13) return {};
  switch (weekdayOf(day)) {
    case tuesday:
      return { refundsMinor: [375, 150] };
    case wednesday:
      return { refundsMinor: [375] };
    case thursday:
      return { firstPartMinor: 300 };
    default:
      return {};
  }
}

const monday = 1;
const friday = 5;

/** A commuter's packages: two within four weeks, one returned three weeks ago, and one too old to become a favourite. */
function commutersPurchases({ day, daysAgo }: DayAsked): readonly Purchase[] {
  const week = Math.floor(daysAgo / 7);
  switch (weekdayOf(day)) {
    case monday:
      return week === 1 ? [{ item: 'bicycleMonth', channel: 'app' }] : [];
    case wednesday:
      if (week === 2) return [{ item: 'tenRides', channel: 'app' }];
      return week === 8 ? [{ item: 'tenRides', channel: 'machine' }] : [];
    case friday:
      return week === 3 && daysAgo < 28 ? [{ item: 'lakeReturn', channel: 'counter' }] : [];
    default:
      return [];
  }
}

/** Five months of travel to work, and sometimes an evening that reaches the day cap, a day pass or a forgotten tap. */
export const commuting: Habit = {
  days: 152,
  travel(network, asked) {
    const { day, daysAgo, isWeekend, random } = asked;
    if (isWeekend) {
      const hasDayPass = random.chance(0.2);
      const legs = hasDayPass || random.chance(0.25) ? byTheWater : [];
      return { rides: ridesOf(network, day, legs, random), hasDayPass };
    }
    const money = commutersMoney(asked);
    const purchases = commutersPurchases(asked);
    const isOff = daysAgo > 1 && random.chance(0.14) && Object.keys(money).length === 0 && purchases.length === 0;
    const wayHome = daysAgo === 5 ? home.map((leg) => ({ ...leg, forgetsTapOff: leg.line === 'M1' })) : home;
    const legs = isOff ? [] : [...toWork, ...wayHome, ...(random.chance(0.12) ? nightOut : [])];
    return { rides: ridesOf(network, day, legs, random), purchases, ...money };
  },
};

/** An early shift, four paid rides with more than the time of a transfer between them: the last one reaches the day's cap. */
export const earlyShift: Habit = {
  days: 12,
  travel(network, { day, random }) {
    return { rides: ridesOf(network, day, early, random) };
  },
};

/** Two of these rides: one more fare reaches the day's cap. */
export const belowTheCap: Habit = {
  days: 12,
  travel(network, { day, random }) {
    return { rides: ridesOf(network, day, early.slice(0, 2), random) };
  },
};

/** Errands with the phone, some evenings and weekends. */
export const errands: Habit = {
  days: 140,
  travel(network, { day, isWeekend, random }) {
    const goes = random.chance(isWeekend ? 0.55 : 0.18);
    return { rides: goes ? roam(network, day, random.between(1, 3), random) : [] };
  },
};

/** A runner along the lake who takes the tram back and pays with a watch. */
export const lakesideRun: Habit = {
  days: 90,
  travel(network, { day, random }) {
    const legs: Leg[] = [{ at: 6 * 60 + 50, line: '24', from: 'Lakeshore Village', to: 'University' }];
    return { rides: ridesOf(network, day, random.chance(0.2) ? legs : [], random) };
  },
};

/** A first week in the city: one trip the day before yesterday, one yesterday. */
export const firstTrips: Habit = {
  days: 3,
  travel(network, { day, daysAgo, random }) {
    const legs: Readonly<Record<number, Leg[]>> = {
      2: [{ at: 10 * 60 + 12, line: 'M1', from: 'Airport', to: 'Central Station' }],
      1: [{ at: 18 * 60 + 30, line: 'T1', from: 'Botanical Garden', to: 'Central Station' }],
    };
    return { rides: ridesOf(network, day, legs[daysAgo] ?? [], random) };
  },
};

/** A commuter between two cities: across the lake by the partner's ferry, then by the portal's own lines, and back in the evening. */
export const acrossTheLake: Habit = {
  days: 40,
  travel(network, { day, isWeekend, random }) {
    const crossing: Leg = { at: 7 * 60 + 10, line: 'T2', from: 'Wolf Point', to: 'Old Port' };
    const onward: Leg = { at: 8 * 60 + 50, line: 'M1', from: 'Old Port', to: 'University' };
    const legs = isWeekend || random.chance(0.3) ? [] : [crossing, onward];
    const rides = ridesOf(network, day, legs, random);
    return { rides: rides.map((ride) => ({ ...ride, isPartner: ride.line.id === 'T2' })) };
  },
};

/** A student: two months, most days, between the residences and the old port. */
export const studying: Habit = {
  days: 61,
  travel(network, { day, daysAgo, isWeekend, random }) {
    const legs: Leg[] = [
      { at: 8 * 60 + 25, line: '24', from: 'Birch Avenue / Lake', to: 'University' },
      { at: 12 * 60 + 10, line: 'M1', from: 'University', to: 'Old Port' },
      { at: 17 * 60 + 35, line: 'M1', from: 'Old Port', to: 'University' },
      { at: 17 * 60 + 50, line: '24', from: 'University', to: 'Birch Avenue / Lake' },
    ];
    const goes = daysAgo <= 2 || random.chance(isWeekend ? 0.35 : 0.85);
    return { rides: ridesOf(network, day, goes ? legs : [], random) };
  },
};

/** Three ordinary weeks, in which the bank refused the charge of one day. */
export const unpaid: Habit = {
  days: 24,
  travel(network, { day, daysAgo, isWeekend, random }) {
    const legs = daysAgo === 8 || (!isWeekend && daysAgo > 8) ? [...toWork, ...home] : [];
    const rides = ridesOf(network, day, legs, random);
    return daysAgo === 8 ? { rides, settlement: 'refused' } : { rides };
  },
};

/** Five separate trips on one day, of which the third reaches the day cap. The operator refunds one of them. */
export const fiveTrips: Habit = {
  days: 20,
  travel(network, { day, daysAgo, random }) {
    const busy: Leg[] = [
      { at: 7 * 60 + 20, line: '12', from: 'Orchard Hill', to: 'Cathedral' },
      { at: 9 * 60 + 30, line: 'T1', from: 'Cathedral', to: 'Central Station' },
      { at: 11 * 60 + 50, line: 'M1', from: 'Central Station', to: 'University' },
      { at: 14 * 60 + 10, line: 'M1', from: 'University', to: 'Central Station' },
      { at: 16 * 60 + 30, line: 'T1', from: 'Central Station', to: 'Cathedral' },
    ];
    const others = daysAgo % 6 === 3 ? home : [];
    return { rides: ridesOf(network, day, daysAgo === 4 ? busy : others, random) };
  },
};

const replacedDaysAgo = 9;

/** A card up to its replacement by the bank: two months of errands, and a package that is a favourite. */
export const beforeReplacement: Habit = {
  days: 60,
  travel(network, { day, daysAgo, random }) {
    if (daysAgo <= replacedDaysAgo) return { rides: [] };
    const purchases: Purchase[] = daysAgo === 20 ? [{ item: 'tenRides', channel: 'app' }] : [];
    const goes = purchases.length > 0 || daysAgo === replacedDaysAgo + 1 || random.chance(0.4);
    return { rides: goes ? roam(network, day, 2, random) : [], purchases };
  },
};

/** The replacement card from the bank. */
export const afterReplacement: Habit = {
  days: replacedDaysAgo,
  travel(network, { day, daysAgo, random }) {
    return { rides: daysAgo % 3 === 2 ? roam(network, day, 2, random) : [] };
  },
};

/** A courier: exactly fifty thousand trips with one card over five years. */
export const courier: Habit = {
  days: 5 * 365 + 1,
  recentDays: 14,
  travel(network, { day, daysAgo, random }) {
    const total = 50_000;
    // Rounding the running total keeps the sum exact. The last two days get no trips here, because the simulator adds trips to them.
    const length = this.days - 2;
    const index = this.days - 1 - daysAgo;
    const count = index >= length ? 0 : share(total, length, index + 1) - share(total, length, index);
    return { rides: roam(network, day, count, random) };
  },
};

function share(total: number, parts: number, done: number): number {
  return Math.floor((total * done) / parts);
}
