import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { exportProblem, exportTime } from '../export-time.ts';
import { fingerprint } from '../fingerprint.ts';
import type { Importer } from '../importer.ts';
import { findFile, insertFile, type NewFile } from '../ledger.queries.ts';
import { openOrdinary } from '../open-file.ts';
import { RefusedFile } from '../refused-file.ts';
import { type FileReport, idleReport, type OnProgress } from '../report.ts';
import { foreignEncoding } from '../text/foreign-encoding.ts';
import { readBytes } from '../text/read-bytes.ts';
import { readRows } from '../text/read-rows.ts';
import { type Recognised, recognise, separator } from './entities.ts';
import { writeRows } from './write-rows.ts';

const format = 'enghouse';

export interface EnghouseOptions {
  /** What the file is called; the last part of its path when it lies there as it was delivered. */
  name?: string | undefined;
  onProgress?: OnProgress | undefined;
}

/**
 * Imports one file in one transaction: its ledger entry, its raw rows, its quarantine and everything made of it appear
 * together or not at all. A file that was imported before has no effect.
 * @throws when the database or the disk fails; a file that cannot be used is a report, not an error.
 */
export async function importEnghouseFile(
  importer: Importer,
  file: string,
  { name = path.basename(file), onProgress }: EnghouseOptions = {},
): Promise<FileReport> {
  const handle = await openOrdinary(file);
  try {
    const { mtimeMs } = await handle.stat();
    const entry: NewFile = { format, name, exportedAt: exportTime(name, mtimeMs), ...(await fingerprint(handle)) };
    const refused = (reason: string) => idleReport({ name, format, status: 'refused', reason });
    const early = exportProblem(entry.exportedAt, importer.clock.now());
    // Not entered into the ledger: one day the date will have come.
    if (early !== undefined) return refused(early);
    entry.header = await firstRow(handle);
    const recognised = foreignEncoding(await beginning(handle)) ?? recognise(entry.header);
    const refuse = async (reason: string) => {
      // What such a file begins with may be anything; its rows are not kept either.
      await insertFile(importer.client, { ...entry, header: undefined }, reason);
      return refused(reason);
    };
    const report = importer.exclusively(async () => {
      const known = await findFile(importer.client, entry);
      if (known?.refusal != null) return refused(known.refusal);
      if (known) return idleReport({ name, format, status: 'unchanged' });
      if (entry.sizeBytes === 0) return await refuse('the file is empty');
      if (typeof recognised === 'string') return await refuse(recognised);
      return await writeFile(importer, handle, { entry, recognised, mtimeMs, onProgress });
    });
    const done = await report.catch((error: unknown) => {
      if (!(error instanceof RefusedFile)) throw error;
      return importer.exclusively(() => refuse(error.message));
    });
    if (done.status === 'imported') await importer.countRows();
    return done;
  } finally {
    await handle.close();
  }
}

interface WriteTask {
  entry: NewFile;
  recognised: Recognised;
  mtimeMs: number;
  onProgress: OnProgress | undefined;
}

async function writeFile(importer: Importer, handle: FileHandle, task: WriteTask): Promise<FileReport> {
  const { entry, recognised, onProgress } = task;
  const fileId = await insertFile(importer.client, entry);
  const rows = readRows(onProgress ? watched(handle, entry, onProgress) : readBytes(handle), separator);
  const report = await writeRows(importer, { fileId, ...entry }, { rows, recognised });
  await refuseIfChanged(handle, task);
  return report;
}

/** The bytes of a file; tells after each piece how far it has been read. */
async function* watched(
  handle: FileHandle,
  { name, sizeBytes }: NewFile,
  onProgress: OnProgress,
): ReturnType<typeof readBytes> {
  let readSoFar = 0;
  for await (const bytes of readBytes(handle)) {
    yield bytes;
    readSoFar += bytes.length;
    onProgress({ name, readBytes: readSoFar, sizeBytes });
  }
}

/** What was read must be what was hashed: a file that is still being written is taken as a whole later. */
async function refuseIfChanged(handle: FileHandle, { entry, mtimeMs }: WriteTask): Promise<void> {
  const now = await handle.stat();
  if (now.size !== entry.sizeBytes || now.mtimeMs !== mtimeMs) throw new Error('the file changed while it was read');
}

async function beginning(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
  return buffer.subarray(0, bytesRead);
}

async function firstRow(handle: FileHandle): Promise<string> {
  for await (const rows of readRows(readBytes(handle, 1 << 14), separator)) return rows[0]?.text ?? '';
  return '';
}
