import path from 'node:path';
import { isTemporary } from '../lib/temporary-failures.ts';
import {
  closeDelivery,
  type Delivery,
  exportProblem,
  fingerprint,
  judge,
  judgeDelivery,
  openDelivery,
  refuseIfChanged,
} from './delivered-files.ts';
import type { Format, OpenedDelivery, Part, Recognised, Refusal } from './format.ts';
import { closeFile, findFile, insertFile, listHeadersBefore, type NewFile, noteLostColumns } from './import.queries.ts';
import type { Importer } from './importer.ts';
import { type Archive, importUnpacked } from './packed/import-packed.ts';
import { RefusedFile } from './refused-file.ts';
import {
  addUp,
  addUpWritten,
  type FileReport,
  failureOf,
  idleReport,
  type OnProgress,
  refusalOf,
  type Written,
} from './report.ts';
import type { RowContext } from './row-context.ts';
import { writeFollowing } from './write-following.ts';
import { openStages } from './writer/staging.queries.ts';

/** Each of them is open until its transaction ends. */
const mostTogether = 100;

/**
 * Imports deliveries, archives unpacked into folders of our own.
 * @returns a report for each, in their order; a report tells what went wrong, so that the others get their turn.
 */
export async function importDeliveries(
  importer: Importer,
  all: readonly (Delivery | Archive)[],
): Promise<FileReport[]> {
  const plain = all.filter((one) => 'path' in one);
  const importPlain = (deliveries: readonly Delivery[]) => importExports(importer, deliveries);
  return plain.length === all.length ? await importPlain(plain) : await importUnpacked(all, importPlain);
}

/**
 * Imports deliveries that are no archives. Those of one export whose rows tell trips and payments in pieces come in one
 * transaction: half of an export would show trips without their payment, and call a fare unpaid that the other half says was paid.
 */
async function importExports(importer: Importer, deliveries: readonly Delivery[]): Promise<FileReport[]> {
  const reports = new Map<Delivery, FileReport>();
  for (const together of await exportsOf(importer, deliveries)) {
    const written = await importOneExport(importer, together);
    for (const [index, delivery] of together.entries()) {
      const report = written[index];
      if (report) reports.set(delivery, report);
    }
  }
  return deliveries.flatMap((delivery) => reports.get(delivery) ?? []);
}

/** Puts together what is to be imported together; every other delivery is alone. */
async function exportsOf(importer: Importer, deliveries: readonly Delivery[]): Promise<Delivery[][]> {
  const [first] = deliveries;
  if (first && deliveries.length === 1) return [[first]];
  const together = new Map<string | Delivery, Delivery[]>();
  for (const delivery of deliveries) {
    const key = await exportOf(importer, delivery).catch(() => delivery);
    const known = together.get(key) ?? [];
    if (known.length < mostTogether) together.set(key, [...known, delivery]);
    else together.set(delivery, [delivery]);
  }
  return [...together.values()];
}

/** What deliveries that are imported together have in common; the delivery itself if it is imported alone. */
async function exportOf(importer: Importer, delivery: Delivery): Promise<string | Delivery> {
  const { format, found } = await judgeDelivery(delivery, importer.judging);
  return 'refusal' in found || !format.assembler ? delivery : `${format.name} ${found.exportedAt}`;
}

/**
 * One bad file never stops the others: what cannot be written together is written one by one. What fails for the moment only is
 * not taken apart: all of it waits for the next time.
 */
async function importOneExport(importer: Importer, deliveries: readonly Delivery[]): Promise<FileReport[]> {
  if (deliveries.length > 1) {
    try {
      return await importTogether(importer, deliveries);
    } catch (error) {
      if (isTemporary(error)) return deliveries.map((delivery) => failed(delivery, failureOf(error, importer)));
    }
  }
  const reports: FileReport[] = [];
  for (const delivery of deliveries) {
    const report = importFile(importer, delivery);
    reports.push(await report.catch((error: unknown) => failed(delivery, failureOf(error, importer))));
  }
  return reports;
}

