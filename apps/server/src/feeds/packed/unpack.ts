import { createWriteStream } from 'node:fs';
import { mkdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createGunzip } from 'node:zlib';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { delivered, openOrdinary } from '../delivered-files.ts';
import { RefusedFile } from '../refused-file.ts';

/** What a delivery may grow to: tables shrink to a tenth or a thirtieth, a bomb to a thousandth. */
const mostBytes = 4 * 2 ** 30;
const mostTimes = 200;
/** A small archive of a very regular table may shrink more than that. */
const alwaysBytes = 64 << 20;
const mostFiles = 1000;

/**
 * Unpacks what a .zip or .gz file delivers into an empty folder. Archives and spreadsheets in it stay what they are: they are refused there, so
 * that they are noticed.
 * @throws RefusedFile when it is damaged, locked, or grows beyond what a delivery may.
 */
export async function unpack(file: string, into: string): Promise<void> {
  const handle = await openOrdinary(file);
  try {
    const { size, mtime } = await handle.stat();
    const limit = new Limit(Math.min(mostBytes, Math.max(alwaysBytes, size * mostTimes)));
    if (/\.gz$/i.test(file)) {
      const source = handle.createReadStream({ autoClose: false, start: 0 });
      await write([source, createGunzip()], path.join(into, path.basename(file).replace(/\.gz$/i, '')), {
        limit,
        modified: mtime,
      });
      return;
    }
    // The archive's own handle, because a writer of the inbox could have replaced the file.
    const zip = await fromFdPromise(handle.fd, { autoClose: false });
    await unpackZip(zip, into, { limit, archived: mtime });
  } catch (error) {
    if (error instanceof RefusedFile || isOfDisk(error)) throw error;
    throw new RefusedFile(`it cannot be unpacked: ${reasonOf(error)}`);
  } finally {
    await handle.close();
  }
}

/** What names in an archive make of each other, or of themselves. Other errors of the disk are nothing that is wrong with the file. */
const namingFaults = new Map([
  ...['EEXIST', 'ENOTDIR', 'EISDIR'].map((code) => [code, 'its names contradict each other'] as const),
  ...['ENAMETOOLONG', 'EINVAL', 'EILSEQ'].map((code) => [code, 'it has a name that no file can have here'] as const),
]);

/** Undefined for an error that the disk did not report. */
function codeOfDisk(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
}

/** The disk's errors are nothing that is wrong with the file: it is tried again. */
function isOfDisk(error: unknown): boolean {
  const code = codeOfDisk(error);
  return code !== undefined && !namingFaults.has(code);
}

/** The reason without the path on our disk, which means nothing to the sender of the archive. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOfDisk(error);
  return code === undefined ? error.message : `${namingFaults.get(code)} (${code})`;
}

async function unpackZip(
  zip: ZipFile,
  into: string,
  { limit, archived }: { limit: Limit; archived: Date },
): Promise<void> {
  if (zip.entryCount > mostFiles) throw new RefusedFile(`it holds ${zip.entryCount} files; ${mostFiles} are the most`);
  for await (const entry of zip.eachEntry()) {
    if (!isDelivered(entry)) continue;
    if (entry.isEncrypted()) throw new RefusedFile('it is locked with a password');
    // The library refuses names that lead out of the folder.
    const target = path.join(into, entry.fileName);
    await mkdir(path.dirname(target), { recursive: true });
    const modified = writtenAt(entry) ?? archived;
    await write([await zip.openReadStreamPromise(entry), checkSum(entry)], target, { limit, modified });
  }
}

/** Passes a file on and compares it with the checksum of its archive: the library does not. Gzip does so by itself. */
function checkSum({ fileName, crc32: expected }: Entry): Transform {
  let sum = 0;
  return new Transform({
    transform: (bytes: Buffer, _, done) => {
      sum = crc32(bytes, sum);
      done(null, bytes);
    },
    flush: (done) =>
      done(sum === expected ? null : new RefusedFile(`it is damaged: the checksum of ${fileName} differs`)),
  });
}

/**
 * When a file in an archive was written; undefined where the packer left the first day that an archive can name, or none. A time to
 * which the packer wrote no zone is UTC, as all times of a feed: with the zone of this machine, each machine would read another time.
 */
function writtenAt(entry: Entry): Date | undefined {
  const written = entry.getLastModDate({ timezone: 'UTC' });
  return written.getUTCFullYear() > 1980 ? written : undefined;
}

/** Hidden files and the notes of some systems about the others are no deliveries. Some packers write `./` before every name. */
function isDelivered({ fileName }: Entry): boolean {
  const isHidden = fileName.split('/').some((part) => /^(?:\..|__MACOSX$)/.test(part));
  return !isHidden && delivered.test(fileName);
}

async function write(
  sources: readonly (NodeJS.ReadableStream | NodeJS.ReadWriteStream)[],
  target: string,
  { limit, modified }: { limit: Limit; modified: Date },
): Promise<void> {
  await pipeline([...sources, limit.count(), createWriteStream(target, { flags: 'wx' })]);
  await utimes(target, modified, modified);
}

/** Counts what is unpacked, over all files of an archive. */
class Limit {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  count(): Transform {
    return new Transform({
      transform: (bytes: Buffer, _, done) => {
        this.#left -= bytes.length;
        if (this.#left >= 0) done(null, bytes);
        else done(new RefusedFile('unpacked it is larger than a delivery may be'));
      },
    });
  }
}
