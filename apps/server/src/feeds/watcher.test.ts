import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startChaosProxy } from '../../test/chaos-proxy.ts';
import { count, emptyTables, fileOf, temporaryFolder } from '../../test/feed-fixture.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { watchedInbox } from '../../test/watched-inbox.ts';

/** A folder on another file system than the temporary folder; empty if there is none. */
const otherDisk =
  ['/dev/shm'].find((place) => existsSync(place) && statSync(place).dev !== statSync(os.tmpdir()).dev) ?? '';
/** Only against what hangs: a busy machine or a cluster needs a multiple of the usual second. */
const longestMs = 50_000;
const { pool, url } = await createTestDatabase();
const { reports, watch, stop, sample, timetable } = watchedInbox(url);

describe('the watched inbox', () => {
  beforeEach(() => emptyTables(pool));

  it('imports files of any folder below it, and a bad file does not stop the others', async () => {
    const inbox = path.join(temporaryFolder(), 'made by the watcher');
    await watch({ inbox });

    mkdirSync(path.join(inbox, 'a'), { recursive: true });
    writeFileSync(path.join(inbox, 'a', 'first-2025-01-01.csv'), 'nonsense;header\n1;2\n');
    cpSync(sample, path.join(inbox, 'october', 'london'), { recursive: true });
    cpSync(timetable, path.join(inbox, 'timetable'), { recursive: true });
    await vi.waitFor(() => expect(reports).toHaveLength(6), longestMs);

    expect(reports.filter(({ status }) => status === 'imported')).toHaveLength(5);
    expect(reports.find(({ status }) => status === 'refused')?.name).toBe('first-2025-01-01.csv');
    expect([await count(pool, 'trips'), await count(pool, 'lines')]).toEqual([78, 8]);
  });

  it('is readable for its own account and group only, because its files contain tokens', async () => {
    const inbox = path.join(temporaryFolder(), 'feeds', 'inbox');

    await watch({ inbox });

    expect(statSync(inbox).mode & 0o027).toBe(0);
  });

  it('reports a folder that cannot be read, and imports the files beside it', async () => {
    const inbox = temporaryFolder();
    const deep = ['one', 'other'].map((name) => {
      const place = path.join(temporaryFolder(), name);
      mkdirSync(path.join(place, ...Array.from({ length: 12 }, () => 'a'.repeat(200))), { recursive: true });
      return place;
    });
    // Together they are longer than a path may be.
    const [outer = '', inner = ''] = deep;
    const joint = path.join(outer, ...Array.from({ length: 12 }, () => 'a'.repeat(200)), 'b');
    renameSync(inner, joint);
    onTestFinished(() => renameSync(joint, inner));
    renameSync(outer, path.join(inbox, 'deep'));
    onTestFinished(() => renameSync(path.join(inbox, 'deep'), outer));
    cpSync(sample, path.join(inbox, 'london'), { recursive: true });

    await watch({ inbox });
    await vi.waitFor(() => expect(reports).toHaveLength(5), longestMs);

    expect(reports.filter(({ status }) => status === 'imported')).toHaveLength(4);
    expect(reports.find(({ status }) => status === 'failed')?.reason).toContain('ENAMETOOLONG');
  });

  it.skipIf(process.platform === 'darwin')('reports names of files and folders that are not UTF-8', async () => {
    const inbox = temporaryFolder();
    const latin1 = (name: string) => Buffer.from(path.join(inbox, name), 'latin1');
    mkdirSync(latin1('février'));
    writeFileSync(latin1('février/tap-2025-11-01.csv'), 'x');
    writeFileSync(latin1('März-2025-11-01.csv'), 'x');

    await watch({ inbox });
    await vi.waitFor(() => expect(reports).toHaveLength(2), longestMs);

    const reason = expect.stringMatching(/the name .* is not UTF-8 text: rename it/);
    expect(reports).toMatchObject([
      { status: 'failed', reason },
      { status: 'failed', reason },
    ]);
  });

  it('waits while a file grows, and imports the complete file', async () => {
    const inbox = temporaryFolder();
    await watch({ inbox });
    const lines = readFileSync(fileOf(sample, 'tap'), 'utf8').split(/(?<=\n)/);
    const file = path.join(inbox, 'slow-2025-11-01.csv');

    for (let start = 0; start < lines.length; start += 20) {
      appendFileSync(file, lines.slice(start, start + 20).join(''));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await vi.waitFor(() => expect(reports).toHaveLength(1), longestMs);

    expect(reports[0]?.quarantined).toEqual([]);
    expect(await count(pool, 'taps')).toBe(125);
  });

  it('moves imported files to the archive, if there is one', async () => {
    const inbox = temporaryFolder();
    const archive = path.join(temporaryFolder(), 'done');
    cpSync(sample, inbox, { recursive: true });

    await watch({ inbox, archive });
    await vi.waitFor(() => expect(reports).toHaveLength(4), longestMs);
    await stop();

    expect(readdirSync(path.join(archive, 'tap'))).toEqual([expect.stringMatching(/^SAMPLE_TAPtaps-2025-11-01\.csv/)]);
    expect(readdirSync(path.join(inbox, 'tap'))).toEqual([]);
  });

  it.each([
    ['letters', `${'a'.repeat(237)}-2025-11-01.csv`],
    ['letters of several bytes', `${'é'.repeat(118)}z-2025-11-01.csv`],
  ])('moves files to the archive whose names, of %s, are as long as the system allows', async (_, name) => {
    const [inbox, archive] = [temporaryFolder(), temporaryFolder()];
    cpSync(fileOf(sample, 'tap'), path.join(inbox, name));

    await watch({ inbox, archive });
    await vi.waitFor(() => expect(readdirSync(archive)).toHaveLength(1), longestMs);

    expect(readdirSync(inbox)).toEqual([]);
    expect(readdirSync(archive)).toEqual([expect.stringMatching(/^(a{200}|é{100}).*\d{13}$/)]);
    expect(readdirSync(archive)[0]).not.toContain('\uFFFD');
  });

  it('keeps both of two files in the archive that had one name and one time of writing', async () => {
    const [inbox, archive] = [temporaryFolder(), temporaryFolder()];
    const file = path.join(inbox, 'tap-2025-11-01.csv');
    const text = readFileSync(fileOf(sample, 'tap'), 'utf8');
    const lines = text.split(/(?<=\n)/);
    const written = new Date('2025-11-01T04:00:00Z');
    await watch({ inbox, archive });

    for (const [index, content] of [lines.slice(0, 61).join(''), text].entries()) {
      const hidden = path.join(inbox, '.sent');
      writeFileSync(hidden, content);
      utimesSync(hidden, written, written);
      renameSync(hidden, file);
      await vi.waitFor(() => expect(readdirSync(archive)).toHaveLength(index + 1), longestMs);
    }

    const kept = readdirSync(archive).map((name) => readFileSync(path.join(archive, name), 'utf8').length);
    expect(kept.sort((a, b) => a - b)).toEqual([lines.slice(0, 61).join('').length, text.length]);
  });

  it.skipIf(!otherDisk)('moves imported files to an archive on another disk', async () => {
    const inbox = temporaryFolder();
    const archive = mkdtempSync(path.join(otherDisk, 'tapfolio-archive-'));
    onTestFinished(() => rmSync(archive, { recursive: true }));
    const file = path.join(inbox, 'tap-2025-11-01.csv');
    cpSync(fileOf(sample, 'tap'), file);
    const text = readFileSync(file, 'utf8');

    await watch({ inbox, archive });
    await vi.waitFor(() => expect(existsSync(file)).toBe(false), longestMs);

    const [name = '', ...others] = readdirSync(archive);
    expect([name, others]).toEqual([expect.stringMatching(/^tap-2025-11-01\.csv\.\d+$/), []]);
    expect(readFileSync(path.join(archive, name), 'utf8')).toBe(text);
  });

  it('makes the archive for its own account and group, as the inbox', async () => {
    const inbox = temporaryFolder();
    const archive = path.join(temporaryFolder(), 'archive');
    cpSync(fileOf(sample, 'tap'), path.join(inbox, 'tap', 'tap-2025-11-01.csv'));

    await watch({ inbox, archive });
    await vi.waitFor(() => expect(existsSync(path.join(archive, 'tap'))).toBe(true), longestMs);

    expect([archive, path.join(archive, 'tap')].map((folder) => statSync(folder).mode & 0o027)).toEqual([0, 0]);
  });

  it('puts a delivery away later when it cannot yet, tells of it and of the reason once, and goes on with the others', async () => {
    const inbox = temporaryFolder();
    const archive = temporaryFolder();
    const file = path.join(inbox, 'tap', 'tap-2025-11-01.csv');
    cpSync(fileOf(sample, 'tap'), file);
    cpSync(fileOf(sample, 'tr'), path.join(inbox, 'tr', 'tr-2025-11-01.csv'));
    writeFileSync(path.join(archive, 'tap'), 'in the way of a folder');
    const errors: unknown[] = [];
    let timesAsked = 0;
    const clock = {
      now: () => {
        timesAsked += 1;
        return new Date();
      },
    };

    await watch({ inbox, archive, clock, onError: (error) => errors.push(error) });
    await vi.waitFor(() => expect(errors.length).toBeGreaterThan(0), longestMs);
    const afterFirst = timesAsked;
    // Each round asks for the time, and so does each import.
    await vi.waitFor(() => expect(timesAsked).toBeGreaterThan(afterFirst + 10), longestMs);
    const told = reports.map(({ status }) => status);
    rmSync(path.join(archive, 'tap'));
    await vi.waitFor(() => expect(existsSync(file)).toBe(false), longestMs);

    expect(told).toEqual(['imported', 'imported']);
    expect(reports).toHaveLength(2);
    expect(errors.map(String)).toEqual([expect.stringMatching(/EEXIST/)]);
    expect(readdirSync(path.join(archive, 'tr'))).toHaveLength(1);
  });

  it('retries a delivery that failed, reports the failure once, and imports it when it can', async () => {
    const inbox = temporaryFolder();
    cpSync(fileOf(sample, 'tap'), path.join(inbox, 'tap-2025-11-01.csv'));
    await pool.query('alter table feed_rows rename to feed_rows_away');
    onTestFinished(async () => void (await pool.query('alter table if exists feed_rows_away rename to feed_rows')));

    await watch({ inbox });
    await vi.waitFor(() => expect(reports).toHaveLength(1), longestMs);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const told = reports.map(({ status }) => status);
    await pool.query('alter table feed_rows_away rename to feed_rows');
    await vi.waitFor(() => expect(reports).toHaveLength(2), longestMs);

    expect(told).toEqual(['failed']);
    expect(reports[1]?.status).toBe('imported');
    expect(await count(pool, 'taps')).toBe(125);
  });

  it('looks again soon after a look that failed, because the process is unready until then', async () => {
    const proxy = await startChaosProxy(url);
    onTestFinished(() => proxy.close());
    proxy.become('refuse');
    const watcher = await watch({
      inbox: temporaryFolder(),
      databaseUrl: proxy.url,
      pollMs: 600_000,
      onError: () => {},
    });
    await vi.waitFor(() => expect(watcher.findFault()).toContain('the inbox could not be read or imported'), longestMs);

    proxy.become('pass');

    await vi.waitFor(() => expect(watcher.findFault()).toBeUndefined(), 15_000);
  });

  it('refuses an archive that it cannot unpack instead of skipping it', async () => {
    const inbox = temporaryFolder();
    writeFileSync(path.join(inbox, 'taps.csv.xz'), 'no text');

    await watch({ inbox });
    await vi.waitFor(() => expect(reports).toHaveLength(1), longestMs);

    expect(reports[0]).toMatchObject({ status: 'refused' });
  });
});
