import type { Ride } from '../back-office/travel-day.ts';
import { instantOf, weekdayOf } from '../city/calendar.ts';
import type { Network } from '../city/network.ts';
import { commuting, errands, type Habit, lakesideRun } from './habits.ts';
import { exitAt, type Leg } from './journeys.ts';

/** Something that went wrong once, on a weekday of one of the last weeks. */
interface Slip {
  /** 1 for Monday to 5 for Friday. */
  weekday: number;
  /** 0 for the last week that ended before yesterday. */
  weeksAgo: number;
  /** Made to the second, so that rides of two cards meet. */
  legs: (Leg & { second: number })[];
}

/** A habit, and what went wrong beside it. */
function withSlips(habit: Habit, slips: readonly Slip[]): Habit {
  return {
    ...habit,
    travel(network, asked) {
      const made = habit.travel(network, asked);
      const week = Math.floor((asked.daysAgo - 2) / 7);
      const today = slips.filter(({ weekday, weeksAgo }) => weekdayOf(asked.day) === weekday && week === weeksAgo);
      const rides = today.flatMap(({ legs }) => legs.map((leg) => rideOf(network, asked.day, leg)));
      return { ...made, rides: [...made.rides, ...rides].toSorted((one, other) => one.onAt - other.onAt) };
    },
  };
}

function rideOf(network: Network, day: string, leg: Slip['legs'][number]): Ride {
  const line = network.line(leg.line);
  const [from, to] = [network.stop(line, leg.from), network.stop(line, leg.to)];
  const onAt = instantOf(day, leg.at) + leg.second * 1000;
  return { line, from, to, onAt, offAt: leg.forgetsTapOff ? null : exitAt(line, from, to, onAt) };
}

const [tuesday, thursday, friday] = [2, 4, 5];
const toTheUniversity = { line: 'M1', from: 'Central Station', to: 'University' };

/** The gate read the phone first: the phone stays checked in, and the card makes the trip. Another day, in with the phone and out with the card. */
export const commutingWithSlips = withSlips(commuting, [
  { weekday: thursday, weeksAgo: 0, legs: [{ ...toTheUniversity, at: 20 * 60 + 20, second: 9 }] },
  {
    weekday: friday,
    weeksAgo: 1,
    legs: [{ line: 'M1', from: 'University', to: 'City Hall', at: 12 * 60 + 55, second: 0, forgetsTapOff: true }],
  },
]);

/** The phone on those days. */
export const errandsWithSlips = withSlips(errands, [
  { weekday: thursday, weeksAgo: 0, legs: [{ ...toTheUniversity, at: 20 * 60 + 20, second: 4, forgetsTapOff: true }] },
  {
    weekday: friday,
    weeksAgo: 1,
    legs: [{ ...toTheUniversity, at: 12 * 60 + 30, second: 0, forgetsTapOff: true }],
  },
]);

const toTheAirport = { line: '90', from: 'South Terminal', to: 'Airport', at: 18 * 60 };

/** The reader of the airport bus charged the watch twice. */
export const runWithSlips = withSlips(lakesideRun, [
  {
    weekday: tuesday,
    weeksAgo: 0,
    legs: [
      { ...toTheAirport, second: 0 },
      { ...toTheAirport, second: 8 },
    ],
  },
]);
