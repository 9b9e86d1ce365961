import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { exportTime } from './export-time.ts';
import { isMisread } from './open-file.ts';

export interface FoundFile {
  path: string;
  sizeBytes: number;
  modifiedMs: number;
}

/**
 * Files with the name of a table, and archives: these are refused with a reason, so that they are noticed. Other
 * files in a delivery folder (checksums, notes, hidden and half-sent files) are ignored.
 */
const delivered = /\.(csv|txt|tsv|psv|xlsx?|zip|gz|tgz|bz2|xz|zst|7z)$/i;

/** All delivered files below a folder, or the one file named; oldest export first, so that most fares find their tap. */
export async function findFiles(place: string): Promise<FoundFile[]> {
  const found = (await stat(place)).isDirectory() ? await walk(place) : [await describe(place)];
  return found.sort((a, b) => {
    const [left, right] = [sortKey(a), sortKey(b)];
    return left < right ? -1 : Number(left > right);
  });
}

/** Files that were exported at the same time according to their names, oldest first. */
export function filesByExport(files: readonly FoundFile[]): FoundFile[][] {
  return [...Map.groupBy(files, exportOf).values()];
}

function exportOf({ path: place, modifiedMs }: FoundFile): string {
  return exportTime(place, modifiedMs);
}

async function walk(folder: string): Promise<FoundFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files: FoundFile[] = [];
  for (const entry of entries) {
    const place = path.join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) files.push(...(await walk(place).catch((error: unknown) => unreadable(place, error))));
    else if (entry.isFile() && delivered.test(entry.name)) files.push(...(await describeIfThere(place)));
  }
  return files;
}

async function describeIfThere(place: string): Promise<FoundFile[]> {
  return await describe(place).then(
    (file) => [file],
    (error: unknown) => unreadable(place, error),
  );
}

/**
 * A sender may rename a file between two looks. A file that exists and cannot be read is listed all the same: opening it fails, the
 * reason is reported, and all other files are imported.
 */
function unreadable(place: string, error: unknown): FoundFile[] {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return isMissing && !isMisread(place) ? [] : [{ path: place, sizeBytes: 0, modifiedMs: 0 }];
}

async function describe(place: string): Promise<FoundFile> {
  const { size, mtimeMs } = await stat(place);
  return { path: place, sizeBytes: size, modifiedMs: mtimeMs };
}

function sortKey(file: FoundFile): string {
  return `${exportOf(file)} ${file.path}`;
}
