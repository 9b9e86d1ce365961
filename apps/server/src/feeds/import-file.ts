import { exportProblem } from './export-time.ts';
import type { OpenedDelivery, Recognised, Refusal } from './format.ts';
import type { Importer } from './importer.ts';
import { findFile, insertFile, type NewFile } from './ledger.ts';
import { closeDelivery, type Delivery, fingerprint, type Judged, openDelivery, recognise } from './open-delivery.ts';
import { RefusedFile } from './refused-file.ts';
import { type FileReport, idleReport } from './report.ts';
import { type EnteredFile, type NewDelivery, writeDeliveries } from './write-deliveries.ts';

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

/** Says what a delivery is, without importing it. */
export async function judgeDelivery(importer: Importer, delivery: Delivery): Promise<Judged> {
  const opened = await openDelivery(delivery);
  try {
    return await judge(importer, delivery, opened);
  } finally {
    await closeDelivery(opened);
  }
}

function judge(importer: Importer, delivery: Delivery, opened: OpenedDelivery): Promise<Judged> {
  const { operators } = importer.facts;
  return recognise(delivery, opened, { operators, operatorCode: delivery.operatorCode, now: importer.clock.now() });
}

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
  const known = await findFile(client, entry);
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
