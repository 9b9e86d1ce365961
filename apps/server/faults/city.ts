import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@tapfolio/embedded-postgres/embedded-postgres.ts';
import type { Pool } from 'pg';
import { afterAll, inject, onTestFinished } from 'vitest';
import { quickPlace } from '../../../scripts/lib/quick-place.ts';
import { createPool } from '../src/database/pool.ts';
import { freePort } from '../test/listen.ts';
import { type SignedIn, signIn } from './signed-in.ts';

/** True in `npm run test:faults`, which repeats every fault; `npm test` has no time for that. */
export const isWholeTable = process.env.FAULTS === 'all';
/** How often a fault is repeated: once beside the other tests, more often in the whole table. */
export const rounds = isWholeTable ? 10 : 1;
/** What is promised of an answer while the database is away (two seconds), and room for a machine that does two things at once. */
export const longestAnswerMs = 4000;

const root = path.resolve(import.meta.dirname, '../../..');

export interface FaultyDatabase {
  url: string;
  pool: Pool;
  /** Where postmaster.pid lies. */
  dataDirectory: string;
  /** Holds what belongs to the servers of this file: keys and configuration. */
  home: string;
}

/** A PostgreSQL of one's own that may be killed: it is looked after as at `npm start`. Gone when the test file ends. */
export async function startFaultyDatabase(): Promise<FaultyDatabase> {
  const home = mkdtempSync(path.join(quickPlace(), 'tapfolio-faults-'));
  // As root the database runs under another account, which has to get in.
  chmodSync(home, 0o755);
  const server = await startPreparedPostgres(path.join(home, 'postgres'), { fsync: 'off' });
  // The tests themselves look at whole tables.
  const pool = createPool({ url: server.url, statementSeconds: 60 });
  afterAll(async () => {
    await pool.end();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });
  return { url: server.url, pool, dataDirectory: server.dataDirectory, home };
}

/** A PostgreSQL with the full schema and no rows. */
export async function startPreparedPostgres(
  dataDirectory: string,
  settings: Record<string, string>,
): Promise<EmbeddedPostgres> {
  // Keeps the owner of the files: as root the database runs under another account.
  execFileSync('cp', ['-a', inject('preparedData'), dataDirectory]);
  return await startEmbeddedPostgres({ dataDirectory, settings });
}

export interface ServerOptions {
  databaseUrl: string;
  roles?: string;
  mailPort?: number;
  /** More of its configuration. */
  settings?: Readonly<Record<string, unknown>>;
  /** True: the caller stops it, because it is used by more than one test. */
  outlivesTest?: boolean;
  /** A file descriptor for its log, or a pipe to us. */
  log?: number | 'pipe';
  /** As it is deployed: above all, each call has its line in the log. */
  production?: boolean;
}

export interface ServerProcess {
  address: string;
  child: ChildProcess;
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
}

/** The server as it is deployed: a process of its own. Killed when the test ends, unless it is to stay. */
export async function startServerProcess(home: string, options: ServerOptions): Promise<ServerProcess> {
  const { databaseUrl, roles = 'auth,portal', mailPort = 1, outlivesTest = false, log, production = false } = options;
  const settings = { ...(production && { publicUrl: 'https://travel.example.org' }), ...options.settings };
  if (production) makeKeys(home);
  const config = JSON.parse(readFileSync(path.join(root, 'config/bilingual.json'), 'utf8'));
  const file = path.join(home, 'config.json');
  writeFileSync(
    file,
    JSON.stringify({ ...config, mail: { from: config.mail.from, host: '127.0.0.1', port: mailPort }, ...settings }),
  );
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(root, 'apps/server/src/main.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      TAPFOLIO_CONFIG: file,
      TAPFOLIO_DATA: home,
      TAPFOLIO_ROLES: roles,
      TAPFOLIO_PORT: String(port),
      NODE_ENV: production ? 'production' : '',
    },
    stdio: ['ignore', log ?? 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]: unknown[]) => (typeof code === 'number' ? code : null));
  if (!outlivesTest) onTestFinished(() => void child.kill('SIGKILL'));
  const address = `http://127.0.0.1:${port}`;
  await untilTrue(async () => (await statusOf(`${address}/internal/health/ready`)) === 200, 60_000);
  return { address, child, ended };
}

