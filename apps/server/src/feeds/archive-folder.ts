import type { Stats } from 'node:fs';
import { copyFile, mkdir, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { hourMs } from '@tapfolio/domain/durations.ts';
import type { FoundFile } from './delivered-files.ts';

interface PutAway {
  readonly from: string;
  readonly to: string;
  /** As it was read. */
  readonly file: FoundFile;
  /** On the clock of `performance.now()`. */
  readonly at: number;
}

/** A sender may continue to write for this long after the file seemed complete. */
const watchedMs = hourMs;

/** Makes a folder for files of the back office. They name tokens, so it is for our account and its group only. */
export async function makeFeedFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o750 });
}

/**
 * Where files of the inbox go when they were read. A sender that was held up goes on writing into a file that was moved, and may
 * lay a corrected file under its name while the first is read: what is in the archive and was not read comes back.
 */
export class ArchiveFolder {
  readonly #inbox: string;
  readonly #archive: string;
  #watched: PutAway[] = [];

  constructor(inbox: string, archive: string) {
    this.#inbox = inbox;
    this.#archive = archive;
  }

  /**
   * Moves a read file out of the inbox, to the same path below the archive; the time of writing in the name keeps re-deliveries
   * apart, and no file there is overwritten. If another file has replaced it in the inbox, that one stays.
   */
  async putAway(files: readonly FoundFile[]): Promise<void> {
    for (const file of files) {
      const from = file.path;
      if (!isAsRead(file, await stat(from))) continue;
      const folder = path.join(this.#archive, path.dirname(path.relative(this.#inbox, from)));
      await makeFeedFolder(folder);
      const to = await findFreePlace(path.join(folder, archivedName(file)));
      const isSameFile = await move(from, to);
      if (isSameFile) this.#watched.push({ from, to, file, at: performance.now() });
    }
  }

  /**
   * Moves a file that has changed since it was read back into the inbox, when its name is free there. A file that cannot be moved is reported to
   * `onError` and tried again by the next call.
   */
  async takeBackChanged(onError: (error: unknown) => void): Promise<void> {
    const left: PutAway[] = [];
    for (const one of this.#watched) {
      const found = await findStats(one.to);
      if (found === undefined) continue;
      if (isAsRead(one.file, found)) {
        if (performance.now() - one.at < watchedMs) left.push(one);
      } else if ((await findStats(one.from)) !== undefined) left.push(one);
      else {
        await moveBack(one).catch((error: unknown) => {
          left.push(one);
          onError(error);
        });
      }
    }
    this.#watched = left;
  }
}

/** Bytes of a name; systems allow 255, and some are needed for what else may come behind the name. */
const longestName = 245;

/** The name with the time of writing behind it. Of a longer name than the system allows the end is left out. */
function archivedName({ path: from, modifiedMs }: FoundFile): string {
  const time = `.${Math.trunc(modifiedMs)}`;
  const name = Buffer.from(path.basename(from)).subarray(0, longestName - time.length);
  // A letter of several bytes may be cut in two.
  return `${name.toString().replace(/\uFFFD$/, '')}${time}`;
}

/** The place, or one with a number behind its name if a file is there: senders may give two deliveries one name and one time. */
async function findFreePlace(place: string): Promise<string> {
  for (let number = 0; ; number += 1) {
    const free = number === 0 ? place : `${place}-${number}`;
    if ((await findStats(free)) === undefined) return free;
  }
}

function isAsRead({ sizeBytes, modifiedMs }: FoundFile, { size, mtimeMs }: Stats): boolean {
  return size === sizeBytes && mtimeMs === modifiedMs;
}

/** The sender may have removed the folder in the inbox since. */
async function moveBack({ from, to }: PutAway): Promise<void> {
  await makeFeedFolder(path.dirname(from));
  await rename(to, from);
}

async function findStats(place: string): Promise<Stats | undefined> {
  return await stat(place).catch(() => undefined);
}

/**
 * Moves a file, to another disk too, where it becomes another file. Cut short there, it leaves the file where it was: the next
 * round moves it again.
 */
async function move(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    await copyFile(from, `${to}.part`);
    await rename(`${to}.part`, to);
    await unlink(from);
    return false;
  }
}
