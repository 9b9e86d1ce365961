import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { exported, manyTaps, tap, window } from '../../../test/corrected-feed.ts';
import { london, mediumKey, temporaryFolder } from '../../../test/feed-fixture.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { enghouse } from '../enghouse/format.ts';
import { importFolder } from '../import-folder.ts';
import { Importer } from '../importer.ts';

const { url } = await createTestDatabase();

/** What a connection is asked; some of it is only a text. */
const sent = z.union([
  z.string().transform((text) => ({ text, name: undefined })),
  z.object({ text: z.string().default(''), name: z.string().optional() }),
]);
/** A statement about staging tables that PostgreSQL plans: no `copy`, and not the block that makes the tables. */
const about = /^(?!copy |do ).*\bstage_/s;

/** An importer, and what its connection was asked about staging tables. */
async function openImporter() {
  const importer = await Importer.open({ databaseUrl: url, operators: [london], mediumKey });
  onTestFinished(() => importer.close());
  const query = vi.spyOn(importer.client, 'query');
  return {
    importer,
    deliver: async (entity: string, rows: readonly Record<string, string>[]) => {
      query.mockClear();
      const [report] = await importFolder(importer, exported(temporaryFolder(), entity, 3, rows), { format: enghouse });
      expect(report?.status).toBe('imported');
      const asked = query.mock.calls.map(([one]: unknown[]) => sent.parse(one)).filter(({ text }) => about.test(text));
      const textsOf = (areKept: boolean) =>
        asked.filter(({ name }) => (name !== undefined) === areKept).map(({ text }) => text);
      return { planned: textsOf(false), kept: textsOf(true) };
    },
  };
}

/** Taps of one card, one a second. */
const tapsOf = (card: string, count: number) =>
  Array.from({ length: count }, (_, second) => ({
    ...tap,
    tap_id: `${card} ${second}`,
    token: card,
    terminal_date: new Date(Date.UTC(2025, 5, 1, 12, 0, second)).toISOString(),
  }));

it('plans the statements about a few rows once a connection, and about more rows each time', async () => {
  const { deliver } = await openImporter();

  const few = await deliver('tap', tapsOf('few', 200));
  const more = await deliver('tap', tapsOf('more', 201));
  const fewAgain = await deliver('pw', [window]);

  expect(few.planned).toEqual([]);
  expect(few.kept.length).toBeGreaterThan(0);
  expect(more.planned.length).toBeGreaterThan(0);
  expect(fewAgain.planned).toEqual([]);
});

it('leaves no row in a staging table, and makes the file of one anew that has grown large', async () => {
  const { importer, deliver } = await openImporter();
  const left = async () => {
    const { rows } = await importer.client.query<{ rows: string; bytes: string }>(
      "select count(*) as rows, pg_relation_size('stage_taps') as bytes from stage_taps",
    );
    return { rows: Number(rows[0]?.rows), bytes: Number(rows[0]?.bytes) };
  };

  await deliver('tap', manyTaps);
  const afterFew = await left();
  const sizes: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    await deliver('tap', tapsOf(`card ${round}`, 100));
    sizes.push((await left()).bytes);
  }

  expect(afterFew.rows).toBe(0);
  expect(afterFew.bytes).toBeGreaterThan(0);
  expect((await left()).rows).toBe(0);
  // A file may add to what is just small enough.
  expect(Math.max(...sizes)).toBeLessThan(2 * 65_536);
  expect(sizes.some((size, round) => size < (sizes[round - 1] ?? 0))).toBe(true);
});
