import type { Spend, SpendQuery } from '@tapfolio/contracts/spend.ts';
import { presetDays, rangeOfDays } from '@tapfolio/domain/service-day.ts';
import type { AppContext } from '../../plugins/context.ts';
import { linkedMedia } from '../cards/cards.service.ts';
import { presentSpend } from './spend.present.ts';
import { sumSpend } from './spend.queries.ts';

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

/** What the trips of all linked cards cost in the last weeks, by the service days of the home operator. */
export async function readSpend(
  { reads, clock, config }: Pick<AppContext, 'reads' | 'clock' | 'config'>,
  passengerId: string,
  { weeks, weekStart }: SpendQuery,
): Promise<Spend> {
  const home = config.operators.find((operator) => operator.home);
  if (home === undefined) throw new Error('a checked configuration has a home operator');
  const { first: thisWeek } = presetDays('this_week', clock.now(), home, weekStart);
  const firstDays = Array.from({ length: weeks }, (_, back) => dayBefore(thisWeek, back * weekMs));
  const oldest = firstDays.at(-1) ?? thisWeek;
  // Another operator's day may begin at most a day before.
  const { from } = rangeOfDays(dayBefore(oldest, dayMs), oldest, home);
  const media = await linkedMedia(reads, passengerId);
  return presentSpend(await sumSpend(reads, [media, oldest, from]), firstDays);
}

const dayBefore = (day: string, ms: number) => new Date(Date.parse(day) - ms).toISOString().slice(0, 10);
