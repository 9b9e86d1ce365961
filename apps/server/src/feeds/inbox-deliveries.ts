import path from 'node:path';
import { exportTime, type FoundFile, isPacked } from './delivered-files.ts';
import type { Format } from './format.ts';
import { formats } from './formats.ts';

/** Files of the inbox that are one delivery: a file, a folder or an archive. */
export interface InboxDelivery {
  path: string;
  files: readonly FoundFile[];
  /** The possible kind of the file, as far as names show it; an archive is unpacked first. */
  formats: readonly Format[] | 'archive';
}

/** Formats that have deliveries of one file. */
export const ofOneFile: readonly Format[] = formats.filter((format) => format.folder === undefined);

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
    const alone = inside
      .filter((file) => !taken.has(file))
      .map((file): InboxDelivery => {
        return { path: file.path, files: [file], formats: isPacked(file.path) ? 'archive' : ofOneFile };
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

/** Changes with the content of a file. */
export function stateOf(file: FoundFile): string {
  return `${file.sizeBytes} ${file.modifiedMs}`;
}

/** Changes with the content of a delivery. */
export function keyOf(delivery: InboxDelivery): string {
  return delivery.files.map((file) => `${file.path} ${stateOf(file)}`).join('\n');
}
