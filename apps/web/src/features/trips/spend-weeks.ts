import type { TripPage } from '@tapfolio/contracts/trips.ts';

type DayTotal = TripPage['days'][number];
export type SpendWeek = { readonly firstDay: string; readonly trips: number; readonly amountMinor: number };
/** The weeks in one currency, the current one first. */
export type Spend = { readonly currency: string; readonly weeks: readonly SpendWeek[] };

const dayMs = 86_400_000;
const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The first day of the week that a service day belongs to. `weekStart` is 1 for Monday to 7 for Sunday. */
export function firstDayOfWeek(day: string, weekStart: number): string {
  const ms = Date.parse(day);
  return toDay(ms - ((new Date(ms).getUTCDay() - weekStart + 7) % 7) * dayMs);
}

/** The first days of this week and of the weeks before it, newest first. */
export function lastWeeks(today: string, count: number, weekStart: number): string[] {
  const thisWeek = Date.parse(firstDayOfWeek(today, weekStart));
  return Array.from({ length: count }, (_, back) => toDay(thisWeek - back * 7 * dayMs));
}

/** Adds day totals up to weeks. Days outside the weeks fall away; a week without trips stays, with zero. */
export function spendByWeek(days: readonly DayTotal[], firstDays: readonly string[]): Spend[] {
  const endOf = (firstDay: string): string => toDay(Date.parse(firstDay) + 7 * dayMs);
  const currencies = [...new Set(days.map((day) => day.total.currency))];
  return currencies.map((currency) => ({
    currency,
    weeks: firstDays.map((firstDay) => {
      const isOfWeek = ({ serviceDay, total }: DayTotal): boolean =>
        total.currency === currency && serviceDay >= firstDay && serviceDay < endOf(firstDay);
      const ofWeek = days.filter(isOfWeek);
      return {
        firstDay,
        trips: ofWeek.reduce((sum, day) => sum + day.trips, 0),
        amountMinor: ofWeek.reduce((sum, day) => sum + day.total.amountMinor, 0),
      };
    }),
  }));
}
