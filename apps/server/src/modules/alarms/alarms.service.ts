import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { recordAudit } from '../../audit/audit.queries.ts';
import { isoInstant } from '../../lib/iso-instant.ts';
import { type Db, type ResultRow, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import {
  type AlarmDetail,
  deleteOld,
  endAbout,
  endAlarm,
  endPassed,
  listMoneyFaults,
  listOpenAlarms,
  listSubjectsOf,
  takeUnlogged,
  upsertAlarm,
} from './alarms.queries.ts';

/** What an administrator has to look at; docs/runbook.md says what to do about each kind. */
export const alarmKinds = [
  'charged_without_debt',
  'charged_other_amount',
  'charged_not_due',
  'refunded_other_amount',
  'refunded_twice',
  'refund_returned',
  'bank_refunded_twice',
  'bank_refund_unknown',
  'bank_refund_missed',
  'bank_refund_differs',
  'bank_refund_missing',
  'bank_charge_unknown',
  'bank_charge_missed',
  'bank_charge_missing',
  'bank_charge_differs',
  'bank_charged_twice',
  'bank_report_missing',
  'back_office_message_parked',
  'charge_currency_corrected',
  'refund_currency_corrected',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

interface Alarm {
  readonly kind: AlarmKind;
  readonly subject: string;
  readonly detail: AlarmDetail;
  /** An alarm that an administrator closed is not raised again with the same detail for this number of days; 0 when absent. */
  readonly restDays?: number;
}

/** Raises an alarm, or notes that an open one was seen again. */
export async function raiseAlarm(db: Db, { restDays = 0, ...alarm }: Alarm): Promise<void> {
  await upsertAlarm(db, { alarmId: randomUUID(), restDays, ...alarm });
}

/** The subjects of the open alarms of a kind. */
export async function listSubjects(db: Db, kind: AlarmKind): Promise<string[]> {
  return (await listSubjectsOf(db, { kind })).map(({ subject }) => subject);
}

/** Ends an alarm whose cause has passed. */
export async function endAlarmAbout(db: Db, about: { kind: AlarmKind; subject: string }): Promise<void> {
  await endAbout(db, about);
}

/** Rules of the view `money_faults` that may hold again by themselves; an alarm about them ends when they do. */
export const passingRules = [
  'collecting_without_collection',
  'collection_of_no_debt',
  'stale_lease',
  'overdue_collection',
  'stale_refund_lease',
  'overdue_refund',
  'undecided_collection',
  'undecided_refund',
  'bank_event_waiting',
  'back_office_waiting',
  'chargeback_waiting',
  'bank_refuses_all',
  'question_waiting',
];

/** The rule that looks back 35 days; the others that do not pass look back one day. */
const monthlyRule = 'refunded_and_charged_back';

/** What nothing may ever mend: the file that a chargeback waits for, and the back office, which may deliver another currency again and again. */
const lastingRules = ['chargeback_waiting', 'charge_currency_corrected', 'refund_currency_corrected'];

/**
 * For how many days the alarm of a rule is not raised again about the same facts once an administrator has closed it: for as long as
 * the rule finds them. A rule that passes finds them until an administrator has mended the cause, so its alarm does not rest.
 */
export const restDaysOf = (rule: string): number => {
  if (lastingRules.includes(rule)) return 3660;
  if (passingRules.includes(rule)) return 0;
  return rule === monthlyRule ? 36 : 1;
};

/** A rule that one outage breaks for every message: one alarm counts them. */
const countedRule = 'back_office_waiting';

/** `list_money_faults` names no more places of one rule. */
const mostOfRule = 1000;

/**
 * Checks every rule about money, raises an alarm for each place where one is broken, ends the alarms of rules that hold again, and
 * writes each new alarm to the log once. When a rule is broken in more places than are listed, none of its alarms ends.
 */
export async function checkMoney({ pool }: Using<'pool'>, logger: Pick<FastifyBaseLogger, 'error'>): Promise<void> {
  const unlogged = await transaction(pool, async (tx) => {
    const faults = Map.groupBy(await listMoneyFaults(tx), ({ rule }) => rule);
    for (const [kind, places] of faults) await raiseFaults(tx, kind, places);
    const isWhole = (rule: string) => rule === countedRule || (faults.get(rule)?.length ?? 0) < mostOfRule;
    await endPassed(tx, { kinds: passingRules.filter(isWhole) });
    return await takeUnlogged(tx);
  });
  for (const { alarm_id: alarm, kind, subject, detail } of unlogged)
    logger.error({ alarm, kind, subject, detail }, 'alarm');
}

type Place = Pick<ResultRow<typeof listMoneyFaults>, 'subject' | 'facts'>;

async function raiseFaults(db: Db, kind: string, places: readonly Place[]): Promise<void> {
  if (kind === countedRule) {
    const detail = { messages: places.length, andMore: places.length === mostOfRule };
    await upsertAlarm(db, { alarmId: randomUUID(), kind, subject: '', detail, restDays: 0 });
    return;
  }
  const restDays = restDaysOf(kind);
  for (const { subject, facts } of places)
    await upsertAlarm(db, { alarmId: randomUUID(), kind, subject: subject ?? '', detail: facts, restDays });
}

/** Deletes alarms that ended this number of months ago. */
export async function deleteOldAlarms(db: Db, monthsToKeep: number): Promise<void> {
  await deleteOld(db, { monthsToKeep });
}

/** An alarm as an administrator sees it. */
export interface OpenAlarm {
  readonly alarmId: string;
  readonly kind: string;
  readonly subject: string;
  readonly detail: AlarmDetail;
  /** ISO 8601 in UTC. */
  readonly raisedAt: string;
  readonly seenAt: string;
}

/** The 500 newest of the alarms that are open, the newest first, and how many older ones there are. */
export async function listAlarms(db: Db): Promise<{ alarms: OpenAlarm[]; older: number }> {
  const rows = await listOpenAlarms(db);
  const alarms = rows.map(({ alarm_id: alarmId, kind, subject, detail, raised_at, seen_at }) => ({
    alarmId,
    kind,
    subject,
    detail,
    raisedAt: isoInstant(raised_at),
    seenAt: isoInstant(seen_at),
  }));
  return { alarms, older: (rows[0]?.open_count ?? 0) - rows.length };
}

/** Closes an alarm that an administrator has dealt with, and records it; false when it is not open. */
export async function closeAlarm(pool: Pool, alarmId: string, traceId: string): Promise<boolean> {
  return await transaction(pool, async (tx) => {
    const [ended] = await endAlarm(tx, { alarmId });
    if (ended === undefined) return false;
    const detail = { alarmId, alarm: ended.kind };
    await recordAudit(tx, { kind: 'alarm_closed', passengerId: null, traceId, detail });
    return true;
  });
}
