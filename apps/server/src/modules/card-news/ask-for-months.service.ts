import { dayMs } from '@tapfolio/domain/durations.ts';
import { beginOfDay, serviceDayOf } from '@tapfolio/domain/service-day.ts';
import { homeOperator } from '../../config/home-operator.ts';
import type { Using } from '../../plugins/context.ts';
import * as months from './month-news.queries.ts';
import { isNewsOffered } from './take-card-news.service.ts';

/** The mails go out on this day of the next month: charges of the last day come on the first. */
const firstDay = 2;
/** What was missed is caught up until this day. */
const lastDay = 7;
const daySeconds = dayMs / 1000;
/** In one minute. In a day that is a million and more. */
const mostAtOnce = 1000;

/** A mail about a month has what these screens show. */
export const monthScreens = ['card-payments-history', 'card-payments-history-table'] as const;

/**
 * Asks for the mails about the last month, in the first days of a month of the home operator: spread over one day, and what was
 * missed on the days after it. Nobody is asked for twice.
 */
export async function askForMonths({ pool, config, clock }: Using<'pool' | 'config' | 'clock'>): Promise<void> {
  if (!isNewsOffered(config, ...monthScreens)) return;
  const now = clock.now();
  const home = homeOperator(config.operators);
  const today = serviceDayOf(now, home);
  const dayOfMonth = Number(today.slice(8));
  if (dayOfMonth < firstDay || dayOfMonth > lastDay) return;
  const seconds = Math.floor((now.getTime() - Date.parse(beginOfDay(today, home))) / 1000);
  const before = dayOfMonth === firstDay ? Math.max(0, seconds) : daySeconds;
  await months.askForMonths(pool, { month: `${monthBefore(today)}-01`, before, most: mostAtOnce });
}

/** The month before that of a day, `YYYY-MM`. */
export function monthBefore(day: string): string {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 2)).toISOString().slice(0, 7);
}
