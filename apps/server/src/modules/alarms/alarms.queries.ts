import { selectList, statement } from '../../lib/sql.ts';
import { arrayOf, bigint, instant, integer, jsonb, notNull, nullable, text, uuid } from '../../lib/sql-types.ts';

/** Details of an alarm: figures and ids, never a person. */
export type AlarmDetail = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Opens an alarm. If one is open for the same kind and subject, it notes that it was seen again. Does nothing within `restDays` after
 * one with the same detail was closed; on which day it was found makes no difference. An older release closed alarms without detail.
 */
export const upsertAlarm = statement({
  name: 'alarms.upsert',
  values: { alarmId: uuid, kind: text, subject: text, detail: jsonb<AlarmDetail>(), restDays: integer },
  text: `insert into operator_alarms (alarm_id, kind, subject, detail, raised_at, seen_at)
  select $alarmId, $kind, $subject, $detail, now(), now()
  where not exists (
    select from operator_alarms
    where kind = $kind
      and subject = $subject
      and ended_at > now() - make_interval(days => $restDays)
      and detail - 'day' in ('{}', $detail::jsonb - 'day')
  )
  on conflict (kind, subject) where ended_at is null do update
  set seen_at = excluded.seen_at, detail = excluded.detail`,
});

const alarmColumns = {
  alarm_id: uuid,
  kind: text,
  subject: text,
  detail: jsonb<AlarmDetail>(),
  raised_at: instant,
  seen_at: instant,
};
const alarmList = selectList(alarmColumns);

/** The newest, each with how many are open in all. */
export const listOpenAlarms = statement({
  name: 'alarms.listOpen',
  row: { ...alarmColumns, open_count: notNull(bigint, 'a count') },
  text: `select ${alarmList}, count(*) over () as open_count
  from operator_alarms
  where ended_at is null
  order by raised_at desc, alarm_id
  limit 500`,
});

/** Returns the alarms that are not in the log yet, and marks them as logged. */
export const takeUnlogged = statement({
  name: 'alarms.takeUnlogged',
  row: alarmColumns,
  text: `update operator_alarms
  set told_at = now()
  where told_at is null and ended_at is null
  returning ${alarmList}`,
});

/** Ends the open alarms of these kinds that this transaction has not seen: their cause has passed. */
export const endPassed = statement({
  name: 'alarms.endPassed',
  values: { kinds: arrayOf(text) },
  text: `update operator_alarms
  set ended_at = now()
  where ended_at is null and kind = any($kinds) and seen_at < now()`,
});

export const endAlarm = statement({
  name: 'alarms.end',
  values: { alarmId: uuid },
  row: { kind: text },
  text: `update operator_alarms set ended_at = now() where alarm_id = $alarmId and ended_at is null returning kind`,
});

export const listSubjectsOf = statement({
  name: 'alarms.listSubjects',
  values: { kind: text },
  row: { subject: text },
  text: 'select subject from operator_alarms where kind = $kind and ended_at is null order by subject',
});

export const endAbout = statement({
  name: 'alarms.endAbout',
  values: { kind: text, subject: text },
  text: 'update operator_alarms set ended_at = now() where kind = $kind and subject = $subject and ended_at is null',
});

export const deleteOld = statement({
  name: 'alarms.deleteOld',
  values: { monthsToKeep: integer },
  text: `delete from operator_alarms where ended_at < now() - make_interval(months => $monthsToKeep)`,
});

/** Where a rule about money is broken: the first thousand places of each rule. Reads all media. */
export const listMoneyFaults = statement({
  name: 'alarms.listMoneyFaults',
  row: {
    rule: notNull(text, 'each part names its rule'),
    subject: nullable(text),
    /** What makes it another fault of the same rule and subject. */
    facts: notNull(jsonb<AlarmDetail>(), 'each part has them'),
  },
  text: 'select rule, subject, facts from list_money_faults()',
});
