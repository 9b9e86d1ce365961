import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createCommandLine, program } from '../test/command-line.ts';
import { insertRow } from '../test/factories/insert-row.ts';
import { temporaryFolder } from '../test/feed-fixture.ts';
import { databaseUrl } from '../test/on-nodes.ts';
import { writeSampleFeed, writeSampleTimetable } from '../test/sample-feed.ts';

const { url, pool, environment, run, runOn, runProgram } = await createCommandLine();

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

  it('says at the status that the database stores nothing, and why', async () => {
    const refusing = new URL(url);
    refusing.searchParams.set('options', '-c default_transaction_read_only=on');

    const [good, bad] = [await run('status'), await runOn(refusing.href, 'status')];

    expect(good.printed).not.toContain('stores nothing');
    expect(bad.code).toBe(1);
    expect(bad.printed).toMatch(
      /^the database stores nothing: cannot execute CREATE TABLE AS in a read-only transaction\n/,
    );
  });

  it('imports a timetable', async () => {
    const { code, lastLine } = await run('import', 'gtfs', writeSampleTimetable(temporaryFolder()));

    expect(code).toBe(0);
    expect(JSON.parse(lastLine).kinds).toMatchObject({ lines: { inserted: 8 }, stops: { inserted: 24 } });
  });

  it('prints no characters from a file that a terminal would obey, and no line that only its name has', async () => {
    const folder = writeSampleFeed(temporaryFolder());
    const hostile = 'a\u001b]0;owned\u0007\nall is well.csv';
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const good = files.find((file) => file.endsWith('.csv')) ?? '';
    renameSync(path.join(folder, good), path.join(folder, `good-${hostile}`));
    writeFileSync(path.join(folder, hostile), 'tap\u001b[2J\nx\n');
    const before = process.stderr.isTTY;
    process.stderr.isTTY = true;
    onTestFinished(() => {
      process.stderr.isTTY = before;
    });

    const { printed, errors } = await run('import', 'enghouse', folder);

    const name = String.raw`a\u001b]0;owned\u0007\u000aall is well.csv`;
    expect(printed).toContain(`${name}: refused`);
    expect(printed).not.toMatch(/[^\P{Cc}\n]/u);
    // How much was read is written over itself, in one line of the terminal.
    expect(errors).toContain(`good-${name} (`);
    expect(errors.replaceAll('\r\u001b[K', '')).not.toMatch(/\p{Cc}/u);
  });

  it('says how much was read in one line also of a narrow terminal, where a longer one would go on below and stay', async () => {
    const folder = writeSampleFeed(temporaryFolder());
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const some = files.find((file) => file.endsWith('.csv')) ?? '';
    renameSync(path.join(folder, some), path.join(folder, `narrow-${path.basename(some)}`));
    const before = { isTTY: process.stderr.isTTY, columns: process.stderr.columns };
    Object.assign(process.stderr, { isTTY: true, columns: 40 });
    onTestFinished(() => void Object.assign(process.stderr, before));

    const { errors } = await run('import', 'enghouse', folder);

    const lines = errors.split('\r\u001b[K').filter((line) => line !== '');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/^.{1,20}… \(\d of \d\): 100 %, \d+ s$/);
  });

  it('goes on when nobody reads what it prints any more, as behind "head"', async () => {
    await insertRow(pool, 'queue_workers', { worker_id: 'alive' });
    const child = spawn(process.execPath, [program, 'alarms'], { env: environment });
    child.stdout.destroy();

    const [[code], errors] = await Promise.all([once(child, 'close'), text(child.stderr)]);

    expect([code, errors]).toEqual([0, '']);
  });

  // The result may be a key that is shown this once.
  it.skipIf(!existsSync('/dev/full'))('ends with 1 when the disk for its output is full', async () => {
    const full = openSync('/dev/full', 'w');
    const create = ['api-key', 'create', '--name', 'unseen', '--scope', 'refunds:read'];
    const { status, stderr } = spawnSync(process.execPath, [program, ...create], {
      env: environment,
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
    [['replay', 'something'], 2, 'Usage of replay:\n  replay [--file NAME] '],
    [['replay', '--file', 'a', '--file', 'b'], 2, '--file stands there more than once'],
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
    [['end-sessions', '--passenger', 'a@b.example', '--passenger', 'c@b.example'], 2, '--passenger stands there more'],
    [['close-account'], 2, 'Usage of close-account'],
    [['close-account', '--passenger', 'nobody@example.org'], 1, 'No open account has this address'],
    [['close-account', '--closed', import.meta.filename], 1, 'Line 1 of'],
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

  it('does not say of a folder that it may not look into that it is not there', async () => {
    const link = path.join(temporaryFolder(), 'feed');
    // The administrator of the machine can open every folder, but a link to itself leads nowhere for anybody.
    symlinkSync(link, link);

    const { code, errors } = await run('import', 'enghouse', link);

    expect([code, errors]).toEqual([
      1,
      `${link} cannot be read: ELOOP: too many symbolic links encountered, realpath '${link}'\n`,
    ]);
  });

  it('ends with 1 when a folder has nothing to import, and says which names are read and what lies there instead', async () => {
    const folder = temporaryFolder();
    const read = 'Files are read whose names end with .csv, .txt, .tsv, .psv, .zip or .gz and do not begin with a dot';
    const empty = await run('import', 'enghouse', folder);
    for (const name of ['.tap.csv', 'taps.dat']) writeFileSync(path.join(folder, name), 'x');
    mkdirSync(path.join(folder, 'tr'));

    const others = await run('import', 'enghouse', folder);

    expect([empty.code, others.code]).toEqual([1, 1]);
    expect(empty.errors).toBe(`There is no file to import in ${folder}, and no other file. ${read}.\n`);
    expect(others.errors).toBe(
      `There is no file to import in ${folder}; other files there: 2, such as .tap.csv. ${read}.\n`,
    );
    expect(JSON.parse(others.lastLine)).toMatchObject({ files: 0, imported: 0 });
  });

  it('says in the last line of status how much the portal is used', async () => {
    const { lastLine } = await run('status');

    expect(JSON.parse(lastLine).use).toMatchObject({ passengers: 0, cards: 0, days: 7, faresCollected: {} });
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