function failed({ name, path: place, formats }: Delivery, reason: string): FileReport {
  const format = formats[0]?.name ?? '';
  return idleReport({ name: name ?? path.basename(place), format, status: 'failed', reason });
}

/**
 * Imports one delivery in one transaction: its entry in the ledger, its rows as delivered, its quarantine and everything
 * made of it appear together or not at all. A delivery that was imported before has no effect.
 * @throws when the database or the disk fails; a delivery that cannot be used is a report, not an error.
 */
export async function importFile(importer: Importer, delivery: Delivery): Promise<FileReport> {
  const [report] = await importTogether(importer, [delivery]);
  if (!report) throw new Error('each delivery has a report');
  return report;
}

/**
 * Imports deliveries of one format in one transaction, so that readers see all of them or none.
 * @returns a report for each, in their order.
 * @throws when the database or the disk fails, and for several as soon as one cannot be written.
 */
async function importTogether(importer: Importer, deliveries: readonly Delivery[]): Promise<FileReport[]> {
  const opened: OpenedDelivery[] = [];
  try {
    const asked: (FileReport | Asked)[] = [];
    for (const delivery of deliveries) {
      const files = await openDelivery(delivery);
      opened.push(files);
      asked.push(await ask(importer, delivery, files));
    }
    const reports = await write(importer, asked);
    if (reports.some(({ status }) => status === 'imported')) importer.countRows();
    return reports;
  } finally {
    for (const files of opened) await closeDelivery(files);
  }
}

/** A delivery that has a date, on its way into the ledger. */
interface Asked extends Omit<NewDelivery, 'found'> {
  found: Recognised | (Refusal & { exportedAt: string });
}

/** What is to be asked of the ledger for a delivery; its report where nothing is. */
async function ask(importer: Importer, delivery: Delivery, opened: OpenedDelivery): Promise<FileReport | Asked> {
  const { format, found } = await judge(delivery, opened, importer.judging);
  const report = { name: found.name, format: format.name };
  const refused = (reason: string) => idleReport({ ...report, status: 'refused', reason });
  const { exportedAt } = found;
  if ('refusal' in found && exportedAt === undefined) return refused(found.refusal);
  if (exportedAt === undefined) throw new Error('a delivery that can be read has a date');
  const early = exportProblem({ name: found.name, exportedAt }, importer.clock.now());
  // Not entered into the ledger: one day the date will have come.
  if (early !== undefined) return { ...refused(early.reason), takenFrom: early.takenFrom };
  const entry: NewFile = { ...report, exportedAt, ...(await fingerprint(opened.files)) };
  return { format, found: { ...found, exportedAt }, opened, entry, onProgress: delivery.onProgress ?? (() => {}) };
}

async function write(importer: Importer, asked: readonly (FileReport | Asked)[]): Promise<FileReport[]> {
  const [first, ...others] = asked;
  if (asked.every((one) => 'status' in one)) return [...asked];
  const writing = importer.exclusively(async () => {
    const entered: (FileReport | EnteredFile)[] = [];
    for (const one of asked) entered.push('status' in one ? one : await enter(importer, one));
    return await writeDeliveries(importer, entered);
  });
  return await writing.catch(async (error: unknown) => {
    if (!(error instanceof RefusedFile) || !first || 'status' in first || others.length > 0) throw error;
    return [await importer.exclusively(() => refuse(importer, first.entry, error.message))];
  });
}

/** Enters a delivery into the ledger; one that the ledger has already, or that cannot be read, has its report. */
async function enter(importer: Importer, asked: Asked): Promise<FileReport | EnteredFile> {
  const { client } = importer;
  const { entry, found } = asked;
  const [known] = await findFile(client, entry);
  const report = { name: entry.name, format: entry.format };
  if (known?.refusal === null) return idleReport({ ...report, status: 'unchanged' });
  if (known) return idleReport({ ...report, status: 'refused', reason: known.refusal });
  if ('refusal' in found) return await refuse(importer, entry, found.refusal);
  const fileId = await insertFile(client, { ...entry, header: found.header });
  return { ...asked, found, fileId };
}

