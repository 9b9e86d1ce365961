import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { count, emptyTables, fileOf, london, mediumKey, temporaryFolder } from '../../test/feed-fixture.ts';
import { sharedData } from '../../test/shared-data.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import type { FileReport } from './report.ts';
import { Watcher } from './watcher.ts';

const sample = sharedData('tfl-contactless', 'enghouse') ?? '';
const timetable = sharedData('gtfs-transcollines') ?? '';
const { pool, url } = await createTestDatabase();

describe.skipIf(!sample || !timetable)('the watched inbox', () => {
  let watcher: Watcher | undefined;
  let reports: FileReport[];

  beforeEach(async () => {
    await emptyTables(pool);
    reports = [];
  });
  afterEach(() => watcher?.stop());

  async function watch(inbox: string, archive?: string): Promise<void> {
    const onReport = (report: FileReport) => void reports.push(report);
    const onError = (error: unknown) => expect.fail(String(error));
    const options = { databaseUrl: url, operators: [london], mediumKey, inbox, archive, pollMs: 50, onReport, onError };
    watcher = new Watcher(options);
    await watcher.start();
  }

  it('imports what is dropped there, however deep, and a bad file stops nothing', async () => {
    const inbox = path.join(temporaryFolder(), 'made by the watcher');
    await watch(inbox);

    mkdirSync(path.join(inbox, 'a'), { recursive: true });
    writeFileSync(path.join(inbox, 'a', 'first-2025-01-01.csv'), 'nonsense;header\n1;2\n');
    cpSync(sample, path.join(inbox, 'october', 'london'), { recursive: true });
    cpSync(timetable, path.join(inbox, 'timetable'), { recursive: true });
    await vi.waitFor(() => expect(reports).toHaveLength(6), 10_000);

    expect(reports.filter(({ status }) => status === 'imported')).toHaveLength(5);
    expect(reports.find(({ status }) => status === 'refused')?.name).toBe('first-2025-01-01.csv');
    expect([await count(pool, 'trips'), await count(pool, 'lines')]).toEqual([78, 8]);
  });

  it('leaves a file alone while it grows, and takes it whole', async () => {
    const inbox = temporaryFolder();
    await watch(inbox);
    const lines = readFileSync(fileOf(sample, 'tap'), 'utf8').split(/(?<=\n)/);
    const file = path.join(inbox, 'slow-2025-11-01.csv');

    for (let start = 0; start < lines.length; start += 20) {
      appendFileSync(file, lines.slice(start, start + 20).join(''));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await vi.waitFor(() => expect(reports).toHaveLength(1), 10_000);

    expect(reports[0]?.quarantined).toEqual([]);
    expect(await count(pool, 'taps')).toBe(125);
  });

  it('moves what it read to the archive, where there is one', async () => {
    const inbox = temporaryFolder();
    const archive = path.join(temporaryFolder(), 'done');
    cpSync(sample, inbox, { recursive: true });

    await watch(inbox, archive);
    await vi.waitFor(() => expect(reports).toHaveLength(4), 10_000);
    await watcher?.stop();

    expect(existsSync(fileOf(archive, 'tap'))).toBe(true);
    expect(() => fileOf(inbox, 'tap')).not.toThrow();
    expect(existsSync(path.join(inbox, 'tap', 'SAMPLE_TAPtaps-2025-11-01.csv'))).toBe(false);
  });

  it('tries a delivery again that failed, tells of it once, and imports it when it can', async () => {
    const inbox = temporaryFolder();
    cpSync(fileOf(sample, 'tap'), path.join(inbox, 'tap-2025-11-01.csv'));
    await pool.query('alter table feed_rows rename to feed_rows_away');
    onTestFinished(async () => void (await pool.query('alter table if exists feed_rows_away rename to feed_rows')));

    await watch(inbox);
    await vi.waitFor(() => expect(reports).toHaveLength(1), 10_000);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const told = reports.map(({ status }) => status);
    await pool.query('alter table feed_rows_away rename to feed_rows');
    await vi.waitFor(() => expect(reports).toHaveLength(2), 10_000);

    expect(told).toEqual(['failed']);
    expect(reports[1]?.status).toBe('imported');
    expect(await count(pool, 'taps')).toBe(125);
  });

  it('refuses an archive instead of passing over it', async () => {
    const inbox = temporaryFolder();
    writeFileSync(path.join(inbox, 'taps.csv.gz'), gzipSync('tap_id;token'));

    await watch(inbox);
    await vi.waitFor(() => expect(reports).toHaveLength(1), 10_000);

    expect(reports[0]).toMatchObject({ status: 'refused', reason: 'the file is compressed; unpack it first' });
  });
});
