import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The operating-system account the server runs under. Undefined ids mean "the one we already are". */
export interface ServerAccount {
  uid?: number;
  gid?: number;
}

const fallback = 'Set DATABASE_URL to a PostgreSQL server of your own instead.';

/**
 * Picks the account for the server: our own. PostgreSQL refuses to run as root; then it is the owner of the existing data, or else
 * `postgres` or `nobody`.
 * @throws when this process has a user id without an entry in the password file: initdb cannot run under it.
 */
export function chooseAccount(dataDirectory: string): ServerAccount {
  try {
    os.userInfo();
  } catch (cause) {
    const uid = process.getuid?.();
    throw new Error(
      `The built-in PostgreSQL cannot run here: user id ${uid} has no entry in the password file. ${fallback}`,
      { cause },
    );
  }
  if (process.getuid?.() !== 0) return {};
  const account = ownerOf(dataDirectory) ?? accountNamed('postgres') ?? accountNamed('nobody');
  if (!account) {
    throw new Error(
      `The built-in PostgreSQL refuses to run as root, and this system has neither a "postgres" nor a "nobody" account. ${fallback}`,
    );
  }
  return account;
}

/** Who owns the database in this directory. Another account could not read it; and the owner could not, if we gave it away. */
function ownerOf(dataDirectory: string): ServerAccount | undefined {
  const found = statSync(path.join(dataDirectory, 'PG_VERSION'), { throwIfNoEntry: false });
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid };
}

function accountNamed(name: string): ServerAccount | undefined {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/** Can that account enter this directory? Asked of the system itself, since modes, groups, ACLs and mounts all decide. */
export function canEnter(directory: string, account: ServerAccount): boolean {
  const result = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], { ...account, cwd: '/', stdio: 'ignore' });
  return result.status === 0;
}

/** Can that account start this program from where it lies? */
export function canRun(program: string, account: ServerAccount): boolean {
  const result = spawnSync(program, ['--version'], { ...account, cwd: '/', stdio: 'ignore' });
  return result.status === 0;
}

/** Makes a private directory for the account; parents that must be made stay with us and can be passed through. */
export function makePrivateDirectory(directory: string, account: ServerAccount): void {
  mkdirSync(path.dirname(directory), { recursive: true });
  mkdirSync(directory, { mode: 0o700, recursive: true });
  giveTo(directory, account);
}

/** Makes the account the owner of a file. Does nothing if the server runs under our own account. */
export function giveTo(file: string, account: ServerAccount): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(file, account.uid, account.gid);
}

/**
 * A directory below the system's temporary one that we alone own.
 * @throws when somebody else got there first: /tmp is writable by everyone and the name can be guessed.
 */
export function makeTemporaryHome(name: string): string {
  const home = path.join(os.tmpdir(), name);
  mkdirSync(home, { mode: 0o755, recursive: true });
  const found = lstatSync(home);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new Error(`${home} belongs to somebody else, so the built-in PostgreSQL will not use it. ${fallback}`);
  }
  return home;
}