async function refuse(importer: Importer, entry: NewFile, reason: string): Promise<FileReport> {
  const { name, format } = entry;
  await insertFile(importer.client, entry, reason);
  return idleReport({ name, format, status: 'refused', reason });
}

/** A delivery that can be read. */
interface NewDelivery {
  readonly format: Format;
  readonly found: Recognised;
  readonly opened: OpenedDelivery;
  readonly entry: NewFile;
  readonly onProgress: OnProgress;
}

/** A delivery that this transaction has entered into the ledger. */
interface EnteredFile extends NewDelivery {
  readonly fileId: number;
}

interface WrittenFile extends EnteredFile {
  readonly reason: string | undefined;
  readonly written: Written;
}

/**
 * Writes the deliveries that are entered, and once they are all read, what follows from them together.
 * @returns the reports of all, in their order.
 */
async function writeDeliveries(
  importer: Importer,
  entered: readonly (FileReport | EnteredFile)[],
): Promise<FileReport[]> {
  await openStages(importer.client);
  const written: (FileReport | WrittenFile)[] = [];
  for (const one of entered) written.push('status' in one ? one : await writeRowsOf(importer, one));
  const last = written.findLast((one) => 'fileId' in one);
  // What follows is counted with the last file.
  const { readAgain, hasPieces } = importer.gathered;
  const isFollowed = readAgain.length > 0 || hasPieces;
  const together =
    last && isFollowed
      ? await writeFollowing(importer, last.format, { ...last.entry, fileId: last.fileId })
      : undefined;
  const reports: FileReport[] = [];
  for (const one of written)
    reports.push('status' in one ? one : await finish(importer, one, one === last ? together : undefined));
  return reports;
}

async function writeRowsOf(importer: Importer, file: EnteredFile): Promise<WrittenFile> {
  const parts: Written[] = [];
  for (const part of file.found.parts) parts.push(await writePart(importer, file, part));
  const written = addUpWritten(parts);
  return { ...file, written, reason: refusalOf(written) };
}

/**
 * Writes one table of a delivery. A table with a name has an entry in the ledger beside the delivery's, to which its rows and its
 * quarantine belong.
 */
async function writePart(
  importer: Importer,
  { entry, fileId, onProgress }: EnteredFile,
  { name: table, kind, read: readRows }: Part,
): Promise<Written> {
  const { client } = importer;
  const { name, sizeBytes, exportedAt } = entry;
  const onRead = (readBytes: number) => onProgress({ name, readBytes, sizeBytes });
  const read = (context: RowContext) => readRows(context, onRead);
  if (table === undefined) {
    const before = await listHeadersBefore(client, { format: entry.format, kind, exportedAt });
    const headersBefore = before.map(({ header }) => header);
    return await importer.writeRows({ fileId, exportedAt, kind, read, headersBefore });
  }
  const tableId = await insertFile(client, { ...entry, name: `${name}/${table}` });
  const written = await importer.writeRows({ fileId: tableId, exportedAt, kind, read });
  await closeFile(client, { fileId: tableId, counts: written.counts, refusal: null });
  // A row of a delivery of several tables is found by table and line.
  const quarantined = written.quarantined.map((row) => ({ ...row, detail: `${table}, ${row.detail}` }));
  return { ...written, quarantined };
}

async function finish(importer: Importer, file: WrittenFile, together: Written | undefined): Promise<FileReport> {
  const { entry, found, fileId, opened, reason } = file;
  const written = together ? addUpWritten([file.written, together]) : file.written;
  await closeFile(importer.client, { fileId, counts: written.counts, refusal: reason ?? null });
  const { lostColumns: columns } = written;
  if (columns.length > 0) await noteLostColumns(importer.client, { fileId, columns });
  await refuseIfChanged(opened);
  const notes = addUp([found.notes, written.notes]);
  const status = reason === undefined ? 'imported' : 'refused';
  return { name: entry.name, format: entry.format, status, reason, ...written, notes };
}
