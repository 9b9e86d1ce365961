import { copyFile, mkdir, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { type FoundFile, findFiles } from './find-files.ts';
import type { Format } from './format.ts';
import { formats } from './formats.ts';
import { importFile } from './import-file.ts';
import type { Importer } from './importer.ts';
import { importPacked } from './packed/import-packed.ts';
import { isPacked } from './packed/unpack.ts';
import { type FileReport, idleReport } from './report.ts';

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

/** Imports one delivery; whatever goes wrong is told in the report, so that the next one gets its turn. */
export async function importDelivery(importer: Importer, delivery: InboxDelivery): Promise<FileReport> {
  try {
    if (delivery.formats === 'archive') return await importArchive(importer, delivery.path);
    const operatorCode = operatorOfFolder(importer, delivery.path);
    return await importFile(importer, { formats: delivery.formats, path: delivery.path }, { operatorCode });
  } catch (error) {
    const name = path.basename(delivery.path);
    const format = delivery.formats === 'archive' ? 'archive' : (delivery.formats[0]?.name ?? '');
    return idleReport({ name, format, status: 'failed', reason: String(error) });
  }
}

/** A timetable in an archive is called by it, and is of the operator whose code the archive or its folder has. */
async function importArchive(importer: Importer, file: string): Promise<FileReport> {
  const name = path.basename(file);
  const operatorCode = operatorOfFolder(importer, file.replace(/\.zip$/i, ''));
  return await importPacked(file, async (folder) => {
    const reports: FileReport[] = [];
    for (const inside of deliveriesOf(await findFiles(folder))) {
      reports.push(
        inside.formats !== 'archive' && inside.formats[0]?.claims
          ? await importFile(importer, { formats: inside.formats, path: inside.path }, { operatorCode, name })
          : await importDelivery(importer, inside),
      );
    }
    return reports;
  });
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
