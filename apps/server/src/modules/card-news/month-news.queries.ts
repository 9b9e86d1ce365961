import { settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import { listed, statement } from '../../lib/sql.ts';
import { bigint, character, day, instant, integer, notNull, uuid } from '../../lib/sql-types.ts';

/** Asks for the mails of this many passengers at most, among those whose second of the day comes before this one. */
export const askForMonths = statement({
  name: 'monthNews.ask',
  values: { month: day, before: integer, most: integer },
  text: 'select from ask_for_months($month, $before, $most)',
});

/** Turns the mails about each month on. No row if they are on already. */
export const turnOnMonth = statement({
  name: 'monthNews.turnOn',
  values: { passengerId: uuid },
  row: { passenger_id: uuid },
  text: `insert into month_mails as known (passenger_id, is_wanted)
  values ($passengerId, true)
  on conflict (passenger_id) do update set is_wanted = true
    where not known.is_wanted
  returning passenger_id`,
});

/** Turns them off. No row if they are off already. */
export const turnOffMonth = statement({
  name: 'monthNews.turnOff',
  values: { passengerId: uuid },
  row: { passenger_id: uuid },
  text: `update month_mails set is_wanted = false where passenger_id = $passengerId and is_wanted returning passenger_id`,
});

/** A row if the passenger wants the mail about a month and was not told of it. */
export const findWanted = statement({
  name: 'monthNews.findWanted',
  values: { passengerId: uuid, month: day },
  row: { passenger_id: uuid },
  text: `select passenger_id from month_mails where passenger_id = $passengerId and is_wanted and told_month < $month`,
});

/** Takes the month: of two workers that take it, one gets it. */
export const noteTold = statement({
  name: 'monthNews.noteTold',
  values: { passengerId: uuid, month: day },
  row: { passenger_id: uuid },
  text: `update month_mails
  set told_month = $month
  where passenger_id = $passengerId and is_wanted and told_month < $month
  returning passenger_id`,
});

/** Gives back a month whose mail could not be sent. */
export const forgetTold = statement({
  name: 'monthNews.forgetTold',
  values: { passengerId: uuid, month: day },
  text: `update month_mails set told_month = '-infinity' where passenger_id = $passengerId and told_month = $month`,
});

/** What is owed of the unpaid fares of a medium now, by currency. */
export const sumUnpaid = statement({
  name: 'monthNews.sumUnpaid',
  values: { mediumId: uuid, shownFrom: instant },
  row: { currency: character, due_minor: notNull(bigint, 'a group has a row, and each has an amount') },
  text: `select currency, sum(due_minor)::bigint as due_minor
  from debts
  where medium_id = $mediumId and opened_at >= $shownFrom and state not in (${listed(settledDebtStates)})
  group by currency
  order by currency`,
});
