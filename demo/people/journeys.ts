import type { Ride } from '../back-office/travel-day.ts';
import { instantOf } from '../city/calendar.ts';
import type { Line, Network, Stop } from '../city/network.ts';
import type { Random } from '../city/random.ts';

/** One leg of a journey: time (minutes after midnight), line, first stop, last stop. */
export interface Leg {
  at: number;
  line: string;
  from: string;
  to: string;
  forgetsTapOff?: boolean;
}

/** Turns legs into rides. Some are a minute or two late. */
export function ridesOf(network: Network, day: string, legs: Leg[], random: Random): Ride[] {
  return legs.map((leg) => {
    const line = network.line(leg.line);
    const from = network.stop(line, leg.from);
    const to = network.stop(line, leg.to);
    const onAt = instantOf(day, leg.at) + random.between(0, 150) * 1000;
    return { line, from, to, onAt, offAt: leg.forgetsTapOff ? null : exitAt(line, from, to, onAt) };
  });
}

/** When the rider passes the exit gate; null on lines without gates. */
export function exitAt(line: Line, from: Stop, to: Stop, onAt: number): number | null {
  if (!line.hasGates) return null;
  const steps = Math.abs(line.stops.indexOf(to) - line.stops.indexOf(from));
  return onAt + Math.round((steps * line.stepMinutes + 3) * 60_000);
}

/** A journey across the city that changes lines at every interchange, one ride every `everyMinutes`. */
export function roam(network: Network, day: string, rides: number, random: Random): Ride[] {
  const earliest = 6 * 60;
  const everyMinutes = Math.min(90, Math.floor((17 * 60) / Math.max(rides, 1)));
  let here = random.pick(random.pick(network.lines).stops);
  return Array.from({ length: rides }, (_, index) => {
    const at = earliest + index * everyMinutes + random.between(0, Math.max(0, everyMinutes - 30));
    const line = random.pick(network.lines.filter((candidate) => candidate.stops.some((stop) => stop.id === here.id)));
    const from = line.stops.find((stop) => stop.id === here.id) ?? here;
    const to = random.pick(line.stops.filter((stop) => stop.id !== here.id));
    here = to;
    const onAt = instantOf(day, at) + random.between(0, 59) * 1000;
    return { line, from, to, onAt, offAt: exitAt(line, from, to, onAt) };
  });
}
