import { rm } from 'node:fs/promises';
import path from 'node:path';
import { RefusedFile } from '../refused-file.ts';
import { addUp, type FileReport, idleReport } from '../report.ts';
import { Counts } from '../writer/counts.ts';
import { shownRows } from '../writer/kept-rows.ts';
import { unpack } from './unpack.ts';
import { makeUnpackFolder } from './unpack-folder.ts';

const format = 'archive';
/** The worst that became of a file inside is what became of the archive. */
const worstFirst = ['failed', 'refused', 'imported', 'unchanged'] as const;

/** Unpacks a delivery into a folder of our own, has it imported there and tells of all its files in one report. */
export async function importPacked(
  file: string,
  importInside: (folder: string) => Promise<readonly FileReport[]>,
): Promise<FileReport> {
  const name = path.basename(file);
  const folder = await makeUnpackFolder();
  try {
    await unpack(file, folder);
    return together(name, await importInside(folder));
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    return idleReport({ name, format, status: 'refused', reason: error.message });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function together(name: string, reports: readonly FileReport[]): FileReport {
  const status = worstFirst.find((one) => reports.some((report) => report.status === one));
  if (status === undefined) return idleReport({ name, format, status: 'refused', reason: 'it holds no table' });
  const counts = new Counts();
  for (const report of reports) counts.merge(report.counts);
  const told = reports.filter(({ reason }) => reason !== undefined).map((report) => `${report.name}: ${report.reason}`);
  return {
    name,
    format,
    status,
    reason: told.length > 0 ? told.join('; ') : undefined,
    rows: reports.reduce((sum, { rows }) => sum + rows, 0),
    counts,
    notes: addUp(reports.map(({ notes }) => notes)),
    quarantined: reports.flatMap(({ quarantined }) => quarantined).slice(0, shownRows),
    reasons: addUp(reports.map(({ reasons }) => reasons)),
  };
}
