import { findForgottenTravel } from './forgotten-travel.ts';
import type { RowReader } from './format.ts';
import { formatNamed, formats } from './formats.ts';
import { closeFile } from './import.queries.ts';
import type { Importer, RowsTask } from './importer.ts';
import { forgetJudgements, type KeptFile, listKeptFiles, readKeptRows } from './kept-files.ts';
import { RefusedFile } from './refused-file.ts';
import { addUpWritten, type FileReport, failureOf, idleReport, refusalOf } from './report.ts';
import { writeFollowing } from './write-following.ts';
import { openStages } from './writer/staging.queries.ts';

/**
 * Reads the kept rows of all files, or of those with one name, again with the present configuration and rules. The results of a
 * row are made again in its place; refused rows are judged again; what a newer export said stays. Travel that is no longer kept does not come back.
 */
export async function replayFiles(
  importer: Importer,
  name: string | undefined,
  onFile: (report: FileReport) => void,
): Promise<FileReport[]> {
  const reports: FileReport[] = [];
  const replayed = formats.filter(({ replay }) => replay !== undefined).map((format) => format.name);
  for (const file of await listKeptFiles(importer.client, replayed, name)) {
    if (importer.isClosed) break;
    const report = await replayFile(importer, file).catch((error: unknown) =>
      idleReport({ name: file.name, format: file.format, status: 'failed', reason: failureOf(error, importer) }),
    );
    onFile(report);
    reports.push(report);
  }
  return reports;
}

async function replayFile(importer: Importer, file: KeptFile): Promise<FileReport> {
  const { name, format } = file;
  const refused = (reason: string) => idleReport({ name, format, status: 'refused', reason });
  const reader = readerOf(file);
  if (typeof reader === 'string') return refused(reader);
  try {
    return await importer.exclusively(() => writeAgain(importer, file, reader));
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    return refused(error.message);
  }
}

async function writeAgain(importer: Importer, file: KeptFile, reader: RowReader): Promise<FileReport> {
  const { client } = importer;
  const { fileId, exportedAt, name, format } = file;
  await forgetJudgements(client, fileId);
  const rows = readKeptRows(client, fileId);
  const read: RowsTask['read'] = (context) => reader.read(rows, context);
  const { travelMonths } = importer;
  const forgotten = travelMonths === undefined ? undefined : await findForgottenTravel(client, travelMonths);
  const again = { fileId, exportedAt, isReplay: true, forgotten };
  await openStages(client);
  const rowsOnly = await importer.writeRows({ ...again, kind: reader.kind, read });
  const reason = refusalOf(rowsOnly);
  const together = await writeFollowing(importer, formatNamed(format) ?? {}, again);
  const written = together ? addUpWritten([rowsOnly, together]) : rowsOnly;
  await closeFile(client, { fileId: fileId, counts: written.counts, refusal: reason ?? null });
  return { name, format, status: reason === undefined ? 'imported' : 'refused', reason, ...written };
}

function readerOf({ format, header }: KeptFile): RowReader | string {
  if (header === null) return noHeader;
  return formatNamed(format)?.replay?.(header) ?? `the format ${format} cannot be read again`;
}

const noHeader = 'it was imported before headers were kept: deliver it again under the name of a newer export';
