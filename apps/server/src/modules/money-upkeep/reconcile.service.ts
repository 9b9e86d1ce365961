import { dayMs } from '@tapfolio/domain/durations.ts';
import type { Bank } from '../../gateways/bank.ts';
import type { Db } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { type AlarmKind, endAlarmAbout, listSubjects, raiseAlarm } from '../alarms/alarms.service.ts';
import { compareReport, type Differ, type Difference } from '../bank-tries/compare-report.ts';
import { reportedCharges } from '../debts/reported-charges.service.ts';
import { applyReturns, reportedRefunds } from '../refunds/reported-refunds.service.ts';
import { findFirstDay, findLastDay, noteLastDay } from './reconcile.queries.ts';

interface Reconciling extends Using<'pool' | 'config'> {
  readonly bank: Bank;
}

/** A day is compared on two nights: a difference that an administrator closed after the first is not raised again on the second. */
const restDays = 2;

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** How many movements were compared, and how many of them differ. */
export interface Reconciliation {
  readonly charges: number;
  readonly refunds: number;
  readonly differences: number;
}

/**
 * Compares what the bank took and refunded on a day, by its report, with what we know. What we did not know is recorded as if
 * the bank had called us. Every difference raises an alarm; no difference is corrected by moving money.
 * @param day of UTC, `YYYY-MM-DD`
 * @throws BankUncertain when the bank gives no report
 */
export async function reconcileDay(context: Reconciling, day: string): Promise<Reconciliation> {
  const start = Date.parse(day);
  const reports = await Promise.all([start - dayMs, start, start + dayMs].map((at) => context.bank.report(dayOf(at))));
  const bounds = { from: new Date(start), before: new Date(start + dayMs) };
  const differing = new Set<string>();
  const differ =
    (alarms: Readonly<Record<Difference, AlarmKind>>): Differ =>
    async (difference, subject, detail) => {
      differing.add(subject);
      await raiseAlarm(context.pool, { kind: alarms[difference], subject, detail: { day, ...detail }, restDays });
    };
  const charges = await compareReport(reportedCharges(context, bounds), reports, differ(chargeAlarms));
  await applyReturns(context, reports.flat());
  const refunds = await compareReport(reportedRefunds(context, bounds), reports, differ(refundAlarms));
  return { charges, refunds, differences: differing.size };
}

const chargeAlarms = {
  twice: 'bank_charged_twice',
  unknown: 'bank_charge_unknown',
  missed: 'bank_charge_missed',
  differs: 'bank_charge_differs',
  missing: 'bank_charge_missing',
} as const;
const refundAlarms = {
  twice: 'bank_refunded_twice',
  unknown: 'bank_refund_unknown',
  missed: 'bank_refund_missed',
  differs: 'bank_refund_differs',
  missing: 'bank_refund_missing',
} as const;

/** The number of days without a comparison that one night compares; the next night continues. */
const mostNewDays = 60;

/**
 * Compares yesterday and the day before, every day since the last one that was compared, and every earlier one whose report has not
 * come. Such a day has an alarm until then. Where none was compared yet, the database may be a backup of the first day, restored later:
 * then it begins with the oldest try, sixty days back at most. A bank that gives no report is asked again by the queue.
 * @throws BankUncertain
 */
export async function reconcileLastDays(context: Reconciling, now: Date): Promise<void> {
  const { pool } = context;
  const kind = 'bank_report_missing';
  const today = Date.parse(dayOf(now.getTime()));
  const missing = await listSubjects(pool, kind);
  const latest = [today - 2 * dayMs, today - dayMs];
  const since = Math.min(...latest, await findStart(pool, today));
  const newDays = Array.from(
    { length: Math.min(mostNewDays, (today - since) / dayMs) },
    (_, index) => since + index * dayMs,
  );
  const days = new Set([...missing, ...[...newDays, ...latest].map(dayOf)]);
  const failures: unknown[] = [];
  for (const day of days) {
    try {
      await reconcileDay(context, day);
      await endAlarmAbout(pool, { kind, subject: day });
    } catch (error) {
      failures.push(error);
      await raiseAlarm(pool, { kind, subject: day, detail: {} });
    }
  }
  await noteLastDay(pool, { lastDay: dayOf(since + (newDays.length - 1) * dayMs) });
  if (failures.length > 0) throw failures[0];
}

/** The day with which the comparison begins or continues. */
async function findStart(db: Db, today: number): Promise<number> {
  const [progress] = await findLastDay(db);
  if (progress !== undefined) return Date.parse(progress.last_day);
  const [oldest] = await findFirstDay(db);
  const first = oldest?.first_day ?? null;
  return first === null ? today : Math.max(Date.parse(first), today - mostNewDays * dayMs);
}
