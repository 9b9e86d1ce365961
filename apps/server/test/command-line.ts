import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, vi } from 'vitest';
import { runCommandLine } from '../src/commands/command-line.ts';
import { createTestDatabase } from './test-database.ts';

/** The command line as a program. */
export const program = path.resolve(import.meta.dirname, '../src/cli.ts');

interface Outcome {
  code: number | string | null | undefined;
  /** All of standard output. */
  printed: string;
  lastLine: string;
  errors: string;
}

/** The command line with a database and a data folder, for all tests of a file. */
export async function createCommandLine() {
  const { url, pool } = await createTestDatabase();
  // One folder for all tests: the database remembers the keys in it.
  const data = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-files-'));
  afterAll(() => rmSync(data, { recursive: true }));
  const environment = { ...process.env, DATABASE_URL: url, TAPFOLIO_DATA: data };

  /** Starts the program. */
  function runProgram(...args: string[]): Promise<Outcome> {
    return new Promise((resolve) => {
      execFile(process.execPath, [program, ...args], { env: environment }, (error, printed, errors) =>
        resolve(outcomeOf(error ? error.code : 0, printed, errors)),
      );
    });
  }

  async function runOn(database: string, ...args: string[]): Promise<Outcome> {
    vi.stubEnv('DATABASE_URL', database);
    vi.stubEnv('TAPFOLIO_DATA', data);
    const written = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
    try {
      const code = await runCommandLine(args);
      const [printed = '', errors = ''] = written.map(({ mock }) => mock.calls.map(([text]) => String(text)).join(''));
      return outcomeOf(code, printed, errors);
    } finally {
      for (const spy of written) spy.mockRestore();
    }
  }

  /** As the program, but in this process: to start the program takes much longer than to do what it is told. */
  const run = (...args: string[]) => runOn(url, ...args);

  return { url, pool, environment, run, runOn, runProgram };
}

function outcomeOf(code: Outcome['code'], printed: string, errors: string): Outcome {
  return { code, printed, lastLine: printed.trimEnd().split('\n').at(-1) ?? '', errors };
}
