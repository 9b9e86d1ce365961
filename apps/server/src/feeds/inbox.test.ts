import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { count, emptyTables, fileOf, london, temporaryFolder } from '../../test/feed-fixture.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { watchedInbox } from '../../test/watched-inbox.ts';
import { lockImporter, unlockImporter } from '../database/importer-lock.ts';

const { pool, url } = await createTestDatabase();
const { reports, watch, sample, timetable } = watchedInbox(url);
const taps = readFileSync(fileOf(sample, 'tap'), 'utf8').split(/(?<=\n)/);
const half = taps.slice(0, 61).join('');

let inbox: string;
let archive: string;

beforeEach(async () => {
  await emptyTables(pool);
  inbox = temporaryFolder();
  archive = path.join(temporaryFolder(), 'done');
});
/** A busy machine, and a cluster that makes months, take seconds for each file. */
const patienceMs = 50_000;
const allTaps = async () => expect(await count(pool, 'taps')).toBe(125);

it('reads a corrected file that replaced the first one, under the same name, while that was read', async () => {
  const file = path.join(inbox, 'tap-2025-11-01.csv');
  writeFileSync(file, half);

  await watch({
    inbox,
    archive,
    onReport: () => {
      if (reports.length > 1) return;
      const corrected = path.join(inbox, '.corrected');
      writeFileSync(corrected, taps.join(''));
      renameSync(corrected, file);
    },
  });
  await vi.waitFor(allTaps, patienceMs);

  await vi.waitFor(() => expect(readdirSync(inbox)).toEqual([]), patienceMs);
  expect(reports.map(({ status }) => status)).toEqual(['imported', 'imported']);
});

it('reads the rest of a file that was still being sent when it was moved to the archive', async () => {
  const sender = openSync(path.join(inbox, 'tap-2025-11-01.csv'), 'w');
  writeSync(sender, half);
  await watch({ inbox, archive });
  await vi.waitFor(() => expect(existsSync(archive) && readdirSync(archive)).toHaveLength(1), patienceMs);

  writeSync(sender, taps.slice(61).join(''));
  closeSync(sender);

  await vi.waitFor(allTaps, patienceMs);
  await vi.waitFor(() => expect(readdirSync(inbox)).toEqual([]), patienceMs);
});

it('reads the rest of a file whose folder the sender has removed from the inbox', async () => {
  const day = path.join(inbox, 'day');
  mkdirSync(day);
  const sender = openSync(path.join(day, 'tap-2025-11-01.csv'), 'w');
  writeSync(sender, half);
  await watch({ inbox, archive });
  await vi.waitFor(
    () => expect(existsSync(archive) && readdirSync(path.join(archive, 'day'))).toHaveLength(1),
    patienceMs,
  );
  rmSync(day, { recursive: true });

  writeSync(sender, taps.slice(61).join(''));
  closeSync(sender);

  await vi.waitFor(allTaps, patienceMs);
});

it('reads other files while one file cannot be taken back from the archive', async () => {
  const day = path.join(inbox, 'day');
  mkdirSync(day);
  const sender = openSync(path.join(day, 'tap-2025-11-01.csv'), 'w');
  writeSync(sender, half);
  const errors: unknown[] = [];
  await watch({ inbox, archive, onError: (error) => errors.push(error) });
  await vi.waitFor(
    () => expect(existsSync(archive) && readdirSync(path.join(archive, 'day'))).toHaveLength(1),
    patienceMs,
  );
  rmSync(day, { recursive: true });
  writeFileSync(day, 'in the way of the folder');

  writeSync(sender, taps.slice(61).join(''));
  closeSync(sender);
  await vi.waitFor(() => expect(errors).toHaveLength(1), patienceMs);
  cpSync(fileOf(sample, 'tr'), path.join(inbox, 'tr-2025-11-01.csv'));
  await vi.waitFor(() => expect(reports).toHaveLength(2), patienceMs);

  rmSync(day);
  await vi.waitFor(allTaps, patienceMs);
});

