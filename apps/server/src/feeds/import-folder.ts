import path from 'node:path';
import { findFiles } from './find-files.ts';
import type { Format } from './format.ts';
import { importFile } from './import-file.ts';
import type { Importer } from './importer.ts';
import { importPacked } from './packed/import-packed.ts';
import { isPacked } from './packed/unpack.ts';
import { type FileReport, idleReport, type OnProgress, type Progress } from './report.ts';

export interface FolderOptions {
  format: Format;
  onFile?: (report: FileReport) => void;
  onProgress?: OnProgress | undefined;
}

/** Imports every file below a folder, or one file, packed ones too. One bad file never stops the others. */
export async function importFolder(importer: Importer, place: string, options: FolderOptions): Promise<FileReport[]> {
  const { format, onFile = () => {}, onProgress = () => {} } = options;
  const reports: FileReport[] = [];
  const files = await findFiles(place);
  for (const [index, file] of files.entries()) {
    if (importer.isClosed) break;
    const onOne = (one: Progress) => onProgress({ ...one, file: index + 1, files: files.length });
    const report = await importOne(importer, file.path, { format, onProgress: onOne }).catch((error: unknown) =>
      idleReport({ name: path.basename(file.path), format: format.name, status: 'failed', reason: String(error) }),
    );
    onFile(report);
    reports.push(report);
  }
  return reports;
}

async function importOne(importer: Importer, file: string, { format, onProgress }: FolderOptions): Promise<FileReport> {
  if (!isPacked(file)) return await importFile(importer, { formats: [format], path: file }, { onProgress });
  return await importPacked(file, (folder) => importFolder(importer, folder, { format, onProgress }));
}
