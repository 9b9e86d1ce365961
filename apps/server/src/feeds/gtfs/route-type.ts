import type { TransportType } from '@tapfolio/domain/states.ts';

const basic: ReadonlyMap<number, TransportType> = new Map<number, TransportType>([
  [0, 'tram'],
  [1, 'metro'],
  [2, 'rail'],
  [3, 'bus'],
  [11, 'trolleybus'],
]);

/** Hundreds of the extended route types: 100 railway, 200 coach, 400 urban railway and so on. */
const extended: ReadonlyMap<number, TransportType> = new Map<number, TransportType>([
  [1, 'rail'],
  [2, 'bus'],
  [3, 'rail'],
  [4, 'metro'],
  [5, 'metro'],
  [6, 'metro'],
  [7, 'bus'],
  [8, 'trolleybus'],
  [9, 'tram'],
]);

/** GTFS `route_type`, basic or extended, as our kinds of vehicle; ferries, lifts and strangers are `other`. */
export function transportTypeOf(routeType: string | null): TransportType {
  const number = routeType !== null && /^\d{1,4}$/.test(routeType) ? Number(routeType) : Number.NaN;
  return basic.get(number) ?? (number >= 100 ? extended.get(Math.floor(number / 100)) : undefined) ?? 'other';
}
