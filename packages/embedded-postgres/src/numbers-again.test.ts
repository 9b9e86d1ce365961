import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ask, newDirectory, start, usedDirectories } from '../test/servers.ts';
import { readServerState } from './pid-file.ts';

/** In a container that is started again, and sometimes on a machine, the numbers of processes are those of killed ones. */

const usedDirectory = usedDirectories();

/** A process of the account that owns the data, which has nothing to do with it. */
async function otherProcess(directory: string): Promise<ChildProcess> {
  const { uid, gid } = statSync(directory);
  const child = spawn('sleep', ['60'], { uid, gid, cwd: '/', stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  return child;
}

/** Leaves the lock file as a server that was killed leaves it, when this process has its number now. */
async function leaveLockFile(directory: string, { pid }: ChildProcess): Promise<void> {
  const server = await start(directory);
  const lockFile = path.join(directory, 'postmaster.pid');
  const [, ...lines] = readFileSync(lockFile, 'utf8').split('\n');
  await server.stop();
  writeFileSync(lockFile, [pid, ...lines].join('\n'), { mode: 0o600 });
  const { uid, gid } = statSync(directory);
  chownSync(lockFile, uid, gid);
}

it('starts although another process has the number of a server that was killed, and does that process no harm', async () => {
  const directory = usedDirectory();
  const other = await otherProcess(directory);
  await leaveLockFile(directory, other);

  const server = await start(directory);

  expect(await ask(server.url, 'select 1')).toBe(1);
  expect(readServerState(directory)?.pid).not.toBe(other.pid);
  await server.stop();
  expect([other.exitCode, other.signalCode]).toEqual([null, null]);
});

it('stops the server in the end although this or another process has the number of a killed one that used it', async () => {
  const directory = usedDirectory();
  const other = await otherProcess(directory);
  const holders = `${directory}.holders`;
  mkdirSync(holders);
  // Of a release that wrote nothing into it, and of one that wrote which process it was.
  for (const [pid, text] of [
    [process.pid, ''],
    [process.pid, 'another life'],
    [other.pid, 'another life'],
  ])
    writeFileSync(path.join(holders, `${pid}.${text}`), String(text));

  await (await start(directory)).stop();

  expect([readServerState(directory), existsSync(holders)]).toEqual([undefined, false]);
});

it('makes the database although a killed process with the same number left one half made', async () => {
  const directory = newDirectory();
  const unfinished = `${directory}.new-${process.pid}`;
  mkdirSync(unfinished);
  writeFileSync(path.join(unfinished, 'PG_VERSION'), '18\n');

  const server = await start(directory);

  expect(await ask(server.url, 'select 1')).toBe(1);
  expect(readdirSync(path.dirname(directory)).filter((name) => name.includes('.new-'))).toEqual([]);
});

it.runIf(process.getuid?.() === 0)('says what is wrong with a lock file that its account cannot read', async () => {
  const directory = usedDirectory();
  const other = await otherProcess(directory);
  await leaveLockFile(directory, other);
  other.kill('SIGKILL');
  await once(other, 'exit');
  chownSync(path.join(directory, 'postmaster.pid'), 0, 0);

  await expect(start(directory)).rejects.toThrow('could not open lock file "postmaster.pid": Permission denied');
});

it('repeats what the server says of a lock file that lost its text, as when the power failed', async () => {
  const directory = usedDirectory();
  writeFileSync(path.join(directory, 'postmaster.pid'), '', { mode: 0o600 });
  const { uid, gid } = statSync(directory);
  chownSync(path.join(directory, 'postmaster.pid'), uid, gid);
  // Each try has a log of its own. The half minute is over in the middle of the second one, which has not said anything yet.
  const tries = new Set<string>();
  const countTries = () => {
    for (const name of readdirSync(path.dirname(directory))) if (name.endsWith('.log')) tries.add(name);
    return tries.size;
  };
  const now = performance.now.bind(performance);
  const leap = vi.spyOn(performance, 'now').mockImplementation(() => now() + (countTries() < 2 ? 0 : 31_000));
  onTestFinished(() => leap.mockRestore());

  await expect(start(directory)).rejects.toThrow(/neither answers nor ends\.\n.*lock file "postmaster.pid" is empty/);
});
