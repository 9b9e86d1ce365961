import type { Importer } from '../importer.ts';
import { RefusedFile } from '../refused-file.ts';
import { forgetJudgements, type KeptFile, listKeptFiles, readKeptRows } from '../replay.queries.ts';
import { type FileReport, idleReport } from '../report.ts';
import { recognise } from './entities.ts';
import { writeRows } from './write-rows.ts';

const format = 'enghouse';

/**
 * Reads the kept rows of all files, or of those with one name, once more under today's configuration and rules. What a
 * row made is made anew at its place; what it was refused for is judged again; what a newer export said stays.
 */
export async function replayFiles(
  importer: Importer,
  name: string | undefined,
  onFile: (report: FileReport) => void,
): Promise<FileReport[]> {
  const reports: FileReport[] = [];
  for (const file of await listKeptFiles(importer.client, name)) {
    if (importer.isClosed) break;
    const report = await replayFile(importer, file).catch((error: unknown) =>
      idleReport({ name: file.name, format, status: 'failed', reason: String(error) }),
    );
    onFile(report);
    reports.push(report);
  }
  return reports;
}

async function replayFile(importer: Importer, file: KeptFile): Promise<FileReport> {
  const refused = (reason: string) => idleReport({ name: file.name, format, status: 'refused', reason });
  if (file.header === null) return refused(noHeader);
  const recognised = recognise(file.header);
  if (typeof recognised === 'string') return refused(recognised);
  try {
    return await importer.exclusively(async () => {
      await forgetJudgements(importer.client, file.fileId);
      const rows = readKeptRows(importer.client, file.fileId);
      return await writeRows(importer, file, { rows, recognised, isReplay: true });
    });
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    return refused(error.message);
  }
}

const noHeader = 'it was imported before headers were kept: deliver it again under the name of a newer export';