it('does not overwrite a newer file in the inbox with one that is taken back from the archive', async () => {
  const file = path.join(inbox, 'tap-2025-11-01.csv');
  const sender = openSync(file, 'w');
  writeSync(sender, half);
  const refused = 'nonsense;header\n1;2\n';
  await watch({ inbox, archive });
  await vi.waitFor(() => expect(existsSync(archive) && readdirSync(archive)).toHaveLength(1), patienceMs);
  writeFileSync(file, refused);

  writeSync(sender, taps.slice(61).join(''));
  closeSync(sender);
  await vi.waitFor(() => expect(reports.map(({ status }) => status)).toEqual(['imported', 'refused']), patienceMs);

  expect(readFileSync(file, 'utf8')).toBe(refused);
  rmSync(file);
  await vi.waitFor(allTaps, patienceMs);
});

it('reads daily files that are in the same folder as a timetable', async () => {
  cpSync(timetable, inbox, { recursive: true });
  cpSync(fileOf(sample, 'tap'), path.join(inbox, 'tap-2025-11-01.csv'));

  await watch({ inbox, archive });
  await vi.waitFor(() => expect(reports).toHaveLength(2), patienceMs);

  await allTaps();
  expect(await count(pool, 'lines')).toBe(8);
});

it('tells what it imports again and again while that takes long, as behind the import of another process', async () => {
  const other = await pool.connect();
  await lockImporter(other);
  onTestFinished(() => other.release(true));
  mkdirSync(path.join(inbox, 'daily'));
  writeFileSync(path.join(inbox, 'daily', 'tap-2025-11-01.csv'), half);
  const onLong = vi.fn();

  await watch({ inbox, onLong, longMs: 100 });
  await vi.waitFor(() => expect(onLong.mock.calls.length).toBeGreaterThan(1), patienceMs);
  expect(onLong).toHaveBeenCalledWith([path.join('daily', 'tap-2025-11-01.csv')], 0);
  await unlockImporter(other);
  await vi.waitFor(() => expect(reports).toHaveLength(1), patienceMs);

  const before = onLong.mock.calls.length;
  await sleep(300);
  expect(onLong.mock.calls.length).toBe(before);
});

it('imports a file with a future date when its day has come, and reports it once before', async () => {
  let now = new Date('2025-10-28T00:00:00Z');
  cpSync(fileOf(sample, 'tap'), path.join(inbox, 'tap-2025-11-01.csv'));
  await watch({ inbox, clock: { now: () => now } });
  await vi.waitFor(() => expect(reports.map(({ status }) => status)).toEqual(['refused']), patienceMs);

  now = new Date('2025-10-31T00:00:00Z');

  await vi.waitFor(() => expect(reports.map(({ status }) => status)).toEqual(['refused', 'imported']), patienceMs);
  await allTaps();
});

it('takes the operator of a timetable from its agency, even in a folder named after another operator', async () => {
  inbox = path.join(inbox, '77', 'inbox');
  const folder = path.join(inbox, 'timetable');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'stops.txt'), 'stop_id,stop_name\nP1,Partner Street\n');
  writeFileSync(path.join(folder, 'routes.txt'), 'route_id,route_short_name,route_type\nP5,5,3\n');
  const agency = 'agency_id,agency_name,agency_timezone\n88,Partner,Europe/London\n';
  writeFileSync(path.join(folder, 'agency.txt'), agency);

  await watch({ inbox, operators: [london, { ...london, code: '88', name: 'Partner', home: false }] });
  await vi.waitFor(() => expect(reports).toHaveLength(1), patienceMs);

  const { rows } = await pool.query(`select operator_code from stops where stop_id = 'P1'`);
  expect(rows).toEqual([{ operator_code: '88' }]);
});

it('is watched by two processes, which take each file once and report none that the other has put away', async () => {
  const errors: string[] = [];
  const both = { inbox, archive, onError: (error: unknown) => void errors.push(String(error)) };
  const first = await watch(both);
  onTestFinished(() => first.stop());
  await watch(both);

  const days = Array.from({ length: 20 }, (_, index) => index + 1);
  for (const day of days) {
    const name = `tap-2025-11-${String(day).padStart(2, '0')}.csv`;
    writeFileSync(path.join(inbox, name), `${taps[0]}${taps[day]}`);
  }
  await vi.waitFor(() => expect(existsSync(archive) && readdirSync(archive)).toHaveLength(days.length), patienceMs);

  await vi.waitFor(
    () => expect(reports.filter(({ status }) => status === 'imported')).toHaveLength(days.length),
    patienceMs,
  );
  expect(reports.filter(({ status }) => status === 'failed')).toEqual([]);
  expect(errors).toEqual([]);
});
