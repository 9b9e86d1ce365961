import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { insertRow } from '../test/factories/insert-row.ts';
import { buildPassenger } from '../test/factories/passengers.ts';
import { temporaryFolder } from '../test/feed-fixture.ts';
import { databaseUrl } from '../test/on-nodes.ts';
import { writeSampleFeed, writeSampleTimetable } from '../test/sample-feed.ts';
import { createTestDatabase } from '../test/test-database.ts';
import { runCommandLine } from './commands/command-line.ts';
import { newToken, sha256 } from './lib/hashing.ts';

const program = path.join(import.meta.dirname, 'cli.ts');
const { url, pool } = await createTestDatabase();
/** One folder for all tests: the database remembers the keys in it. */
const data = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-files-'));
afterAll(() => rmSync(data, { recursive: true }));

interface Outcome {
  code: number | string | null | undefined;
  /** All of standard output. */
  printed: string;
  lastLine: string;
  errors: string;
}

/** Starts the program. */
function runProgram(...args: string[]): Promise<Outcome> {
  const env = { ...process.env, DATABASE_URL: url, TAPFOLIO_DATA: data };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, printed, errors) =>
      resolve(outcomeOf(error ? error.code : 0, printed, errors)),
    );
  });
}

/** As the program, but in this process: to start the program takes much longer than to do what it is told. */
const run = (...args: string[]) => runOn(url, ...args);

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

function outcomeOf(code: Outcome['code'], printed: string, errors: string): Outcome {
  return { code, printed, lastLine: printed.trimEnd().split('\n').at(-1) ?? '', errors };
}

