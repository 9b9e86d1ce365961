import type { Bank, ReportLine } from '../../gateways/bank.ts';
import type { Using } from '../../plugins/context.ts';
import { type AlarmKind, raiseAlarm } from '../alarms/alarms.service.ts';
import { collectionTries, findCollection, listApproved } from './collections.queries.ts';
import { obeyBank } from './obey-bank.service.ts';

interface Reconciling extends Using<'pool' | 'config'> {
  readonly bank: Bank;
}

const dayMs = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** How many charges were compared, and how many of them differ. */
export interface Reconciliation {
  readonly charges: number;
  readonly differences: number;
}

/**
 * Compares what the bank says it took on a day with what we say it took. What it took and we did not know is written down as
 * if the bank had told us then. Every difference raises an alarm, and none is put right by another charge.
 * @param day of UTC, `YYYY-MM-DD`
 * @throws BankUncertain when the bank gives no report
 */
export async function reconcileDay(context: Reconciling, day: string): Promise<Reconciliation> {
  const start = Date.parse(day);
  // Around midnight the two clocks may disagree about the day.
  const reports = await Promise.all([start - dayMs, start, start + dayMs].map((at) => context.bank.report(dayOf(at))));
  const lines = reports.map((report) => report.filter(({ kind }) => kind === 'charge'));
  const ofDay = lines[1] ?? [];
  const differing = new Set<string>();
  const differ = async (kind: AlarmKind, subject: string, detail: Record<string, string | number>) => {
    differing.add(subject);
    await raiseAlarm(context.pool, { kind, subject, detail: { day, ...detail } });
  };
  for (const [reference, same] of Map.groupBy(ofDay, (line) => line.reference)) {
    if (same.length > 1) await differ('bank_charged_twice', reference, { times: same.length });
    const [line] = same;
    if (line !== undefined) await compareLine(context, line, differ);
  }
  const known = new Set(lines.flat().map(({ reference }) => reference));
  const before = new Date(start + dayMs);
  for (const { collection_id: id, amount_minor, currency } of await listApproved(context.pool, {
    from: new Date(start),
    before,
  }))
    if (!known.has(id)) await differ('bank_charge_missing', id, { amountMinor: amount_minor, currency });
  return { charges: ofDay.length, differences: differing.size };
}

type Differ = (kind: AlarmKind, subject: string, detail: Record<string, string | number>) => Promise<void>;

async function compareLine(context: Reconciling, line: ReportLine, differ: Differ): Promise<void> {
  const { reference, bankReference, amountMinor, currency } = line;
  const detail = { bankReference, amountMinor, currency };
  const [owner] = uuidPattern.test(reference)
    ? await collectionTries.findMediumOf(context.pool, { id: reference })
    : [];
  if (owner === undefined) return await differ('bank_charge_unknown', reference, detail);
  const key = { mediumId: owner.medium_id, collectionId: reference };
  const [collection] = await findCollection(context.pool, key);
  if (collection === undefined) return;
  if (collection.outcome !== 'approved') {
    await obeyBank(context, key, { state: 'captured', bankReference, amountMinor, currency });
    // While a try was open we were about to ask.
    if (collection.outcome !== null) await differ('bank_charge_missed', reference, detail);
  } else if (collection.amount_minor !== amountMinor || collection.currency !== currency)
    await differ('bank_charge_differs', reference, detail);
}

/**
 * Compares yesterday and the day before. A bank that gives no report is asked again by the queue.
 * @throws BankUncertain
 */
export async function reconcileLately(context: Reconciling, now: Date): Promise<void> {
  const today = Date.parse(dayOf(now.getTime()));
  for (const at of [today - 2 * dayMs, today - dayMs]) await reconcileDay(context, dayOf(at));
}
