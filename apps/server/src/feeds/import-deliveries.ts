import path from 'node:path';
import { isNotNow } from '../lib/not-now.ts';
import { exportTime, type FoundFile, findFiles, isPacked } from './delivered-files.ts';
import type { Format } from './format.ts';
import { formats } from './formats.ts';
import { type Delivery, importFile, importTogether, judgeDelivery } from './import-file.ts';
import type { Importer } from './importer.ts';
import { type Archive, importUnpacked } from './packed/import-packed.ts';
import { type FileReport, idleReport } from './report.ts';

/** Files of the inbox that are one delivery: a file, a folder or an archive. */
export interface InboxDelivery {
  path: string;
  files: readonly FoundFile[];
  /** The possible kind of the file, as far as names show it; an archive is unpacked first. */
  formats: readonly Format[] | 'archive';
}

/**
 * Tells deliveries apart by names: a format may claim files of a folder together, an archive is unpacked, every other file may be of any
 * format that has deliveries of one file; which one, its header tells when it is read.
 */
export function deliveriesOf(files: readonly FoundFile[]): InboxDelivery[] {
  const folders = Map.groupBy(files, (file) => path.dirname(file.path));
  return [...folders].flatMap(([folder, inside]): InboxDelivery[] => {
    const together = formats.flatMap((format): InboxDelivery[] => {
      const claimed = filesTogether(format, inside);
      return claimed.length > 0 ? [{ path: folder, files: claimed, formats: [format] }] : [];
    });
    const taken = new Set(together.flatMap(({ files: claimed }) => claimed));
    const single = formats.filter((format) => format.folder === undefined);
    const alone = inside
      .filter((file) => !taken.has(file))
      .map((file): InboxDelivery => {
        return { path: file.path, files: [file], formats: isPacked(file.path) ? 'archive' : single };
      });
    return [...together, ...alone];
  });
}

/** The files of a folder that are one delivery of this format by their names; none if it has no such delivery. */
function filesTogether({ folder }: Format, inside: readonly FoundFile[]): readonly FoundFile[] {
  if (folder === undefined) return [];
  const names = new Set(inside.map((file) => path.basename(file.path).toLowerCase()));
  const isThere = folder.required.every((name) => names.has(name));
  return isThere ? inside.filter((file) => folder.files.test(file.path)) : [];
}

/** Deliveries that were exported at the same time according to their names, in the order of their files. */
export function deliveriesByExport(deliveries: readonly InboxDelivery[]): InboxDelivery[][] {
  return [...Map.groupBy(deliveries, exportByName).values()];
}

function exportByName({ path: place, files }: InboxDelivery): string {
  const [file, ...others] = files;
  return file && others.length === 0 ? exportTime(file.path, file.modifiedMs) : place;
}

/**
 * Imports deliveries of one export that lie below `inbox`.
 * @returns a report for each, in their order; a report tells what went wrong, so that the next ones get their turn.
 */
export async function importFromInbox(
  importer: Importer,
  inbox: string,
  deliveries: readonly InboxDelivery[],
): Promise<FileReport[]> {
  const asked = deliveries.map(({ path: place, formats: possible }): Delivery | Archive => {
    const within = path.relative(inbox, place);
    if (possible === 'archive') return archiveOf(importer, place, within);
    return { path: place, formats: possible, operatorCode: operatorOfFolder(importer, within) };
  });
  return await importDeliveries(importer, asked);
}

/** A timetable in an archive is called by it, and is of the operator whose code the archive or its folder has. */
function archiveOf(importer: Importer, archive: string, within: string): Archive {
  const name = path.basename(archive);
  const operatorCode = operatorOfFolder(importer, within.replace(/\.zip$/i, ''));
  const inside = async (folder: string) =>
    deliveriesOf(await findFiles(folder)).flatMap(({ path: place, formats: possible }): Delivery[] => {
      if (possible === 'archive') return [];
      const delivery = { path: place, formats: possible, operatorCode };
      return possible[0]?.folder ? [{ ...delivery, name }] : [delivery];
    });
  return { archive, inside };
}

/**
 * A timetable in a folder called by an operator's code is that operator's; of any other the feed tells whose it is. `within` is
 * the place below the inbox: what the inbox itself is called says nothing.
 */
function operatorOfFolder(importer: Importer, within: string): string | undefined {
  return within.split(path.sep).findLast((part) => importer.facts.operators.find(part) !== undefined);
}

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
  const { format, found } = await judgeDelivery(importer, delivery);
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
      if (isNotNow(error)) return deliveries.map((delivery) => failed(delivery, error));
    }
  }
  const reports: FileReport[] = [];
  for (const delivery of deliveries) reports.push(await importAlone(importer, delivery));
  return reports;
}

async function importAlone(importer: Importer, delivery: Delivery): Promise<FileReport> {
  return await importFile(importer, delivery).catch((error: unknown) => failed(delivery, error));
}

function failed({ name, path: place, formats }: Delivery, error: unknown): FileReport {
  const format = formats[0]?.name ?? '';
  return idleReport({ name: name ?? path.basename(place), format, status: 'failed', reason: String(error) });
}
