import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { hourMs } from '@tapfolio/domain/durations.ts';
import { systemClock } from '../../lib/clock.ts';

const prefix = 'tapfolio-unpacked-';
const ownerPattern = new RegExp(`^${prefix}(\\d+)-`);
const abandonedAfterMs = hourMs;

/** Makes an empty folder for one delivery, in `parent`. The name says which process it belongs to. */
export async function makeUnpackFolder(parent = os.tmpdir()): Promise<string> {
  await removeAbandoned(parent);
  return await mkdtemp(path.join(parent, `${prefix}${process.pid}-`));
}

/**
 * Removes folders that a killed importer left behind: their process is gone and they are an hour old. The age counts too, because the
 * system gives process ids again: in a container that is started again, a killed process had our id.
 */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = Number(ownerPattern.exec(name)?.[1]);
    const isOurs = owner === process.pid;
    if (Number.isNaN(owner) || (isRunning(owner) && !isOurs)) continue;
    const folder = path.join(parent, name);
    // Another importer may have removed it meanwhile.
    const modifiedAt = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    const longestMs = isOurs ? Math.max(abandonedAfterMs, process.uptime() * 1000) : abandonedAfterMs;
    const isAbandoned = modifiedAt !== undefined && systemClock.now().getTime() - modifiedAt > longestMs;
    // A folder of another user stays: that is no reason to refuse this delivery.
    if (isAbandoned) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
