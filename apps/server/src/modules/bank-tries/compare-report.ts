import type { ReportLine } from '../../gateways/bank.ts';
import { isUuid } from '../../lib/ids.ts';

/** What we know of a movement that the bank reports. */
export interface KnownTry {
  /** `open`: the bank has not decided, as far as we know. `not_done`: it answered that it did nothing. */
  readonly outcome: 'open' | 'done' | 'not_done';
  readonly amountMinor: number;
  readonly currency: string;
  /** How the bank names what it did; null where it did nothing, or where we do not know. */
  readonly bankReference: string | null;
}

/** One kind of movement, on both sides. */
export interface ReportedKind {
  readonly kind: ReportLine['kind'];
  /** By our reference; undefined when it is not ours. */
  find(reference: string): Promise<KnownTry | undefined>;
  /**
   * Looks for a try that is lost, as after the restore of an older database, by what else the bank says about it, and writes it down as
   * not done. Undefined if it cannot be told what it was for.
   */
  recall?(line: ReportLine): Promise<KnownTry | undefined>;
  /** Writes down what the bank did and we did not know. */
  apply(line: ReportLine): Promise<unknown>;
  /** What we say was done on the day. */
  listDone(): Promise<readonly { id: string; amountMinor: number; currency: string }[]>;
  /** Whether the bank, asked by our reference, says that it did it. @throws `BankUncertain` */
  isDoneAtBank(reference: string): Promise<boolean>;
}

/**
 * A difference: the bank did it `twice`; it is `unknown` to us; we `missed` it, because we took it for not done; the amount
 * `differs`; it is `missing` at the bank.
 */
export type Difference = 'twice' | 'unknown' | 'missed' | 'differs' | 'missing';

export type Differ = (
  difference: Difference,
  subject: string,
  detail: Record<string, string | number>,
) => Promise<void>;

/**
 * Compares the bank's reports of three days with what we know of the middle one: around midnight the two clocks may disagree about
 * the day. What no report names is looked up by our reference: the report may be late or incomplete, or we may have learnt of the
 * movement days later. Returns the number of movements that the bank reports for the middle day.
 */
export async function compareReport(
  reported: ReportedKind,
  reports: readonly (readonly ReportLine[])[],
  differ: Differ,
): Promise<number> {
  const lines = reports.map((report) => report.filter(({ kind }) => kind === reported.kind));
  const ofDay = lines[1] ?? [];
  const all = Map.groupBy(lines.flat(), (line) => line.reference);
  for (const [reference, same] of Map.groupBy(ofDay, (line) => line.reference)) {
    const deeds = new Set(all.get(reference)?.map(({ bankReference }) => bankReference));
    const times = Math.max(same.length, deeds.size);
    if (times > 1) await differ('twice', reference, { times });
    const [line] = same;
    if (line !== undefined) await compareLine(reported, line, differ);
  }
  for (const { id, amountMinor, currency } of await reported.listDone())
    if (!all.has(id) && !(await reported.isDoneAtBank(id))) await differ('missing', id, { amountMinor, currency });
  return ofDay.length;
}

async function compareLine(reported: ReportedKind, line: ReportLine, differ: Differ): Promise<void> {
  const { reference, bankReference, amountMinor, currency } = line;
  const detail = { bankReference, amountMinor, currency };
  const known = isUuid(reference) ? ((await reported.find(reference)) ?? (await reported.recall?.(line))) : undefined;
  if (known === undefined) return await differ('unknown', reference, detail);
  if (known.outcome !== 'done') {
    // An open one is no difference: we were about to ask. The alarm comes first: after a crash in between, the next run finds it done.
    if (known.outcome === 'not_done') await differ('missed', reference, detail);
    await reported.apply(line);
  } else if (known.bankReference !== null && known.bankReference !== bankReference) {
    // The other one may be of another day: a database that has lost a try makes it again under the same reference.
    await differ('twice', reference, { times: 2 });
  } else if (known.amountMinor !== amountMinor || known.currency !== currency)
    await differ('differs', reference, detail);
}
