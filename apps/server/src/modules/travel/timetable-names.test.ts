import { describe, expect, it } from 'vitest';
import { testConfig } from '../../../test/build-app.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildLine, buildStop } from '../../../test/factories/timetable.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Db } from '../../lib/sql.ts';
import { storeOperators } from '../settings/operators.service.ts';
import { TimetableNames } from './timetable-names.ts';

const { pool } = await createTestDatabase();
const { operators } = testConfig();
await storeOperators(pool, operators);

const places = { operator_code: '1', line_id: null, from_stop_id: null, to_stop_id: null };
let files = 0;

/** The row that an import of a timetable leaves in the list of files. */
async function importTimetable(): Promise<void> {
  files += 1;
  await insertRow(pool, 'feed_files', {
    format: 'gtfs',
    name: `1/${files}`,
    content_hash: Buffer.from([files]),
    size_bytes: 1,
    exported_at: '2026-01-01T00:00:00Z',
    counts: {},
  });
}

/** Names with their own clock, on a database that counts its statements. */
function openNames() {
  const asked: string[] = [];
  let nowMs = 0;
  const readDb: Db = {
    query: (config) => {
      asked.push(config.name ?? '');
      return pool.query(config);
    },
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { names: new TimetableNames(readDb, () => nowMs), asked, pass };
}

describe('the names of the timetable', () => {
  it('are read once for each language, and so are unknown ones', async () => {
    await buildStop(pool, { stop_id: 'A1', names: { fr: 'Arrêt A1' } });
    const { names, asked } = openNames();
    const rows = [{ ...places, line_id: 'no line', from_stop_id: 'A1', to_stop_id: 'no stop' }];

    for (const [language, name] of [
      ['fr', 'Arrêt A1'],
      ['fr', 'Arrêt A1'],
      ['en', 'Stop A1'],
    ] as const) {
      const named = await names.namesFor(rows, language);
      expect(named.stop('1', 'A1')).toBe(name);
      expect(named.stop('1', 'no stop')).toBeUndefined();
      expect(named.line('1', 'no line')).toBeUndefined();
    }

    expect(asked.filter((name) => name === 'timetableNames.findStops')).toHaveLength(2);
    expect(asked.filter((name) => name === 'timetableNames.findLines')).toHaveLength(2);
  });

  it('are found by the number on signs and stops if a back office delivers that instead of ids, unless several have it', async () => {
    await buildLine(pool, { line_id: 'route-7', name: '7' });
    for (const line_id of ['north', 'south']) await buildLine(pool, { line_id, name: '8', long_name: line_id });
    for (const line_id of ['route-6-a', 'route-6-b']) await buildLine(pool, { line_id, name: '6' });
    await buildLine(pool, { line_id: '9', name: 'Nine' });
    await buildLine(pool, { line_id: 'route-9', name: '9' });
    await buildStop(pool, { stop_id: 'D-1', stop_code: '52101', name: 'Harbour', names: { fr: 'Port' } });
    for (const [stop_id, name] of [
      ['D-2', 'Mill'],
      ['D-3', 'Mill'],
      ['D-4', 'Bridge'],
    ] as const)
      await buildStop(pool, { stop_id, stop_code: stop_id === 'D-4' ? '52103' : '52102', name });
    await buildStop(pool, { stop_id: 'D-5', stop_code: '52103', name: 'Ford' });
    const { names } = openNames();
    const lines = ['7', '8', '9', '6'];
    const stops = ['52101', '52102', '52103'];

    const rows = lines.map((line_id, at) => ({ ...places, line_id, from_stop_id: stops[at] ?? null }));
    const named = await names.namesFor(rows, 'fr');

    expect(lines.map((id) => named.line('1', id)?.badge.id)).toEqual(['route-7', undefined, '9', 'route-6-a']);
    expect(stops.map((code) => named.stop('1', code))).toEqual(['Port', 'Mill', undefined]);
  });

  it('are those of a newer timetable two seconds after it was imported, in every process', async () => {
    await buildLine(pool, { line_id: 'B1', name: 'old' });
    const processes = [openNames(), openNames()];
    const nameIn = async ({ names }: (typeof processes)[number]) =>
      (await names.namesFor([{ ...places, line_id: 'B1' }], 'en')).line('1', 'B1')?.badge.name;
    expect(await Promise.all(processes.map(nameIn))).toEqual(['old', 'old']);

    await pool.query(`update lines set name = 'new' where line_id = 'B1'`);
    await importTimetable();
    for (const { pass } of processes) pass(2000);

    expect(await Promise.all(processes.map(nameIn))).toEqual(['new', 'new']);
  });

  it('do not come back from a statement that began before the newer timetable was imported', async () => {
    await buildStop(pool, { stop_id: 'C1', name: 'old' });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let nowMs = 0;
    const readDb: Db = {
      query: async (config) => {
        const result = await pool.query(config);
        if (config.name === 'timetableNames.findStops' && nowMs === 0) await held;
        return result;
      },
    };
    const names = new TimetableNames(readDb, () => nowMs);
    const rows = [{ ...places, from_stop_id: 'C1' }];
    const slow = names.namesFor(rows, 'en');
    await names.operatorsOf([]);

    await pool.query(`update stops set name = 'new' where stop_id = 'C1'`);
    await importTimetable();
    nowMs = 2000;
    const fresh = await names.namesFor(rows, 'en');
    release();
    await slow;

    expect(fresh.stop('1', 'C1')).toBe('new');
    expect((await names.namesFor(rows, 'en')).stop('1', 'C1')).toBe('new');
  });

  it('include at once an operator that was added after the last look', async () => {
    const { names } = openNames();
    await names.operatorsOf([places]);
    await pool.query(`insert into operators (operator_code, name, time_zone, day_cut, currency, is_home)
      values ('77', 'Newcomer', 'Europe/Paris', '04:00', 'EUR', false)`);

    const known = await names.operatorsOf([{ operator_code: '77' }]);

    expect([known.timeZone('77'), known.partnerName('77'), known.shareDays]).toEqual([
      'Europe/Paris',
      'Newcomer',
      false,
    ]);
    expect(() => known.timeZone('78')).toThrow('78');
  });
});
