import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { closeKeptImporter } from './kept-importer.ts';

const commandLine = path.resolve(import.meta.dirname, '../src/cli.ts');

export interface ImportPlace {
  pool: pg.Pool;
  url: string;
  /** Contains the keys of the imports: the same for all imports of one database. */
  data: string;
}

/** The end is awaited from the start, because an import may end before the test asks. */
export function startImport(
  { url, data }: ImportPlace,
  format: string,
  folder: string,
): { child: ChildProcess; exited: Promise<unknown>; said: () => string } {
  const child = spawn(process.execPath, [commandLine, 'import', format, folder], {
    env: { ...process.env, DATABASE_URL: url, TAPFOLIO_DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      said = `${said}${bytes.toString()}`.slice(-2000);
    });
  }
  // At its exit, what it said may not have come yet.
  return { child, exited: once(child, 'close'), said: () => said };
}

const ofImporter = `from pg_stat_activity
  where application_name = 'tapfolio feed' and datname = current_database()`;

/** Waits until the importing connection works on a table, or the import has ended. */
export async function isWriting({ pool }: ImportPlace, child: ChildProcess, table: string): Promise<void> {
  for (let look = 0; look < 4000 && child.exitCode === null; look += 1) {
    const { rows } = await pool.query<{ query: string }>(`select query ${ofImporter} and state = 'active'`);
    if (rows.some(({ query }) => query.includes(` ${table} `) || query.includes(` ${table}\n`))) return;
    await sleep(5);
  }
}

/** The server notices a dead client at its next write, and then rolls back what the client had begun. */
export async function connectionsGone({ pool }: ImportPlace): Promise<void> {
  await closeKeptImporter();
  for (let look = 0; look < 2000; look += 1) {
    const { rows } = await pool.query(`select ${ofImporter}`);
    if (rows.length === 0) return;
    await sleep(10);
  }
}

export interface KilledImport {
  format: string;
  folder: string;
  /** The import is killed once at each of these. */
  tables: readonly string[];
  /** Checks what a reader would see after each kill. */
  look?: () => Promise<void>;
}

/**
 * Imports a folder and is killed several times.
 * @returns the number of kills before the import had ended.
 */
export async function importWithKills(
  place: ImportPlace,
  { format, folder, tables, look = async () => {} }: KilledImport,
): Promise<number> {
  let killed = 0;
  for (const table of tables) {
    const { child, exited } = startImport(place, format, folder);
    await isWriting(place, child, table);
    child.kill('SIGKILL');
    if (child.exitCode === null) killed += 1;
    await exited;
    await connectionsGone(place);
    await look();
  }
  const { child, exited, said } = startImport(place, format, folder);
  await exited;
  if (child.exitCode !== 0) throw new Error(`the last import ended with ${child.exitCode}: ${said()}`);
  return killed;
}
