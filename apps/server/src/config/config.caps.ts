import { capPeriods, doShareTrips } from '@tapfolio/domain/caps.ts';
import { doShareDays } from '@tapfolio/domain/service-day.ts';
import { transportTypes } from '@tapfolio/domain/states.ts';
import { z } from 'zod';
import { currency, day, perLanguage, timeOfDay, words } from './config.values.ts';

/** The days of the week as the configuration names them, Monday first. */
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const cap = z
  .strictObject({
    period: z.enum(capPeriods).describe('For how long it counts'),
    amountMinor: z
      .int()
      .min(1)
      .max(100_000_000)
      .describe('The most that the trips of that time cost, in minor units: 975 is 9.75'),
    currency: currency.optional().describe('Its currency; without it what the operator charges in'),
    names: perLanguage(words.max(40))
      .default({})
      .describe(
        'What the operator calls it, per language; without it the portal says “Today”, “This week” or “This month”',
      ),
    startsAt: timeOfDay
      .optional()
      .describe('When its day begins, local time; without it `dayCut`. A week and a month begin at that time, too'),
    weekStart: z.enum(weekdays).optional().describe('The day on which its week begins; needed for the period week'),
    from: day.optional().describe('The first day with this cap, if it was another one before'),
    until: day
      .optional()
      .describe('The last day with this cap. A week or month that has such a change in it is not shown'),
    transportTypes: z
      .array(z.enum(transportTypes))
      .min(1)
      .optional()
      .describe('The types of transport whose trips count; without it all trips of this operator'),
    incompleteTrips: z
      .enum(['count', 'left_out'])
      .default('left_out')
      .describe('Whether the fare of a trip with a missing tap counts'),
    perMedium: z
      .boolean()
      .default(true)
      .describe(
        'Whether each card, phone and watch counts for itself, also a card that replaces another one. False where those of one account count together: the portal then adds a card and those that it replaced, and no others',
      ),
  })
  .superRefine(({ period, weekStart, from, until }, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (period === 'week' && weekStart === undefined) issue('weekStart', 'is needed for the period week');
    if (period !== 'week' && weekStart !== undefined) issue('weekStart', 'is for the period week only');
    if (from !== undefined && until !== undefined && until < from) issue('until', 'is before from');
  });

/** A rule for the most that trips of a day, a week or a month cost, as configured. */
export type Cap = z.output<typeof cap>;

export const caps = z
  .array(cap)
  .min(1)
  .max(12)
  .superRefine((list, context) => {
    for (const [place, one] of list.entries()) {
      const isTwice = list
        .slice(0, place)
        .some((other) => other.period === one.period && doShareDays(one, other) && doShareTrips(one, other));
      if (isTwice)
        context.addIssue({
          code: 'custom',
          path: [place],
          message: 'counts trips that another cap of the same period counts: a fare does not say which was reached',
        });
    }
  })
  .optional()
  .describe(
    'After which amount the rest of a day, week or month is free. Passengers see how much is left; leave it out where fares have no caps',
  );

/** The day on which the week of a cap begins: 1 for Monday to 7 for Sunday. */
export function weekStartOf({ weekStart = 'monday' }: Pick<Cap, 'weekStart'>): number {
  return weekdays.indexOf(weekStart) + 1;
}
