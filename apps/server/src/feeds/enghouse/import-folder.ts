import path from 'node:path';
import { findFiles } from '../find-files.ts';
import type { Importer } from '../importer.ts';
import { type FileReport, idleReport } from '../report.ts';
import { importEnghouseFile } from './import-file.ts';

/** Imports every file below a folder, or one file. One bad file never stops the others. */
export async function importEnghouseFolder(
  importer: Importer,
  place: string,
  onFile: (report: FileReport) => void,
): Promise<FileReport[]> {
  const reports: FileReport[] = [];
  for (const file of await findFiles(place)) {
    if (importer.isClosed) break;
    const report = await importEnghouseFile(importer, file.path).catch((error: unknown) =>
      idleReport({ name: path.basename(file.path), format: 'enghouse', status: 'failed', reason: String(error) }),
    );
    onFile(report);
    reports.push(report);
  }
  return reports;
}
