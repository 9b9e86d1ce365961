import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  canEnter,
  canRun,
  chooseAccount,
  makePrivateDirectory,
  makeTemporaryHome,
  type ServerAccount,
} from './account.ts';
import { type Binaries, copyBinaries, findBinaries, makeLinks } from './binaries.ts';
import { ensureCluster, serverEnvironment, superuser } from './cluster.ts';
import { Holders } from './holders.ts';
import { disownLockFile, hasEnded, isServer, readServerState } from './pid-file.ts';

export interface EmbeddedPostgresOptions {
  /** Made on first use. Two processes may name the same one: they share its server. */
  dataDirectory: string;
  /** Server settings, such as `{ fsync: 'off' }`; they win over ours and count only when this call starts the server. */
  settings?: Record<string, string>;
  /** Told, in one sentence, when the data has to live elsewhere than asked, and when a server that died is started again. */
  onNotice?: (sentence: string) => void;
}

export interface EmbeddedPostgres {
  url: string;
  /** True when the server was already running, left by a killed process or held by another one. */
  attached: boolean;
  dataDirectory: string;
  /** Until then a server that dies is started again, at the same address. Stops it, unless another living process uses it. Call it last: the server ignores Ctrl-C on purpose. A process that exits without it leaves a server that stops by itself. */
  stop(): Promise<void>;
}

const database = 'tapfolio';
const startTimeoutMs = 30_000;
/** How often we look whether it lives, and the longest pause between two attempts to start it again. */
const checkMs = 500;
const longestPauseMs = 10_000;
/** sun_path holds 108 bytes on Linux and 104 on macOS, with the ending zero. */
const longestSocketPath = process.platform === 'darwin' ? 103 : 107;

const defaultSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  jit: 'off',
  // A statement on a table of months locks every month. PostgreSQL 18 keeps so many locks of a backend in its quick place.
  max_locks_per_transaction: '256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // No personal data in the server's log: neither parameters nor statements, nor the rows and keys that a constraint refused (DETAIL).
  log_parameter_max_length_on_error: '0',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

interface Launch {
  binaries: Binaries;
  dataDirectory: string;
  socketDirectory: string;
  account: ServerAccount;
  settings: Record<string, string>;
}

/**
 * Starts the PostgreSQL that npm brought, or attaches to the one already running on this data directory.
 * @throws a sentence that names the way out (usually DATABASE_URL) when this machine cannot run it.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const launch = prepare(options);
  await ensureCluster(launch.binaries, launch.dataDirectory, launch.account, launch.settings.fsync !== 'off');
  const holders = new Holders(launch.dataDirectory, launch.account);
  holders.enter();
  // A process that exits without stop() tells the server to stop, but cannot wait for it.
  const tellAtExit = () => void tellToStop(launch.dataDirectory, holders);
  process.once('exit', tellAtExit);
  try {
    const { url, attached } = await startOrAttach(launch);
    const supervision = supervise(launch, options.onNotice ?? (() => {}));
    let stopped: Promise<void> | undefined;
    const stopAll = async () => {
      await supervision.end();
      await stop(launch.dataDirectory, holders);
      process.off('exit', tellAtExit);
    };
    const stopOnce = () => {
      stopped ??= stopAll();
      return stopped;
    };
    return { url, attached, dataDirectory: launch.dataDirectory, stop: stopOnce };
  } catch (error) {
    holders.leave();
    process.off('exit', tellAtExit);
    throw error;
  }
}

function prepare(options: EmbeddedPostgresOptions): Launch {
  const asked = path.resolve(options.dataDirectory);
  const account = chooseAccount(asked);
  const name = `tapfolio-${createHash('sha256').update(asked).digest('hex').slice(0, 16)}`;
  const dataDirectory = placeData(asked, name, account, options.onNotice);
  return {
    account,
    dataDirectory,
    binaries: placeBinaries(name, account),
    socketDirectory: placeSocket(dataDirectory, name, account),
    settings: { ...defaultSettings, ...options.settings },
  };
}

function placeData(asked: string, name: string, account: ServerAccount, onNotice?: (sentence: string) => void): string {
  makePrivateDirectory(asked, account);
  if (canEnter(asked, account)) return asked;
  rmdirSync(asked);
  const elsewhere = path.join(makeTemporaryHome(name), 'data');
  makePrivateDirectory(elsewhere, account);
  onNotice?.(`The database account cannot enter ${asked}; the data is kept in ${elsewhere} instead.`);
  return elsewhere;
}

function placeBinaries(name: string, account: ServerAccount): Binaries {
  const installed = findBinaries();
  try {
    makeLinks(installed);
  } catch {
    // A read-only install: the copy gets its links.
    return copyBinaries(installed, makeTemporaryHome(name));
  }
  return canRun(installed.postgres, account) ? installed : copyBinaries(installed, makeTemporaryHome(name));
}

function placeSocket(dataDirectory: string, name: string, account: ServerAccount): string {
  if (Buffer.byteLength(path.join(dataDirectory, '.s.PGSQL.5432')) <= longestSocketPath) return dataDirectory;
  const directory = path.join(makeTemporaryHome(name), 'socket');
  makePrivateDirectory(directory, account);
  return directory;
}

async function startOrAttach(launch: Launch): Promise<{ url: string; attached: boolean }> {
  const deadline = performance.now() + startTimeoutMs;
  let said = '';
  while (performance.now() < deadline) {
    const running = await attach(launch);
    if (running) return { url: running, attached: true };
    const started = await start(launch, deadline, said);
    if (started.url !== undefined) return { url: started.url, attached: false };
    said = started.said ?? said;
    // The lock may be held by a server that is going down, or by a dead one whose parent has not collected it yet.
    await sleep(100);
  }
  throw new Error(
    `The built-in PostgreSQL did not start: another server holds ${launch.dataDirectory}, and neither answers nor ends.\n${said}`.trimEnd(),
  );
}

/** Watches the server while this process uses it: if it has died or was stopped, it is started again. */
function supervise(launch: Launch, onNotice: (sentence: string) => void): { end(): Promise<void> } {
  const ending = new AbortController();
  const { signal } = ending;
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});
  const revive = async () => {
    for (let waitMs = checkMs; !signal.aborted; waitMs = Math.min(2 * waitMs, longestPauseMs)) {
      try {
        await startOrAttach(launch);
        return onNotice('The built-in PostgreSQL had ended and was started again.');
      } catch (error) {
        onNotice(`The built-in PostgreSQL has ended and cannot be started: ${String(error)}`);
      }
      await pause(waitMs);
    }
  };
  const watch = async () => {
    while (!signal.aborted) {
      await pause(checkMs);
      if (hasEnded(launch.dataDirectory) && !signal.aborted) await revive();
    }
  };
  const watching = watch();
  return {
    end: async () => {
      ending.abort();
      await watching;
    },
  };
}