describe('the command line', { timeout: 60_000 }, () => {
  it('imports a folder and prints the result as one line of JSON', async () => {
    const folder = writeSampleFeed(temporaryFolder());
    const first = await runProgram('import', 'enghouse', folder);
    const second = await run('import', 'enghouse', folder);

    expect(first.code).toBe(0);
    expect(JSON.parse(first.lastLine)).toMatchObject({
      files: 4,
      rows: 255,
      kinds: { trips: { inserted: 78, updated: 0, unchanged: 0, quarantined: 0, waiting: 0 } },
    });
    expect(second.code).toBe(0);
    expect(JSON.parse(second.lastLine)).toMatchObject({ files: 4, rows: 0, unchanged: 4 });
  });

  it('imports a timetable', async () => {
    const { code, lastLine } = await run('import', 'gtfs', writeSampleTimetable(temporaryFolder()));

    expect(code).toBe(0);
    expect(JSON.parse(lastLine).kinds).toMatchObject({ lines: { inserted: 8 }, stops: { inserted: 24 } });
  });

  it('prints no characters from a file that a terminal would obey', async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'a\u001b]0;owned\u0007.csv'), 'tap\u001b[2J\nx\n');

    const { printed } = await run('import', 'enghouse', folder);

    expect(printed).toContain(String.raw`a\u001b]0;owned\u0007.csv: refused`);
    expect(printed).not.toMatch(/[^\P{Cc}\n]/u);
  });

  it('goes on when nobody reads what it prints any more, as behind "head"', async () => {
    const env = { ...process.env, DATABASE_URL: url, TAPFOLIO_DATA: data };
    const child = spawn(process.execPath, [program, 'alarms'], { env });
    child.stdout.destroy();

    const [[code], errors] = await Promise.all([once(child, 'close'), text(child.stderr)]);

    expect([code, errors]).toEqual([0, '']);
  });

  // The result may be a key that is shown this once.
  it.skipIf(!existsSync('/dev/full'))('ends with 1 when the disk for its output is full', async () => {
    const env = { ...process.env, DATABASE_URL: url, TAPFOLIO_DATA: data };
    const full = openSync('/dev/full', 'w');
    const create = ['api-key', 'create', '--name', 'unseen', '--scope', 'refunds:read'];
    const { status, stderr } = spawnSync(process.execPath, [program, ...create], {
      env,
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);

    expect([status, String(stderr)]).toEqual([
      1,
      'The command was carried out, but its output could not be written: ENOSPC: no space left on device, write\n',
    ]);
  });

  it('ends with 1 when a file is refused, and still prints JSON', async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'a.csv'), 'this;is\nno;feed\n');

    const { code, lastLine } = await runProgram('import', 'enghouse', folder);

    expect(code).toBe(1);
    expect(JSON.parse(lastLine)).toMatchObject({ files: 1, refused: 1 });
  });

  it.each([
    [['import', 'enghouse', '/nowhere/at/all'], 1, 'no such file or directory'],
    [['import', 'smoke', '.'], 2, 'There is no format smoke'],
    [['import', 'enghouse', '.', '--operator', '77'], 2, '--operator is possible with gtfs only'],
    [['import', 'enghouse'], 2, 'Usage'],
    [['import', 'enghouse', '.', '--all'], 2, 'import takes no --all'],
    [['replay', 'something'], 2, 'Usage'],
    [['replay', '--operator', '77'], 2, 'replay takes no --operator'],
    [['import', 'enghouse', '.', '--file', 'x'], 2, 'import takes no --file'],
    [['imprt'], 2, 'There is no command imprt'],
    [[], 2, 'Usage'],
    [['api-key'], 2, 'Usage'],
    [['api-key', 'create', '--name', 'back-office'], 2, '--scope must be'],
    [['api-key', 'create', '--name', 'back office', '--scope', 'refunds:read'], 2, '--name must be'],
    [['api-key', 'create', '--name', 'back-office', '--scope', 'everything'], 2, '--scope must be'],
    [['api-key', 'create', '--name', 'back-office', '--scope', 'refunds:read', '--days', '0'], 2, '--days must be'],
    [['api-key', 'create', '--name', 'x', '--scope', 'refunds:read', '--operator', 'nobody'], 1, 'has no operator'],
    [['api-key', 'list', '--name', 'back-office'], 2, 'Only api-key create takes'],
    [['api-key', 'revoke', 'back-office'], 2, 'back-office is not the ID of a key'],
    [['alarms', 'close', 'charged_twice'], 2, 'charged_twice is not the ID of an alarm'],
    [
      ['api-key', 'revoke', '11111111-1111-4111-8111-111111111111'],
      1,
      'There is no such key, or it was revoked before',
    ],
    [['alarms', 'close', '11111111-1111-4111-8111-111111111111'], 1, 'There is no such alarm, or it has ended'],
    [['replay', '--file', 'mistyped.csv'], 1, 'There is no such file whose rows are still kept'],
    [['end-sessions'], 2, 'Usage'],
    [['end-sessions', '--all', '--passenger', 'ann@example.org'], 2, 'Usage'],
    [['end-sessions', '--passenger', 'nobody in particular'], 2, 'nobody in particular is not an email address'],
    [['end-sessions', 'ann@example.org'], 2, 'Usage'],
    [['close-account'], 2, 'Usage'],
    [['close-account', '--passenger', 'nobody@example.org'], 1, 'No open account has this address'],
    [['close-account', '--closed', import.meta.filename], 2, 'Line 1 of'],
    [['--frobnicate'], 2, "Unknown option '--frobnicate'"],
  ])('answers %j with exit code %i and a reason', async (args, code, reason) => {
    const outcome = await run(...args);

    expect(outcome.code).toBe(code);
    expect(outcome.errors).toContain(reason);
  });

  it('ends with 2 when its words are wrong', async () => {
    const { code, printed, errors } = await runProgram('imprt');

    expect([code, printed]).toEqual([2, '']);
    expect(errors).toContain('There is no command imprt');
  });

  it('makes a key for the operator that feed files would mean by the code', async () => {
    const made = await runProgram(
      'api-key',
      'create',
      '--name',
      'zeros',
      '--scope',
      'refunds:read',
      '--operator',
      '01',
    );
    const { rows } = await pool.query(`select operator_code from api_keys where name = 'zeros'`);

    expect([made.code, rows]).toEqual([0, [{ operator_code: '1' }]]);
  });

  it('says that a folder has nothing to import', async () => {
    const folder = temporaryFolder();

    expect(await run('import', 'enghouse', folder)).toMatchObject({
      code: 0,
      errors: `There is no file to import in ${folder}\n`,
    });
  });

  it('prints its usage', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, errors: '' });
  });
});

describe('a database that is not ready', { timeout: 60_000 }, () => {
  const name = `${new URL(url).pathname.slice(1)}_empty`;
  beforeAll(async () => void (await pool.query(`create database ${name}`)));
  afterAll(async () => void (await pool.query(`drop database ${name} with (force)`)));

  it.each([['status'], ['alarms'], ['end-sessions', '--all']])('is reported in a sentence: %s', async (...args) => {
    const { code, errors } = await runOn(databaseUrl(url, name), ...args);

    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^the database is not ready: \d+ of its migrations have not run yet\..*\n$/),
    ]);
  });
});

async function openSessions(passengerId: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const session = { token_hash: sha256(newToken()), passenger_id: passengerId, idle_seconds: 900 };
    await insertRow(pool, 'sessions', { ...session, expires_at: new Date(Date.now() + 3_600_000) });
  }
}

async function sessionsOf(passengerId: string): Promise<number | null> {
  return (await pool.query('select from sessions where passenger_id = $1', [passengerId])).rowCount;
}

async function eventsOf(traceId: string): Promise<object[]> {
  const text = `select kind, passenger_id, detail from audit_events where trace_id = $1`;
  return (await pool.query(text, [traceId])).rows;
}

