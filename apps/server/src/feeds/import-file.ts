import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { exportProblem } from './export-time.ts';
import { fingerprint } from './fingerprint.ts';
import type { Format, OpenedDelivery, OpenedFile, Recognised, RecogniseOptions, Refusal } from './format.ts';
import type { Importer } from './importer.ts';
import { closeFile, findFile, insertFile, type NewFile } from './ledger.ts';
import { openOrdinary } from './open-file.ts';
import { RefusedFile } from './refused-file.ts';
import { addUp, type FileReport, idleReport, type OnProgress } from './report.ts';
import { refusalOf, writeParts } from './write-parts.ts';

/** Something to import. */
export interface Delivery {
  /** What it may be: of several the first that recognises it. */
  formats: readonly Format[];
  path: string;
}

export interface ImportOptions {
  /** What the delivery is called; the last part of its path when it lies there as it was delivered. */
  name?: string | undefined;
  /** Whose it is, where somebody says so. */
  operatorCode?: string | undefined;
  onProgress?: OnProgress | undefined;
}

/**
 * Imports one delivery in one transaction: its entry in the ledger, its rows as delivered, its quarantine and everything
 * made of it appear together or not at all. A delivery that was imported before has no effect.
 * @throws when the database or the disk fails; a delivery that cannot be used is a report, not an error.
 */
export async function importFile(
  importer: Importer,
  delivery: Delivery,
  { name, operatorCode, onProgress = () => {} }: ImportOptions = {},
): Promise<FileReport> {
  const opened = await openDelivery(delivery, name);
  try {
    const { operators } = importer.facts;
    const judged = await recognise(delivery, opened, { operators, operatorCode, now: importer.clock.now() });
    const report = await importOpened(importer, { ...judged, opened, onProgress });
    if (report.status === 'imported') await importer.countRows();
    return report;
  } finally {
    await closeAll(opened.files);
  }
}

async function openDelivery({ formats, path: place }: Delivery, name?: string): Promise<OpenedDelivery> {
  const files: OpenedFile[] = [];
  try {
    for (const file of (await formats[0]?.listFiles(place)) ?? []) files.push(await openFile(file));
    return { name: name ?? path.basename(path.resolve(place)), files };
  } catch (error) {
    await closeAll(files);
    throw error;
  }
}

async function openFile(file: string): Promise<OpenedFile> {
  const handle = await openOrdinary(file);
  try {
    const { size, mtimeMs } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    const beginning = buffer.subarray(0, bytesRead);
    return { name: path.basename(file), handle, sizeBytes: size, modifiedMs: mtimeMs, beginning };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function closeAll(files: readonly { handle: FileHandle }[]): Promise<void> {
  for (const { handle } of files) await handle.close();
}

interface Judged {
  format: Format;
  found: Recognised | Refusal;
}

/** What a delivery is; when none recognises it, what the nearest says of it, the first of several. */
async function recognise({ formats }: Delivery, opened: OpenedDelivery, options: RecogniseOptions): Promise<Judged> {
  let refused: { format: Format; found: Refusal } | undefined;
  for (const format of formats) {
    const found = await format.recognise(opened, options);
    if (!('refusal' in found)) return { format, found };
    if (refused === undefined || distanceOf(found) < distanceOf(refused.found)) refused = { format, found };
  }
  if (!refused) throw new Error('a delivery may be of one format at least');
  return refused;
}

const distanceOf = ({ distance = 1 }: Refusal): number => distance;

interface OpenedTask extends Judged {
  opened: OpenedDelivery;
  onProgress: OnProgress;
}

async function importOpened(importer: Importer, task: OpenedTask): Promise<FileReport> {
  const { format, found, opened } = task;
  const report = { name: found.name, format: format.name };
  const refused = (reason: string) => idleReport({ ...report, status: 'refused', reason });
  if ('refusal' in found && found.exportedAt === undefined) return refused(found.refusal);
  const { exportedAt = '', ...recognised } = found;
  const early = exportProblem(exportedAt, importer.clock.now());
  // Not entered into the ledger: one day the date will have come.
  if (early !== undefined) return refused(early);
  const entry: NewFile = { ...report, exportedAt, ...(await fingerprint(opened.files)) };
  const refuse = async (reason: string) => {
    await insertFile(importer.client, entry, reason);
    return refused(reason);
  };
  const importing = importer.exclusively(async () => {
    const known = await findFile(importer.client, entry);
    if (known) return known.refusal === null ? idleReport({ ...report, status: 'unchanged' }) : refused(known.refusal);
    if ('refusal' in recognised) return await refuse(recognised.refusal);
    return await write(importer, { ...task, entry, found: { ...recognised, exportedAt } });
  });
  return await importing.catch((error: unknown) => {
    if (!(error instanceof RefusedFile)) throw error;
    return importer.exclusively(() => refuse(error.message));
  });
}

interface WriteTask extends OpenedTask {
  entry: NewFile;
  found: Recognised;
}

async function write(importer: Importer, task: WriteTask): Promise<FileReport> {
  const { client } = importer;
  const { entry, found, opened, onProgress } = task;
  const { name, format, sizeBytes } = entry;
  const fileId = await insertFile(client, { ...entry, header: found.header });
  const onRead = (readBytes: number) => onProgress({ name, readBytes, sizeBytes });
  const written = await writeParts(importer, found.parts, { fileId, entry, assembler: task.format.assembler, onRead });
  const reason = refusalOf(written);
  await closeFile(client, fileId, { counts: written.counts, refusal: reason ?? null });
  await refuseIfChanged(opened.files);
  const notes = addUp([found.notes, written.notes]);
  return { name, format, status: reason === undefined ? 'imported' : 'refused', reason, ...written, notes };
}

/** What was read must be what was hashed: a file that is still being written is taken as a whole later. */
async function refuseIfChanged(files: readonly OpenedFile[]): Promise<void> {
  for (const { handle, sizeBytes, modifiedMs } of files) {
    const now = await handle.stat();
    if (now.size !== sizeBytes || now.mtimeMs !== modifiedMs) throw new Error('the file changed while it was read');
  }
}