/** Outside production the server makes them itself. */
function makeKeys(home: string): void {
  const folder = path.join(home, 'secrets');
  if (existsSync(folder)) return;
  mkdirSync(folder, { mode: 0o700 });
  for (const name of ['medium.key', 'account.key'])
    writeFileSync(path.join(folder, name), randomBytes(32), { mode: 0o600 });
}

/** The status of an answer; 0 when there was none. */
export async function statusOf(url: string, init?: RequestInit, check?: (response: Response) => void): Promise<number> {
  return await fetch(url, init).then(
    async (response) => {
      check?.(response);
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
}

/** Jobs that were postponed are due now. The queue is told so: by itself it hears of new ones only, and looks every two seconds. */
export async function hurryJobs(pool: Pool): Promise<void> {
  await pool.query(
    `with hurried as (
      update graphile_worker._private_jobs
      set run_at = now()
      where run_at > now() and locked_at is null
      returning id)
    select pg_notify('jobs:insert', json_build_object('count', count(*))::text)
    from hurried
    having count(*) > 0`,
  );
}

/** What a minute with a living worker does to the jobs of killed workers. No worker may live now. */
export async function freeJobsOfKilled(pool: Pool): Promise<void> {
  await pool.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null');
}

/** A session may write about once a second in the long run; these write as fast as they can. */
export const tooFast = 429;

/** Waits for a condition of another process. @throws after the time given. */
export async function untilTrue(
  condition: () => Promise<boolean>,
  timeoutMs: number,
  everyMs: number = 50,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`not so after ${timeoutMs} ms: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** @throws when a caller is told to come back and not when. */
function saysWhen({ status, headers }: Response): void {
  if (status === 503 && !headers.has('retry-after')) throw new Error('a 503 does not say when to come back');
}

/** A passenger with a session: what they write is acknowledged, and can be looked up afterwards. */
export class Writer {
  readonly passengerId: string;
  readonly #headers: SignedIn['headers'];
  /** The last name that the server said was kept. */
  acknowledged = '';
  /** Names sent since then: an answer that says "not now", or none, can come after the database has kept the name. */
  readonly #unknown = new Set<string>();

  private constructor({ passengerId, headers }: SignedIn) {
    this.passengerId = passengerId;
    this.#headers = headers;
  }

  static async join(pool: Pool): Promise<Writer> {
    return new Writer(await signIn(pool));
  }

  /** Writes a new name and gives the status; 0 when there was no answer. @throws when it is told "not now" and not until when. */
  async write(address: string, name: string): Promise<number> {
    this.#unknown.add(name);
    const init = {
      method: 'PATCH',
      headers: { ...this.#headers(), 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: name, last_name: name }),
    };
    const status = await statusOf(`${address}/public/api/v1/auth/user/profile`, init, saysWhen);
    if (status === 204) {
      this.acknowledged = name;
      this.#unknown.clear();
    }
    return status;
  }

  /** Reads what only its owner may, and gives the status; 0 when there was no answer. */
  async read(address: string): Promise<number> {
    return await statusOf(`${address}/public/api/v1/auth/user/get_settings`, { headers: this.#headers() });
  }

  /** Is what the database holds whole, and the acknowledged name or one sent after it? */
  async holds(pool: Pool): Promise<boolean> {
    const { rows } = await pool.query<{ first_name: string; last_name: string }>(
      'select first_name, last_name from passengers where passenger_id = $1',
      [this.passengerId],
    );
    const [row] = rows;
    const isWhole = row?.first_name === row?.last_name;
    const name = row?.first_name ?? '';
    return isWhole && (name === this.acknowledged || this.#unknown.has(name));
  }
}

/** Lets all write one name after the other until `ending`; gives the statuses. */
export async function writeOn(writers: readonly Writer[], address: string, ending: AbortSignal): Promise<number[]> {
  const statuses: number[] = [];
  const letters = (count: number) => [...String(count)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  await Promise.all(
    writers.map(async (writer) => {
      for (let count = 0; !ending.aborted; count += 1) {
        const status = await writer.write(address, `name ${letters(count)}`);
        statuses.push(status);
        if (status === 0) return;
      }
    }),
  );
  return statuses;
}
