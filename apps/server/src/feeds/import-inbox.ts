import { copyFile, mkdir, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { importEnghouseFile } from './enghouse/import-file.ts';
import { type FoundFile, findFiles } from './find-files.ts';
import { importGtfs } from './gtfs/import-gtfs.ts';
import type { Importer } from './importer.ts';
import { importPacked } from './packed/import-packed.ts';
import { isPacked } from './packed/unpack.ts';
import { type FileReport, idleReport } from './report.ts';

/** What lies in the inbox and belongs together: one back office file, or the folder of a timetable. */
export interface Delivery {
  kind: 'enghouse' | 'gtfs' | 'archive';
  path: string;
  files: FoundFile[];
}

/**
 * Tells deliveries apart by what they hold: a folder with stops.txt and routes.txt is a timetable, an archive is
 * unpacked, every other file is judged by its header when it is read.
 */
export function deliveriesOf(files: readonly FoundFile[]): Delivery[] {
  const folders = Map.groupBy(files, (file) => path.dirname(file.path));
  return [...folders].flatMap(([folder, inside]): Delivery[] => {
    const names = new Set(inside.map((file) => path.basename(file.path)));
    if (names.has('stops.txt') && names.has('routes.txt')) return [{ kind: 'gtfs', path: folder, files: inside }];
    return inside.map((file) => ({
      kind: isPacked(file.path) ? 'archive' : 'enghouse',
      path: file.path,
      files: [file],
    }));
  });
}

/** Imports one delivery; whatever goes wrong is told in the report, so that the next one gets its turn. */
export async function importDelivery(importer: Importer, delivery: Delivery): Promise<FileReport> {
  try {
    if (delivery.kind === 'enghouse') return await importEnghouseFile(importer, delivery.path);
    if (delivery.kind === 'archive') return await importArchive(importer, delivery.path);
    return await importGtfs(importer, delivery.path, { operatorCode: operatorOfFolder(importer, delivery.path) });
  } catch (error) {
    const name = path.basename(delivery.path);
    return idleReport({ name, format: delivery.kind, status: 'failed', reason: String(error) });
  }
}

/** A timetable in an archive is called by it, and is of the operator whose code the archive or its folder has. */
async function importArchive(importer: Importer, file: string): Promise<FileReport> {
  const name = path.basename(file);
  const operatorCode = operatorOfFolder(importer, file.replace(/\.zip$/i, ''));
  return await importPacked(file, async (folder) => {
    const reports: FileReport[] = [];
    for (const inside of deliveriesOf(await findFiles(folder))) {
      const isTimetable = inside.kind === 'gtfs';
      reports.push(
        isTimetable
          ? await importGtfs(importer, inside.path, { operatorCode, name })
          : await importDelivery(importer, inside),
      );
    }
    return reports;
  });
}

/** A timetable in a folder called by an operator's code is that operator's; of any other the feed tells whose it is. */
function operatorOfFolder(importer: Importer, folder: string): string | undefined {
  return folder.split(path.sep).findLast((part) => importer.operators.find(part) !== undefined);
}

/** Moves what was read out of the inbox, keeping its place below it; the time of writing in the name keeps re-deliveries apart. */
export async function archiveDelivery(delivery: Delivery, inbox: string, archive: string): Promise<void> {
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
