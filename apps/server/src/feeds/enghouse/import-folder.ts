import path from 'node:path';
import { findFiles } from '../find-files.ts';
import type { Importer } from '../importer.ts';
import { importPacked } from '../packed/import-packed.ts';
import { isPacked } from '../packed/unpack.ts';
import { type FileReport, idleReport, type OnProgress, type Progress } from '../report.ts';
import { importEnghouseFile } from './import-file.ts';

/** Imports every file below a folder, or one file, packed ones too. One bad file never stops the others. */
export async function importEnghouseFolder(
  importer: Importer,
  place: string,
  onFile: (report: FileReport) => void,
  onProgress?: OnProgress,
): Promise<FileReport[]> {
  const reports: FileReport[] = [];
  const files = await findFiles(place);
  for (const [index, file] of files.entries()) {
    if (importer.isClosed) break;
    const progress = onProgress && ((one: Progress) => onProgress({ ...one, file: index + 1, files: files.length }));
    const report = await importOne(importer, file.path, progress).catch((error: unknown) =>
      idleReport({ name: path.basename(file.path), format: 'enghouse', status: 'failed', reason: String(error) }),
    );
    onFile(report);
    reports.push(report);
  }
  return reports;
}

async function importOne(importer: Importer, file: string, onProgress: OnProgress | undefined): Promise<FileReport> {
  if (!isPacked(file)) return await importEnghouseFile(importer, file, { onProgress });
  return await importPacked(file, (folder) => importEnghouseFolder(importer, folder, () => {}, onProgress));
}
