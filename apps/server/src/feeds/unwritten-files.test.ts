import { beforeEach, describe, expect, it } from 'vitest';
import { exported, fare, manyTaps, tap } from '../../test/corrected-feed.ts';
import {
  count,
  emptyTables,
  importInto,
  london,
  mediumKey,
  rewrite,
  temporaryFolder,
} from '../../test/feed-fixture.ts';
import { withImporter } from '../../test/kept-importer.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { replayFiles } from './replay.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

describe('a file that its system did not write completely', () => {
  const nothing = '\0'.repeat(4096);

  it('has the NUL characters in place of its last rows set aside as a row', async () => {
    const file = exported(temporaryFolder(), 'tap', 3, manyTaps);
    rewrite(file, (text) => `${text.split('\n').slice(0, 21).join('\n')}\n${nothing}`);

    const [report] = await importInto(url, file);

    expect(report).toMatchObject({
      status: 'imported',
      quarantined: [{ line: 22, reason: 'wrong number of columns', detail: '1 instead of 11' }],
    });
    expect(await count(pool, 'taps')).toBe(20);
  });

  it.each([4096, 2 << 20])(
    'has the row set aside that two rows became when %d bytes between them were lost, although it has all columns, also in a replay',
    async (lost) => {
      const file = exported(temporaryFolder(), 'tap', 3, manyTaps);
      rewrite(file, (text) => {
        const cutIn = (row: number) => text.indexOf('First Street', text.indexOf(`T-${row};`)) + 5;
        return `${text.slice(0, cutIn(20))}${'\0'.repeat(lost)}${text.slice(cutIn(30))}`;
      });

      const [report] = await importInto(url, file);

      expect(report).toMatchObject({ status: 'imported', quarantined: [{ line: 22 }] });
      expect(await count(pool, 'taps')).toBe(49);
      await withImporter({ databaseUrl: url, operators: [london], mediumKey }, (importer) =>
        replayFiles(importer, undefined, () => {}),
      );
      expect([await count(pool, 'taps'), await count(pool, 'feed_quarantine')]).toEqual([49, 1]);
    },
  );

  it('has a row set aside in which one of them stands in an amount, also in a replay: 2 is not 250', async () => {
    const folder = temporaryFolder();
    const file = exported(folder, 'tr', 3, [
      { ...fare, reason: '' },
      { ...fare, id: 'F-2', reason: 'because\0' },
    ]);
    rewrite(file, (text) => text.replace('250', '2\0\0'));
    await importInto(url, exported(folder, 'tap', 3, [tap]));

    const [report] = await importInto(url, file);
    await withImporter({ databaseUrl: url, operators: [london], mediumKey }, (importer) =>
      replayFiles(importer, undefined, () => {}),
    );

    expect(report).toMatchObject({
      status: 'imported',
      quarantined: [{ line: 2, reason: 'NUL characters in a number', detail: 'amount: 2␀␀' }],
    });
    const { rows } = await pool.query('select fare_minor, fare_reason from trips');
    expect(rows).toEqual([{ fare_minor: 250, fare_reason: 'because' }]);
    expect(await count(pool, 'feed_quarantine')).toBe(1);
  });

  it.each([
    ['a NUL character', '\0', '\u2400'],
    ['one that is not UTF-8', '\uFFFD', '\uFFFD'],
  ])(
    'has a row set aside of whose card a character is %s, because that may be another card, also in a replay',
    async (_, lost, shown) => {
      const file = exported(temporaryFolder(), 'tap', 3, [tap, { ...tap, tap_id: 'T-2', token: `tok${lost}n-1` }]);

      const [report] = await importInto(url, file);
      await withImporter({ databaseUrl: url, operators: [london], mediumKey }, (importer) =>
        replayFiles(importer, undefined, () => {}),
      );

      expect(report).toMatchObject({
        status: 'imported',
        quarantined: [{ line: 3, reason: 'a character cannot be read', detail: `token: tok${shown}n-1` }],
      });
      expect([await count(pool, 'media'), await count(pool, 'feed_quarantine')]).toEqual([1, 1]);
    },
  );

  it('is read where an id only has NUL characters at its end, with which some systems fill a column', async () => {
    const file = exported(temporaryFolder(), 'tap', 3, [{ ...tap, token: 'card-1\0\0\0', stop_name: 'First\0Street' }]);

    const [report] = await importInto(url, file);

    expect(report).toMatchObject({ status: 'imported', quarantined: [] });
    expect((await pool.query('select stop_name from taps')).rows).toEqual([{ stop_name: 'FirstStreet' }]);
  });

  it('is refused with that reason when nothing of it was written', async () => {
    const file = exported(temporaryFolder(), 'tap', 3, manyTaps);
    rewrite(file, () => nothing);

    const reason = 'the file begins with NUL characters: it was not written or sent completely';
    expect(await importInto(url, file)).toMatchObject([{ status: 'refused', reason }]);
  });
});
