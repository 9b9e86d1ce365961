import { accessSync, constants, statfsSync } from 'node:fs';
import os from 'node:os';

/** Linux keeps what lies here in memory. */
const inMemory = '/dev/shm';

/** More than all databases of a test run take, and what must be left for the run itself. */
const neededBytes = 3 * 1024 ** 3;
const sparedBytes = 3 * 1024 ** 3;

/**
 * The folder for databases that nobody needs later: in memory where there is plenty, since each test file makes some thousand
 * small files; otherwise the usual one for temporary files.
 */
export function quickPlace(): string {
  return isRoomy() ? inMemory : os.tmpdir();
}

/** Everywhere that `quickPlace` may have led an earlier run. */
export const quickPlaces: readonly string[] = [inMemory, os.tmpdir()];

function isRoomy(): boolean {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= neededBytes && process.availableMemory() >= neededBytes + sparedBytes;
  } catch {
    return false;
  }
}
