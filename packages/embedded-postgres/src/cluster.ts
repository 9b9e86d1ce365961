import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { makePrivateDirectory, type ServerAccount } from './account.ts';
import type { Binaries } from './binaries.ts';
import { isAlive } from './pid-file.ts';

const run = promisify(execFile);

export const superuser = 'tapfolio';

/**
 * Makes the data directory unless it is there. It is built beside its place and moved in when complete, so that a
 * crash leaves nothing half-made and of several first starts exactly one wins.
 * @throws a sentence for a directory with other files, or with the data of another major version.
 */
export async function ensureCluster(binaries: Binaries, dataDirectory: string, account: ServerAccount, sync: boolean) {
  if (existsSync(path.join(dataDirectory, 'PG_VERSION'))) return refuseOtherVersion(binaries, dataDirectory);
  if (existsSync(dataDirectory) && readdirSync(dataDirectory).length > 0) {
    throw new Error(
      `${dataDirectory} is not empty and holds no PostgreSQL database. Choose another data directory, or clear it.`,
    );
  }
  removeUnfinished(dataDirectory);
  const unfinished = `${dataDirectory}.new-${process.pid}`;
  makePrivateDirectory(unfinished, account);
  try {
    await initialise(binaries, unfinished, account, sync);
    renameSync(unfinished, dataDirectory);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(path.join(dataDirectory, 'PG_VERSION'))) throw error;
  }
}

async function initialise(binaries: Binaries, directory: string, account: ServerAccount, sync: boolean) {
  // builtin C.UTF-8 sorts alike on every host and never drifts with a library upgrade.
  const options = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--data-checksums'];
  const args = [`--pgdata=${directory}`, `--username=${superuser}`, '--builtin-locale=C.UTF-8', ...options];
  if (!sync) args.push('--no-sync');
  await run(binaries.initdb, args, { ...account, cwd: '/', env: serverEnvironment });
}

/** A clean environment: PG* variables of the caller must not change the server. */
export const serverEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

function refuseOtherVersion(binaries: Binaries, dataDirectory: string): void {
  const found = readFileSync(path.join(dataDirectory, 'PG_VERSION'), 'utf8').trim();
  if (found === binaries.majorVersion) return;
  throw new Error(
    `${dataDirectory} was made by PostgreSQL ${found}, but the built-in server is version ${binaries.majorVersion} and cannot read it. ` +
      'Move the directory away to start empty, or carry the data over with pg_dump and DATABASE_URL.',
  );
}

function removeUnfinished(dataDirectory: string): void {
  const parent = path.dirname(dataDirectory);
  if (!existsSync(parent)) return;
  const prefix = `${path.basename(dataDirectory)}.new-`;
  for (const name of readdirSync(parent)) {
    const pid = Number(name.slice(prefix.length));
    // A killed process may have had our number, as in a container that is started again.
    if (!name.startsWith(prefix) || (pid !== process.pid && isAlive(pid))) continue;
    rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}
