import { parseCrontab } from 'graphile-worker';
import { expect, it } from 'vitest';
import { backOfficeJobPayloads, jobPayloads, moneyJobPayloads } from './catalogue.ts';
import { crontab } from './crontab.ts';

/** One minute of a day of the year, in the form that the library gives to a line of the timetable. */
const lastMinuteOfTheYear = { min: 59, hour: 23, date: 31, month: 12, dow: 4 };
const someMinute = { min: 17, hour: 8, date: 2, month: 6, dow: 2 };

it('looks every minute for ended claims, forgotten messages and faults of money', () => {
  const inEveryMinute = parseCrontab(crontab).filter(({ match }) =>
    [lastMinuteOfTheYear, someMinute].every((minute) => typeof match === 'function' && match(minute)),
  );

  expect(inEveryMinute.map(({ task }) => task)).toEqual([
    'find-forgotten-messages',
    'decide-card-claims',
    'check-money',
  ]);
});

it('starts every job that nobody enqueues, and no other', () => {
  const jobs = Object.entries({ ...jobPayloads, ...backOfficeJobPayloads, ...moneyJobPayloads });
  const withoutPayload = jobs.filter(([, payload]) => payload.safeParse({}).success).map(([name]) => name);

  const started = parseCrontab(crontab).map(({ task }) => task);

  expect(started.toSorted()).toEqual(withoutPayload.toSorted());
});