async function attach(launch: Launch): Promise<string | undefined> {
  const state = readServerState(launch.dataDirectory);
  if (!state?.ready || !isServer(state, launch.dataDirectory)) return undefined;
  return await openDatabase(state.socketDirectory);
}

/** What a server says that finds another one. Other words about a lock file are a fault of the disk or of rights. */
const saidOfAnother = /lock file "[^"]*" (?:already exists|is empty)|shared memory block/;

/** Its URL if it answers; what it said if another server seems to hold the data. @throws what it said if it cannot start. */
async function start(launch: Launch, deadline: number, saidBefore: string) {
  const settings = { ...launch.settings, unix_socket_directories: launch.socketDirectory };
  const args = [
    '-D',
    launch.dataDirectory,
    ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ];
  disownLockFile(launch.dataDirectory);
  // A file of its own until it is known whether it started: another process may start one at the same moment.
  const ownLog = `${launch.dataDirectory}.${randomUUID()}.log`;
  const log = openSync(ownLog, 'a', 0o600);
  // Detached: in our process group it would get Ctrl-C with us and be gone while requests are still being answered.
  const options = { ...launch.account, cwd: '/', env: serverEnvironment, detached: true } as const;
  const child = spawn(launch.binaries.postgres, args, { ...options, stdio: ['ignore', log, log] });
  closeSync(log);
  let exited = false;
  child.once('exit', () => {
    exited = true;
  });
  child.once('error', () => {
    exited = true;
  });
  child.unref();
  while (!exited && performance.now() < deadline) {
    const state = readServerState(launch.dataDirectory);
    if (state?.pid === child.pid && state?.ready) {
      renameSync(ownLog, logFile(launch.dataDirectory));
      return { url: await openDatabase(launch.socketDirectory) };
    }
    await sleep(5);
  }
  // A try that is given up may not have said anything yet.
  const said = endOf(ownLog) || (exited ? '' : saidBefore);
  if (saidOfAnother.test(said)) {
    rmSync(ownLog);
    return { said };
  }
  renameSync(ownLog, logFile(launch.dataDirectory));
  throw new Error(`The built-in PostgreSQL did not start:\n${said || 'Its log is empty: the disk may be full.'}`);
}

/** Connects, makes our database if it is missing and returns its URL; undefined if no server answers there. */
async function openDatabase(socketDirectory: string): Promise<string | undefined> {
  const url = (name: string) =>
    `postgresql://${superuser}@localhost/${name}?host=${encodeURIComponent(socketDirectory)}`;
  const client = new pg.Client({ connectionString: url('postgres'), connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch {
    return undefined;
  }
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${database}`).catch(ignoreExisting);
    return url(database);
  } finally {
    await client.end();
  }
}

/** Another process made it between our look and our command: 42P04, or 23505 when both were at the same point. */
function ignoreExisting(error: unknown): void {
  if (error instanceof pg.DatabaseError && (error.code === '42P04' || error.code === '23505')) return;
  throw error;
}

async function stop(dataDirectory: string, holders: Holders): Promise<void> {
  const pid = tellToStop(dataDirectory, holders);
  if (pid === undefined || (await isGone(dataDirectory, 10_000))) return;
  process.kill(pid, 'SIGQUIT');
  await isGone(dataDirectory, 5000);
}

/** Leaves the server, and returns the process id of a server that it told to stop because no other living process uses it. */
function tellToStop(dataDirectory: string, holders: Holders): number | undefined {
  if (holders.leave().othersRemain) return undefined;
  const state = readServerState(dataDirectory);
  if (!state || !isServer(state, dataDirectory)) return undefined;
  process.kill(state.pid, 'SIGINT');
  return state.pid;
}

async function isGone(dataDirectory: string, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    // One that was killed leaves its lock file.
    if (hasEnded(dataDirectory)) return true;
    await sleep(10);
  }
  return false;
}

function logFile(dataDirectory: string): string {
  return `${dataDirectory}.log`;
}

function endOf(log: string): string {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-10).join('\n');
}
