import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../test/feed-fixture.ts';
import { sharedData } from '../test/shared-data.ts';
import { createTestDatabase } from '../test/test-database.ts';

const { url } = await createTestDatabase();
const sample = sharedData('tfl-contactless', 'enghouse');
const timetable = sharedData('gtfs-transcollines');

interface Outcome {
  code: number | string | null | undefined;
  lastLine: string;
  errors: string;
}

function run(...args: string[]): Promise<Outcome> {
  const env = { ...process.env, DATABASE_URL: url, TAPFOLIO_DATA: temporaryFolder() };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, 'cli.ts'), ...args],
      { env },
      (error, stdout, errors) => {
        resolve({ code: error ? error.code : 0, lastLine: stdout.trimEnd().split('\n').at(-1) ?? '', errors });
      },
    );
  });
}

describe('the command line', { timeout: 60_000 }, () => {
  it.skipIf(!sample)('imports a folder and says in one line of JSON what became of it', async () => {
    const first = await run('import', 'enghouse', sample ?? '');
    const second = await run('import', 'enghouse', sample ?? '');

    expect(first.code).toBe(0);
    expect(JSON.parse(first.lastLine)).toMatchObject({
      files: 4,
      rows: 255,
      kinds: { trips: { inserted: 78, updated: 0, unchanged: 0, quarantined: 0, waiting: 0 } },
    });
    expect(second.code).toBe(0);
    expect(JSON.parse(second.lastLine)).toMatchObject({ files: 4, rows: 0, unchanged: 4 });
  });

  it.skipIf(!timetable)('imports a timetable', async () => {
    const { code, lastLine } = await run('import', 'gtfs', timetable ?? '');

    expect(code).toBe(0);
    expect(JSON.parse(lastLine).kinds).toMatchObject({ lines: { inserted: 8 }, stops: { inserted: 424 } });
  });

  it('ends with 1 when a file is refused, and still says so in JSON', async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'a.csv'), 'this;is\nno;feed\n');

    const { code, lastLine } = await run('import', 'enghouse', folder);

    expect(code).toBe(1);
    expect(JSON.parse(lastLine)).toMatchObject({ files: 1, refused: 1 });
  });

  it.each([
    [['import', 'enghouse', '/nowhere/at/all'], 1, 'no such file or directory'],
    [['import', 'smoke', '.'], 2, 'Usage'],
    [['import', 'enghouse'], 2, 'Usage'],
    [['--frobnicate'], 2, "Unknown option '--frobnicate'"],
  ])('answers %j with exit code %i and a reason', async (args, code, reason) => {
    const outcome = await run(...args);

    expect(outcome.code).toBe(code);
    expect(outcome.errors).toContain(reason);
  });

  it('explains itself', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, errors: '' });
  });
});
