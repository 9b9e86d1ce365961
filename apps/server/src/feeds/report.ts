import { Counts } from './writer/counts.ts';

export interface FileReport {
  name: string;
  format: string;
  status: 'imported' | 'unchanged' | 'refused' | 'failed';
  /** Why a file was refused or failed. */
  reason?: string;
  rows: number;
  counts: Counts;
  /** What an operator of the portal should hear of, with how often it came. */
  notes: ReadonlyMap<string, number>;
  /** The first rows that were set aside. */
  quarantined: readonly { line: number; reason: string; detail: string | null }[];
}

/** A report of a file of which nothing was written. */
export function idleReport(report: Pick<FileReport, 'name' | 'format' | 'status' | 'reason'>): FileReport {
  return { ...report, rows: 0, counts: new Counts(), notes: new Map(), quarantined: [] };
}

/** What a run did, as the last line of the command says it. */
export function summarise(reports: readonly FileReport[]): object {
  const counts = new Counts();
  const notes = new Map<string, number>();
  for (const report of reports) {
    counts.merge(report.counts);
    for (const [note, times] of report.notes) notes.set(note, (notes.get(note) ?? 0) + times);
  }
  const having = (status: FileReport['status']) => reports.filter((report) => report.status === status).length;
  return {
    files: reports.length,
    rows: reports.reduce((sum, report) => sum + report.rows, 0),
    imported: having('imported'),
    unchanged: having('unchanged'),
    refused: having('refused'),
    failed: having('failed'),
    kinds: counts,
    notes: Object.fromEntries(notes),
  };
}

/** One line about a file, for people. */
export function describeReport(report: FileReport): string {
  const parts = Object.entries(report.counts.toJSON()).map(([kind, counts]) => `${kind} ${describeCounts(counts)}`);
  const lines = [`${report.name}: ${[report.status, report.reason, ...parts].filter(Boolean).join('; ')}`];
  for (const { line, reason, detail } of report.quarantined) {
    lines.push(`  ${report.name}:${line} quarantined: ${reason}${detail ? ` (${detail})` : ''}`);
  }
  for (const [note, times] of report.notes) lines.push(`  ${note} (${times} rows)`);
  return lines.join('\n');
}

function describeCounts(counts: object): string {
  const said = Object.entries(counts).filter(([, count]) => count !== 0);
  return said.map(([name, count]) => `${count} ${name}`).join(', ') || '0';
}
