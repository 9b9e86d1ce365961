import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/temporary-directory.ts';
import { makeUnpackFolder } from './unpack-folder.ts';

const hour = 3_600_000;
/** The id of a process that has ended. */
const ended = spawnSync(process.execPath, ['--version']).pid;

function leaveFolder(parent: string, pid: number, ageMs: number): string {
  const name = `tapfolio-unpacked-${pid}-abcdef`;
  mkdirSync(path.join(parent, name));
  writeFileSync(path.join(parent, name, 'taps.csv'), 'half a delivery');
  const then = new Date(Date.now() - ageMs);
  utimesSync(path.join(parent, name), then, then);
  return name;
}

it.each([
  ['killed importer', ended],
  // As in a container that is started again.
  ['killed importer with our number', process.pid],
])('removes a folder that a %s left more than an hour ago', async (_, pid) => {
  const parent = temporaryDirectory();
  leaveFolder(parent, pid, process.uptime() * 1000 + 2 * hour);

  const made = await makeUnpackFolder(parent);

  expect(readdirSync(parent)).toEqual([path.basename(made)]);
});

it('keeps folders that may be in use, and folders of other programs', async () => {
  const parent = temporaryDirectory();
  const kept = [
    leaveFolder(parent, process.ppid, 2 * hour),
    leaveFolder(parent, ended, hour / 2),
    'of-another-program',
  ];
  mkdirSync(path.join(parent, 'of-another-program'));

  const made = await makeUnpackFolder(parent);

  expect(readdirSync(parent).sort()).toEqual([...kept, path.basename(made)].sort());
});
