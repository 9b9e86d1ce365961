import { capReasons, type FareReason } from './fare-reason.ts';
import type { Money } from './money.ts';
import { codeOf, type PricedTrip, type Saving, savedBy } from './saved-by-caps.ts';
import { beginOfDay, presetDays, type ServiceDayRule } from './service-day.ts';
import type { TransportType, TripStatus } from './states.ts';

/** For how long a cap counts. */
export const capPeriods = ['day', 'week', 'month'] as const;
export type CapPeriod = (typeof capPeriods)[number];

/**
 * How far a cap is. `open`: something is left to pay. `full`: the sum is the cap, and no trip says that it was reached. `exceeded`: the sum is
 * above the cap, and no trip says so. `reached`: a trip says so. `contradicted`: a trip said so, and a later one costs something again.
 */
export const capStates = ['open', 'full', 'exceeded', 'reached', 'contradicted'] as const;
export type CapState = (typeof capStates)[number];

/** When an operator's cap counts. */
export interface CapCalendar {
  readonly period: CapPeriod;
  /** Where its days begin. */
  readonly days: ServiceDayRule;
  /** The day on which its week begins: 1 for Monday to 7 for Sunday. */
  readonly weekStart: number;
  /** The first and the last day of operation with this cap, `YYYY-MM-DD`. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** Which trips a cap counts. */
export interface CapScope {
  /** The types of transport that count; absent for all. */
  readonly transportTypes?: readonly TransportType[] | undefined;
  /** Whether trips with a missing tap count. */
  readonly countsIncomplete: boolean;
}

/** The day, week or month in which a cap counts: it contains `from` but not `to`, ISO 8601 in UTC. */
export interface CapWindow {
  readonly from: string;
  readonly to: string;
}

/** Trips of one operator that are alike. */
export interface CapTrips extends PricedTrip {
  /** How many trips. */
  readonly trips: number;
  /** When the newest of them began, ISO 8601 in UTC. */
  readonly newestAt: string;
  readonly status: TripStatus;
  readonly transportType: TransportType;
  /** What was refunded of all of them together. */
  readonly refundedMinor: number;
}

/** What is known of a cap. */
export interface CapProgress {
  readonly state: CapState;
  /** How many trips count. */
  readonly trips: number;
  /** What they cost, less what was refunded of them. */
  readonly paid: Money;
  /** What was refunded of them. Zero for nothing. */
  readonly refunded: Money;
  /** What the cap saved, if it was reached. */
  readonly saved: Saving | null;
  /** Trips whose fare is not final. */
  readonly unpriced: number;
  /** Trips with a missing tap that do not count. */
  readonly incomplete: number;
  /** Trips in another currency. */
  readonly inOtherCurrency: number;
}

const dayBefore = (day: string): string => dayFrom(day, -1);

function dayFrom(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10);
}

function nextMonth(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

const presetOf = { day: 'today', week: 'this_week', month: 'this_month' } as const;

/**
 * The window of a cap at an instant, from day cut to day cut. Undefined if the cap does not apply to all of its days: how a back office counts
 * a week in which the rule changes is not known.
 */
export function windowOfCap(cap: CapCalendar, now: Date | string): CapWindow | undefined {
  const { first } = presetDays(presetOf[cap.period], now, cap.days, cap.weekStart);
  const next = cap.period === 'month' ? nextMonth(first) : dayFrom(first, cap.period === 'week' ? 7 : 1);
  const isWhole = (cap.from ?? first) <= first && dayBefore(next) <= (cap.until ?? next);
  return isWhole ? { from: beginOfDay(first, cap.days), to: beginOfDay(next, cap.days) } : undefined;
}

const reasonOf: Readonly<Record<CapPeriod, FareReason>> = {
  day: 'daily_cap',
  week: 'weekly_cap',
  month: 'monthly_cap',
};

const countTrips = (list: readonly CapTrips[]): number => list.reduce((sum, { trips }) => sum + trips, 0);
const isIncomplete = (trip: CapTrips): boolean => trip.status === 'fallback' || codeOf(trip) === 'incomplete';
const newestOf = (list: readonly CapTrips[]): number => Math.max(...list.map(({ newestAt }) => Date.parse(newestAt)));

/** How far a cap is with the trips of its operator in its window. `amount` is the cap. */
export function progressOfCap(
  cap: CapScope & { readonly period: CapPeriod; readonly amount: Money },
  trips: readonly CapTrips[],
): CapProgress {
  const { amount } = cap;
  const inScope = trips.filter(
    (trip) => codeOf(trip) !== 'pass' && (cap.transportTypes?.includes(trip.transportType) ?? true),
  );
  const unpriced = inScope.filter(({ status }) => status === 'provisional');
  const priced = inScope.filter(({ status }) => status !== 'provisional');
  const own = priced.filter(({ price }) => price.currency === amount.currency);
  const counted = cap.countsIncomplete ? own : own.filter((trip) => !isIncomplete(trip));
  const money = (amountMinor: number): Money => ({ ...amount, amountMinor });
  const refundedMinor = counted.reduce((sum, trip) => sum + trip.refundedMinor, 0);
  const paidMinor = counted.reduce((sum, trip) => sum + trip.trips * trip.price.amountMinor, 0) - refundedMinor;
  const state = stateOf(counted, reasonOf[cap.period], { paidMinor, capMinor: amount.amountMinor });
  return {
    state,
    trips: countTrips(counted),
    paid: money(paidMinor),
    refunded: money(refundedMinor),
    saved: state === 'reached' ? savedIn(counted, reasonOf[cap.period], amount) : null,
    unpriced: countTrips(unpriced),
    incomplete: countTrips(own) - countTrips(counted),
    inOtherCurrency: countTrips(priced) - countTrips(own),
  };
}

function stateOf(
  counted: readonly CapTrips[],
  reason: FareReason,
  { paidMinor, capMinor }: { readonly paidMinor: number; readonly capMinor: number },
): CapState {
  const capped = counted.filter((trip) => codeOf(trip) === reason);
  if (capped.length > 0) {
    const paidLater = counted.filter((trip) => trip.price.amountMinor > 0 && codeOf(trip) !== reason);
    return newestOf(paidLater) > newestOf(capped) ? 'contradicted' : 'reached';
  }
  if (paidMinor < capMinor) return 'open';
  return paidMinor === capMinor ? 'full' : 'exceeded';
}

/** What other caps saved on the same trips is no saving of this one. */
function savedIn(counted: readonly CapTrips[], reason: FareReason, amount: Money): Saving | null {
  const own = counted.filter((trip) => {
    const code = codeOf(trip);
    return code === undefined || code === reason || !capReasons.includes(code);
  });
  const each = own.flatMap((trip) => Array.from({ length: trip.trips }, () => trip));
  return savedBy({ trips: each, due: { ...amount, amountMinor: 0 } }, 0);
}

/** Does one cap count every trip that another one counts? */
export function countsAllOf(one: Pick<CapScope, 'transportTypes'>, other: Pick<CapScope, 'transportTypes'>): boolean {
  if (one.transportTypes === undefined) return true;
  return other.transportTypes?.every((type) => one.transportTypes?.includes(type)) ?? false;
}

/** May two caps count the same trip? */
export function doShareTrips(one: Pick<CapScope, 'transportTypes'>, other: Pick<CapScope, 'transportTypes'>): boolean {
  if (one.transportTypes === undefined || other.transportTypes === undefined) return true;
  return one.transportTypes.some((type) => other.transportTypes?.includes(type));
}
