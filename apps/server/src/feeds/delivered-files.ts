import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { dayMs } from '@tapfolio/domain/durations.ts';
import {
  type Format,
  type Judging,
  noHeaderOf,
  type OpenedDelivery,
  type OpenedFile,
  type Recognised,
  type Refusal,
} from './format.ts';
import type { OnProgress } from './report.ts';

/* Deliveries as they lie there: their files found, dated, opened and read, and what they are. */

export interface FoundFile {
  path: string;
  sizeBytes: number;
  modifiedMs: number;
}

/**
 * Files with the name of a table, and archives: these are refused with a reason, so that they are noticed. Other
 * files in a delivery folder (checksums, notes, hidden and half-sent files) are ignored.
 */
export const delivered = /\.(csv|txt|tsv|psv|xlsx?|zip|gz|tgz|bz2|xz|zst|7z)$/i;

/** Whether a name is that of an archive that is unpacked. */
export const isPacked = (name: string): boolean => /\.(zip|gz)$/i.test(name);

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
  return isGone(place, error) ? [] : [{ path: place, sizeBytes: 0, modifiedMs: 0 }];
}

function isGone(place: string, error: unknown): boolean {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return isMissing && !isMisread(place);
}

/** Whether none of these files is there any more: another process has put them away, or their sender has taken them back. */
export async function haveLeft(files: readonly FoundFile[]): Promise<boolean> {
  for (const { path: place } of files) {
    const error = await stat(place).catch((reason: unknown) => reason);
    if (!isGone(place, error)) return false;
  }
  return true;
}

async function describe(place: string): Promise<FoundFile> {
  const { size, mtimeMs } = await stat(place);
  return { path: place, sizeBytes: size, modifiedMs: mtimeMs };
}

function sortKey(file: FoundFile): string {
  return `${exportOf(file)} ${file.path}`;
}

const dated =
  /(?<![0-9])(20\d\d)-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])(?:[T_ -]?([01]\d|2[0-3])[:-]?([0-5]\d)(?:[:-]?([0-5]\d))?)?(?![0-9])/;

/**
 * When a file was exported: the date in its name, with a time if there is one, else when it was last written (UTC). A date that the
 * calendar does not have, such as 31 June, is no date.
 */
export function exportTime(file: string, modifiedMs: number): string {
  return namedTime(file) ?? new Date(modifiedMs).toISOString();
}

function namedTime(file: string): string | undefined {
  const found = dated.exec(path.basename(file));
  if (!found) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = found;
  const named = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  const isInCalendar = new Date(named).getUTCDate() === Number(day);
  return isInCalendar ? named : undefined;
}

/** Clocks differ, and a day may have begun where the sender is. */
const toleranceMs = dayMs;

/**
 * Why the time of export of a delivery is impossible, and from when on it is accepted; undefined if it is possible. The rows of such a file
 * would count as the newest as long as that day is in the future, also when newer files follow.
 */
export function exportProblem(
  { name, exportedAt }: { name: string; exportedAt: string },
  now: Date,
): { reason: string; takenFrom: Date } | undefined {
  const takenFrom = new Date(Date.parse(exportedAt) - toleranceMs);
  if (takenFrom <= now) return undefined;
  const day = exportedAt.slice(0, 10);
  const reason =
    namedTime(name) === exportedAt
      ? `the file says it was exported on ${day}, which lies ahead: correct the date in its name`
      : `the file was written on ${day}, as its system says, which lies ahead: correct the date of the file, or put the day of its export into its name`;
  return { reason, takenFrom };
}

/**
 * Opens a delivered file for reading. Who may lay files into the inbox may lay links and pipes there too: a link could
 * name any file of this machine, and a pipe would be waited for without end.
 * @throws Error for anything but an ordinary file.
 */
export async function openOrdinary(file: string): Promise<FileHandle> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch((error) => {
    throw isMisread(file) ? new Error(`the name ${file} is not UTF-8 text: rename it`, { cause: error }) : error;
  });
  try {
    if (!(await handle.stat()).isFile()) throw new Error(`${file} is no ordinary file`);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Whether a name was not UTF-8: Node puts \uFFFD in place of the unknown bytes, and the file cannot be opened by that name. */
function isMisread(name: string): boolean {
  return name.includes('\uFFFD');
}

/** Opens a file, to be closed by `closeDelivery`. */
async function openFile(file: string): Promise<OpenedFile> {
  const handle = await openOrdinary(file);
  try {
    const { size, mtimeMs } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    const beginning = buffer.subarray(0, bytesRead);
    return { name: path.basename(file), handle, sizeBytes: size, modifiedMs: mtimeMs, beginning };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Closes the files of a delivery. */
export async function closeDelivery({ files }: Pick<OpenedDelivery, 'files'>): Promise<void> {
  for (const { handle } of files) await handle.close();
}

/** What was read must be what was hashed: a file that is still being written is taken as a whole later. */
export async function refuseIfChanged({ files }: OpenedDelivery): Promise<void> {
  for (const { handle, sizeBytes, modifiedMs } of files) {
    const now = await handle.stat();
    if (now.size !== sizeBytes || now.mtimeMs !== modifiedMs) throw new Error('the file changed while it was read');
  }
}

/**
 * The bytes of an open file from its start, piece by piece. Every piece uses the same memory: use it before asking
 * for the next. (A read stream would close the file when its reader stops early.)
 */
export async function* readBytes(file: FileHandle, pieceBytes = 1 << 16): AsyncGenerator<Buffer> {
  const buffer = Buffer.alloc(pieceBytes);
  let position = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, pieceBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

interface Fingerprint {
  contentHash: Buffer;
  sizeBytes: number;
}

/** Reads the files of a delivery once, to know whether it was imported before. */
export async function fingerprint(files: readonly OpenedFile[]): Promise<Fingerprint> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for (const { name, handle } of files) {
    // A single file is the same under another name; among several the name says which is which.
    if (files.length > 1) hash.update(name);
    for await (const bytes of readBytes(handle)) {
      hash.update(bytes);
      sizeBytes += bytes.length;
    }
  }
  return { contentHash: hash.digest(), sizeBytes };
}

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

interface Judged {
  format: Format;
  found: Recognised | Refusal;
}

/** Says what a delivery is, without importing it. */
export async function judgeDelivery(delivery: Delivery, about: Judging): Promise<Judged> {
  const opened = await openDelivery(delivery);
  try {
    return await judge(delivery, opened, about);
  } finally {
    await closeDelivery(opened);
  }
}

/** Opens the files of a delivery. They stay open until `closeDelivery`, so that the checked files are the ones that are read. */
export async function openDelivery({ formats, path: place, name }: Delivery): Promise<OpenedDelivery> {
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
export async function judge(delivery: Delivery, opened: OpenedDelivery, about: Judging): Promise<Judged> {
  const { formats, operatorCode } = delivery;
  let refused: { format: Format; found: Refusal } | undefined;
  const strangerTo: string[] = [];
  for (const format of formats) {
    const found = await format.recognise(opened, { ...about, operatorCode });
    if (!('refusal' in found)) return { format, found };
    if (found.strangerTo !== undefined) strangerTo.push(found.strangerTo);
    if (refused === undefined || distanceOf(found) < distanceOf(refused.found)) refused = { format, found };
  }
  if (!refused) throw new Error('a delivery may be of one format at least');
  const { format, found } = refused;
  return found.strangerTo === undefined ? refused : { format, found: { ...found, refusal: noHeaderOf(strangerTo) } };
}

const distanceOf = ({ distance = 1 }: Refusal): number => distance;