describe('end-sessions', { timeout: 60_000 }, () => {
  it('ends the sessions of one passenger only, and records it', async () => {
    const { passenger_id: ann, email } = await buildPassenger(pool);
    const { passenger_id: ben } = await buildPassenger(pool);
    await openSessions(ann, 2);
    await openSessions(ben, 1);

    const { code, lastLine } = await run('end-sessions', '--passenger', ` ${email.toUpperCase()} `);

    const { traceId, ...summary } = JSON.parse(lastLine);
    expect({ code, summary }).toEqual({ code: 0, summary: { sessions: 2, passengers: 1 } });
    expect([await sessionsOf(ann), await sessionsOf(ben)]).toEqual([0, 1]);
    expect(await eventsOf(traceId)).toEqual([
      { kind: 'sessions_ended_by_administrator', passenger_id: ann, detail: { sessions: 2 } },
    ]);
  });

  it('gives the same answer for an address without an account and one without a session', async () => {
    const { email } = await buildPassenger(pool);
    const answers = [
      await run('end-sessions', '--passenger', email),
      await run('end-sessions', '--passenger', 'no@example.org'),
    ];

    for (const { code, lastLine, errors } of answers) {
      expect({ code, errors }).toEqual({ code: 0, errors: '' });
      expect(JSON.parse(lastLine)).toMatchObject({ sessions: 0, passengers: 0 });
    }
  });

  it('ends all sessions', async () => {
    const { passenger_id: ann } = await buildPassenger(pool);
    const { passenger_id: ben } = await buildPassenger(pool);
    await openSessions(ann, 1);
    await openSessions(ben, 2);

    const { code, lastLine } = await runProgram('end-sessions', '--all');

    expect(code).toBe(0);
    expect((await pool.query('select from sessions')).rowCount).toBe(0);
    expect(await eventsOf(JSON.parse(lastLine).traceId)).toEqual(
      expect.arrayContaining([
        { kind: 'sessions_ended_by_administrator', passenger_id: ann, detail: { sessions: 1 } },
        { kind: 'sessions_ended_by_administrator', passenger_id: ben, detail: { sessions: 2 } },
      ]),
    );
  });
});

describe('close-account', { timeout: 60_000 }, () => {
  const statusOf = async (passengerId: string): Promise<string> =>
    (await pool.query('select status from passengers where passenger_id = $1', [passengerId])).rows[0].status;

  it.each(['active', 'deactivated', 'expired'])(
    'deletes one account that is %s, records it and tells the owner',
    async (status) => {
      const { passenger_id: ann, email } = await buildPassenger(pool, { status });
      const { passenger_id: ben } = await buildPassenger(pool);
      await openSessions(ann, 1);

      const { code, lastLine } = await run('close-account', '--passenger', email);

      const { traceId, closed } = JSON.parse(lastLine);
      expect([code, closed]).toEqual([0, 1]);
      expect([await statusOf(ann), await statusOf(ben), await sessionsOf(ann)]).toEqual(['anonymised', 'active', 0]);
      const detail = { reason: 'other', by: 'administrator', person: expect.stringMatching(/^[0-9a-f]{64}$/) };
      expect(await eventsOf(traceId)).toEqual([{ kind: 'account_closed', passenger_id: null, detail }]);
      const mails = `delete from graphile_worker._private_jobs where payload->>'mail' = 'account-closed'`;
      expect((await pool.query(mails)).rowCount).toBe(1);
    },
  );

  it('closes what a restored database has open again, without a mail, and nothing that was opened since', async () => {
    const { email: opened } = await buildPassenger(pool);
    await run('close-account', '--passenger', opened);
    const file = path.join(temporaryFolder(), 'closed');
    const lines = `select trace_id || '|' || (detail->>'person') as line from audit_events where kind = 'account_closed'`;
    writeFileSync(file, (await pool.query(lines)).rows.map(({ line }) => `${line}\n`).join(''));
    // As a backup has it from before the closing.
    await pool.query(`delete from audit_events where kind = 'account_closed'`);
    await pool.query('delete from graphile_worker._private_jobs');
    const { passenger_id: restored } = await buildPassenger(pool, { email: opened });

    const again = await runProgram('close-account', '--closed', file);
    const { passenger_id: later } = await buildPassenger(pool, { email: opened });
    const twice = await run('close-account', '--closed', file);

    expect([again.code, JSON.parse(again.lastLine).closed, await statusOf(restored)]).toEqual([0, 1, 'anonymised']);
    expect([twice.code, JSON.parse(twice.lastLine)]).toEqual([0, { unknown: 0, closed: 0 }]);
    expect(await statusOf(later)).toBe('active');
    expect((await pool.query('select from graphile_worker._private_jobs')).rowCount).toBe(0);
  });
});
