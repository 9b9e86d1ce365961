import { copyFile, mkdir, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { exportTime } from './export-time.ts';
import { type FoundFile, findFiles } from './find-files.ts';
import type { Format } from './format.ts';
import { formats } from './formats.ts';
import type { Importer } from './importer.ts';
import type { Delivery } from './open-delivery.ts';
import { type Archive, importUnpacked } from './packed/import-packed.ts';
import { isPacked } from './packed/unpack.ts';
import type { FileReport } from './report.ts';

/** What lies in the inbox and belongs together: one file, one folder or one archive. */
export interface InboxDelivery {
  path: string;
  files: readonly FoundFile[];
  /** What it may be, as far as names tell; an archive is unpacked first. */
  formats: readonly Format[] | 'archive';
}

/**
 * Tells deliveries apart by names: a format may claim a whole folder, an archive is unpacked, every other file may be of any
 * format that has deliveries of one file; which one, its header tells when it is read.
 */
export function deliveriesOf(files: readonly FoundFile[]): InboxDelivery[] {
  const folders = Map.groupBy(files, (file) => path.dirname(file.path));
  return [...folders].flatMap(([folder, inside]): InboxDelivery[] => {
    const claiming = formats.find((format) => format.claims?.(inside));
    if (claiming) return [{ path: folder, files: inside, formats: [claiming] }];
    const single = formats.filter((format) => format.claims === undefined);
    return inside.map((file) => ({
      path: file.path,
      files: [file],
      formats: isPacked(file.path) ? 'archive' : single,
    }));
  });
}

/** Deliveries of which the names say that they were exported at one time, in the order of their files. */
export function deliveriesByExport(deliveries: readonly InboxDelivery[]): InboxDelivery[][] {
  return [...Map.groupBy(deliveries, exportOf).values()];
}

function exportOf({ path: place, files }: InboxDelivery): string {
  const [file, ...others] = files;
  return file && others.length === 0 ? exportTime(file.path, file.modifiedMs) : place;
}

/**
 * Imports deliveries of one export.
 * @returns a report for each, in their order; a report tells what went wrong, so that the next ones get their turn.
 */
export async function importDeliveries(
  importer: Importer,
  deliveries: readonly InboxDelivery[],
): Promise<FileReport[]> {
  const asked = deliveries.map(({ path: place, formats: possible }) =>
    possible === 'archive' ? archiveOf(importer, place) : deliveryOf(importer, { path: place, formats: possible }),
  );
  return await importUnpacked(importer, asked);
}

function deliveryOf(
  importer: Importer,
  { path: place, formats: possible }: Pick<Delivery, 'path' | 'formats'>,
): Delivery {
  return { path: place, formats: possible, operatorCode: operatorOfFolder(importer, place) };
}

/** A timetable in an archive is called by it, and is of the operator whose code the archive or its folder has. */
function archiveOf(importer: Importer, archive: string): Archive {
  const name = path.basename(archive);
  const operatorCode = operatorOfFolder(importer, archive.replace(/\.zip$/i, ''));
  const inside = async (folder: string) =>
    deliveriesOf(await findFiles(folder)).flatMap(({ path: place, formats: possible }): Delivery[] => {
      if (possible === 'archive') return [];
      const delivery = { path: place, formats: possible };
      return possible[0]?.claims ? [{ ...delivery, operatorCode, name }] : [deliveryOf(importer, delivery)];
    });
  return { archive, inside };
}

/** A timetable in a folder called by an operator's code is that operator's; of any other the feed tells whose it is. */
function operatorOfFolder(importer: Importer, folder: string): string | undefined {
  return folder.split(path.sep).findLast((part) => importer.facts.operators.find(part) !== undefined);
}

/** Moves what was read out of the inbox, keeping its place below it; the time of writing in the name keeps re-deliveries apart. */
export async function archiveDelivery(delivery: InboxDelivery, inbox: string, archive: string): Promise<void> {
  for (const file of delivery.files) {
    const target = path.join(archive, path.relative(inbox, file.path));
    await mkdir(path.dirname(target), { recursive: true });
    await move(file.path, `${target}.${Math.trunc(file.modifiedMs)}`);
  }
}

/** Moves a file, to another disk too. Cut short there, it leaves the file where it was: the next round moves it again. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    await copyFile(from, `${to}.part`);
    await rename(`${to}.part`, to);
    await unlink(from);
  }
}
