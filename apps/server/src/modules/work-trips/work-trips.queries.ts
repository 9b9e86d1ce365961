import { selectList, statement } from '../../lib/sql.ts';
import { arrayOf, boolean, instant, integer, nullable, uuid } from '../../lib/sql-types.ts';
import { oldestKept } from '../retention/oldest-kept.sql.ts';

export const findOwnCard = statement({
  name: 'workTrips.findOwnCard',
  values: { passengerId: uuid, cardId: integer },
  row: {},
  text: `select from cards where passenger_id = $passengerId and card_id = $cardId and successor_card_id is null`,
});

const markColumns = { trip_id: uuid, is_for_work: boolean };

export const listMarks = statement({
  name: 'workTrips.listMarks',
  values: { passengerId: uuid, tripIds: arrayOf(uuid) },
  row: markColumns,
  text: `select ${selectList(markColumns)} from work_marks where passenger_id = $passengerId and trip_id = any($tripIds)`,
});

const ruleColumns = { card_id: integer, starts_at: instant, ends_at: nullable(instant) };

/** The rules of all cards that were on at some moment of a time, its bounds included. */
export const listRules = statement({
  name: 'workTrips.listRules',
  values: { passengerId: uuid, from: instant, to: instant },
  row: ruleColumns,
  text: `select ${selectList(ruleColumns)}
  from work_rules
  where passenger_id = $passengerId and starts_at <= $to and (ends_at is null or ends_at > $from)
  order by card_id, starts_at`,
});

export const findOpenRule = statement({
  name: 'workTrips.findOpenRule',
  values: { passengerId: uuid, cardId: integer },
  row: { starts_at: instant },
  text: `select starts_at from work_rules where passenger_id = $passengerId and card_id = $cardId and ends_at is null`,
});

/** Marks trips, also those that were marked otherwise. */
export const putMarks = statement({
  name: 'workTrips.putMarks',
  values: {
    passengerId: uuid,
    cardId: integer,
    tripIds: arrayOf(uuid),
    startedAt: arrayOf(instant),
    isForWork: arrayOf(boolean),
  },
  text: `insert into work_marks (passenger_id, trip_id, card_id, started_at, is_for_work)
  select $passengerId, trip_id, $cardId, started_at, is_for_work
  from unnest($tripIds::uuid[], $startedAt::timestamptz[], $isForWork::boolean[]) as wanted (trip_id, started_at, is_for_work)
  on conflict (passenger_id, trip_id) do update
  set card_id = excluded.card_id, started_at = excluded.started_at, is_for_work = excluded.is_for_work`,
});

export const deleteMarks = statement({
  name: 'workTrips.deleteMarks',
  values: { passengerId: uuid, tripIds: arrayOf(uuid) },
  text: `delete from work_marks where passenger_id = $passengerId and trip_id = any($tripIds)`,
});

/** Begins the rule of a card now, unless it is on. */
export const beginRule = statement({
  name: 'workTrips.beginRule',
  values: { passengerId: uuid, cardId: integer },
  text: `insert into work_rules (passenger_id, card_id)
  values ($passengerId, $cardId)
  on conflict (passenger_id, card_id) where ends_at is null do nothing`,
});

export const endRule = statement({
  name: 'workTrips.endRule',
  values: { passengerId: uuid, cardId: integer },
  text: `update work_rules
  set ends_at = greatest(clock_timestamp(), starts_at)
  where passenger_id = $passengerId and card_id = $cardId and ends_at is null`,
});

/** Deletes the marks of trips of the months that are not kept any more. One that a passenger is changing stays until the next time. */
export const deleteOldMarks = statement({
  name: 'workTrips.deleteOldMarks',
  values: { monthsToKeep: integer },
  text: `with old as (
    select passenger_id, trip_id from work_marks where started_at < ${oldestKept} for update skip locked
  )
  delete from work_marks using old
  where work_marks.passenger_id = old.passenger_id and work_marks.trip_id = old.trip_id`,
});

/** Deletes rules that ended before the oldest trip that is kept. */
export const deleteOldRules = statement({
  name: 'workTrips.deleteOldRules',
  values: { monthsToKeep: integer },
  text: `with old as (
    select passenger_id, card_id, starts_at from work_rules where ends_at < ${oldestKept} for update skip locked
  )
  delete from work_rules using old
  where work_rules.passenger_id = old.passenger_id
    and work_rules.card_id = old.card_id
    and work_rules.starts_at = old.starts_at`,
});
