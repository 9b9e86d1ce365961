import { quarantineCode } from './quarantine-codes.ts';

export interface FileReport {
  name: string;
  format: string;
  status: 'imported' | 'unchanged' | 'refused' | 'failed';
  /** Why a file was refused or failed. */
  reason?: string | undefined;
  /** The day from which a file that was refused for its date is accepted; absent if it would be refused on any day. */
  takenFrom?: Date | undefined;
  rows: number;
  /** How many of its rows were set aside. */
  setAside: number;
  counts: Counts;
  /** Notes for the administrator, each with its number. */
  notes: ReadonlyMap<string, number>;
  /** Columns that are read, that the export before had and that this one lacks; a note names them too. */
  lostColumns: readonly string[];
  /** The first rows that were set aside. */
  quarantined: readonly { line: number; reason: string; detail: string | null }[];
  /** How many rows were set aside for each reason. */
  reasons: ReadonlyMap<string, number>;
}

/** Rows shown in a report; all of them are in the table. */
export const shownRows = 20;

/** The numbers of a report. */
export type Written = Pick<
  FileReport,
  'rows' | 'setAside' | 'counts' | 'notes' | 'lostColumns' | 'quarantined' | 'reasons'
>;

/** How far a file has been read. */
export interface Progress {
  name: string;
  readBytes: number;
  sizeBytes: number;
  /** Its number among those to be imported, and how many they are; absent for one alone. */
  file?: number;
  files?: number;
}
export type OnProgress = (progress: Progress) => void;

/** Why nothing of a file was kept. Where the importer was closed, the connection's own words would not say so. */
export function failureOf(error: unknown, { isClosed }: { readonly isClosed: boolean }): string {
  return isClosed ? 'it was stopped' : String(error);
}

/** A report of a file of which nothing was written. */
export function idleReport(report: Pick<FileReport, 'name' | 'format' | 'status' | 'reason'>): FileReport {
  return {
    ...report,
    rows: 0,
    setAside: 0,
    counts: new Counts(),
    notes: new Map(),
    lostColumns: [],
    quarantined: [],
    reasons: new Map(),
  };
}

/** What was written in several steps, together. */
export function addUpWritten(written: readonly Written[]): Written {
  const counts = new Counts();
  for (const one of written) counts.merge(one.counts);
  return {
    rows: written.reduce((sum, { rows }) => sum + rows, 0),
    setAside: written.reduce((sum, { setAside }) => sum + setAside, 0),
    counts,
    notes: addUp(written.map(({ notes }) => notes)),
    lostColumns: written.flatMap(({ lostColumns }) => lostColumns),
    quarantined: written.flatMap(({ quarantined }) => quarantined).slice(0, shownRows),
    reasons: addUp(written.map(({ reasons }) => reasons)),
  };
}

/** Why a delivery of which no row could be used is refused, its rows kept; undefined when one could. */
export function refusalOf({ rows, setAside, reasons }: Written): string | undefined {
  return rows > 0 && setAside === rows ? `no row could be used: ${describeReasons(reasons)}` : undefined;
}

/** What a run did, as the last line of the command says it. */
export function summarise(reports: readonly FileReport[]): object {
  const { rows, counts, notes } = addUpWritten(reports);
  const having = (status: FileReport['status']) => reports.filter((report) => report.status === status).length;
  return {
    files: reports.length,
    rows,
    imported: having('imported'),
    unchanged: having('unchanged'),
    refused: having('refused'),
    failed: having('failed'),
    kinds: counts,
    notes: Object.fromEntries(notes),
  };
}

/** How often each text came in all of them. */
export function addUp(told: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [text, times] of told.flatMap((map) => [...map])) sums.set(text, (sums.get(text) ?? 0) + times);
  return sums;
}

/** One line about a file, for people, and one for each thing that they should know of it. */
export function describeReport(report: FileReport): string[] {
  const parts = Object.entries(report.counts.toJSON()).flatMap(([kind, counts]) => describeCounts(kind, counts));
  const lines = [`${report.name}: ${[report.status, report.reason, ...parts].filter(Boolean).join('; ')}`];
  for (const [reason, times] of report.reasons) {
    const first = report.quarantined.find((row) => row.reason === reason);
    const example = first && `, ${report.name}:${first.line}${first.detail ? ` (${first.detail})` : ''}`;
    lines.push(`  quarantined: ${times} × ${withCode(reason)}${example ?? ''}`);
  }
  for (const [note, times] of report.notes) lines.push(`  ${note} (${times === 1 ? '1 row' : `${times} rows`})`);
  return lines;
}

/** The reason with its code of the error catalogue. */
function withCode(reason: string): string {
  const code = quarantineCode(reason);
  return code === undefined ? reason : `${reason} [${code}]`;
}

/** How many rows were set aside for which reason: `78 × amount is not a whole number`. */
function describeReasons(reasons: ReadonlyMap<string, number>): string {
  return [...reasons].map(([reason, times]) => `${times} × ${reason}`).join(', ');
}

/** Nothing where nothing happened. */
function describeCounts(kind: string, counts: object): string[] {
  const said = Object.entries(counts).filter(([, count]) => count !== 0);
  return said.length === 0 ? [] : [`${kind} ${said.map(([name, count]) => `${count} ${name}`).join(', ')}`];
}

/** The results of the records of one kind. Every record counts in exactly one of the five. */
export interface KindCounts {
  inserted: number;
  updated: number;
  /** Delivered before, superseded by a newer export, or repeated further down in the file. */
  unchanged: number;
  quarantined: number;
  /** Fares whose tap has not come yet, and pieces that another piece has to come for. */
  waiting: number;
}

export const kinds = [
  'taps',
  'trips',
  'payments',
  'settlements',
  'authorisations',
  'products',
  'packages',
  'cards',
  'lines',
  'stops',
  'pieces',
  'chargebacks',
] as const;
export type Kind = (typeof kinds)[number];

/** Counts per kind, without the kinds that a file does not have. */
export class Counts {
  readonly #byKind = new Map<Kind, KindCounts>();

  add(kind: Kind, change: Partial<KindCounts>): void {
    const counts = this.#of(kind);
    counts.inserted += change.inserted ?? 0;
    counts.updated += change.updated ?? 0;
    counts.unchanged += change.unchanged ?? 0;
    counts.quarantined += change.quarantined ?? 0;
    counts.waiting += change.waiting ?? 0;
  }

  merge(other: Counts): void {
    for (const [kind, counts] of other.#byKind) this.add(kind, counts);
  }

  #of(kind: Kind): KindCounts {
    const known = this.#byKind.get(kind);
    if (known) return known;
    const fresh = { inserted: 0, updated: 0, unchanged: 0, quarantined: 0, waiting: 0 };
    this.#byKind.set(kind, fresh);
    return fresh;
  }

  toJSON(): Partial<Record<Kind, KindCounts>> {
    return Object.fromEntries(this.#byKind);
  }
}
