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
      const claimed = format.claims?.(inside) ?? [];
      return claimed.length > 0 ? [{ path: folder, files: claimed, formats: [format] }] : [];
    });
    const taken = new Set(together.flatMap(({ files: claimed }) => claimed));
    const single = formats.filter((format) => format.claims === undefined);
    const alone = inside
      .filter((file) => !taken.has(file))
      .map((file): InboxDelivery => {
        return { path: file.path, files: [file], formats: isPacked(file.path) ? 'archive' : single };
      });
    return [...together, ...alone];
  });
}

/** Deliveries that were exported at the same time according to their names, in the order of their files. */
export function deliveriesByExport(deliveries: readonly InboxDelivery[]): InboxDelivery[][] {
  return [...Map.groupBy(deliveries, exportOf).values()];
}

function exportOf({ path: place, files }: InboxDelivery): string {
  const [file, ...others] = files;
  return file && others.length === 0 ? exportTime(file.path, file.modifiedMs) : place;
}

/**
 * Imports deliveries of one export that lie below `inbox`.
 * @returns a report for each, in their order; a report tells what went wrong, so that the next ones get their turn.
 */
export async function importDeliveries(
  importer: Importer,
  inbox: string,
  deliveries: readonly InboxDelivery[],
): Promise<FileReport[]> {
  const asked = deliveries.map(({ path: place, formats: possible }): Delivery | Archive => {
    const within = path.relative(inbox, place);
    if (possible === 'archive') return archiveOf(importer, place, within);
    return { path: place, formats: possible, operatorCode: operatorOfFolder(importer, within) };
  });
  return await importUnpacked(importer, asked);
}

/** A timetable in an archive is called by it, and is of the operator whose code the archive or its folder has. */
function archiveOf(importer: Importer, archive: string, within: string): Archive {
  const name = path.basename(archive);
  const operatorCode = operatorOfFolder(importer, within.replace(/\.zip$/i, ''));
  const inside = async (folder: string) =>
    deliveriesOf(await findFiles(folder)).flatMap(({ path: place, formats: possible }): Delivery[] => {
      if (possible === 'archive') return [];
      const delivery = { path: place, formats: possible, operatorCode };
      return possible[0]?.claims ? [{ ...delivery, name }] : [delivery];
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
