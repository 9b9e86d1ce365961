import path from 'node:path';
import {
  closeDelivery,
  exportProblem,
  fingerprint,
  type OpenedDelivery,
  type OpenedFile,
  openFile,
} from './delivered-files.ts';
import type { Format, Recognised, Refusal } from './format.ts';
import { findFile, insertFile, type NewFile } from './import.queries.ts';
import type { Importer } from './importer.ts';
import { RefusedFile } from './refused-file.ts';
import { type FileReport, idleReport, type OnProgress } from './report.ts';
import { type EnteredFile, type NewDelivery, writeDeliveries } from './write-deliveries.ts';

/** Something to import. */
export interface Delivery {
  /** What it may be: of several the first that recognises it. */
  formats: readonly Format[];
  path: string;
  /** The name of the delivery; the last part of its path if it was not unpacked. */
  name?: string | undefined;
  /** The operator that the caller or the folder names. */
  operatorCode?: string | undefined;
  onProgress?: OnProgress | undefined;
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
export async function importTogether(importer: Importer, deliveries: readonly Delivery[]): Promise<FileReport[]> {
  const opened: OpenedDelivery[] = [];
  try {
    const asked: (FileReport | Asked)[] = [];
    for (const delivery of deliveries) {
      const files = await openDelivery(delivery);
      opened.push(files);
      asked.push(await ask(importer, delivery, files));
    }
    const reports = await write(importer, asked);
    if (reports.some(({ status }) => status === 'imported')) await importer.countRows();
    return reports;
  } finally {
    for (const files of opened) await closeDelivery(files);
  }
}

interface Judged {
  format: Format;
  found: Recognised | Refusal;
}

/** Says what a delivery is, without importing it. */
export async function judgeDelivery(importer: Importer, delivery: Delivery): Promise<Judged> {
  const opened = await openDelivery(delivery);
  try {
    return await judge(importer, delivery, opened);
  } finally {
    await closeDelivery(opened);
  }
}

/** Opens the files of a delivery. They stay open until `closeDelivery`, so that the checked files are the ones that are read. */
async function openDelivery({ formats, path: place, name }: Delivery): Promise<OpenedDelivery> {
  const files: OpenedFile[] = [];
  try {
    for (const file of (await formats[0]?.listFiles(place)) ?? []) files.push(await openFile(file));
    return { name: name ?? path.basename(path.resolve(place)), files };
  } catch (error) {
    await closeDelivery({ files });
    throw error;
  }
}

/** What a delivery is; when no format recognises it, what the nearest says of it, the first of several. */
async function judge(importer: Importer, delivery: Delivery, opened: OpenedDelivery): Promise<Judged> {
  const { formats, operatorCode } = delivery;
  const options = { operators: importer.facts.operators, operatorCode, now: importer.clock.now() };
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

/** A delivery that has a date, on its way into the ledger. */
interface Asked extends Omit<NewDelivery, 'found'> {
  found: Recognised | (Refusal & { exportedAt: string });
}

/** What is to be asked of the ledger for a delivery; its report where nothing is. */
async function ask(importer: Importer, delivery: Delivery, opened: OpenedDelivery): Promise<FileReport | Asked> {
  const { format, found } = await judge(importer, delivery, opened);
  const report = { name: found.name, format: format.name };
  const refused = (reason: string) => idleReport({ ...report, status: 'refused', reason });
  const { exportedAt } = found;
  if ('refusal' in found && exportedAt === undefined) return refused(found.refusal);
  if (exportedAt === undefined) throw new Error('a delivery that can be read has a date');
  const early = exportProblem(exportedAt, importer.clock.now());
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
