import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect } from 'vitest';
import { count, emptyTables, london, mediumKey, temporaryFolder, travelRows } from '../../test/feed-fixture.ts';
import { withImporter } from '../../test/kept-importer.ts';
import { damages, disguises } from '../../test/random-exports/changed-files.ts';
import { holdsInRandomHistories } from '../../test/random-histories.ts';
import { writeSampleFeed } from '../../test/sample-feed.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { findFiles } from './delivered-files.ts';
import { deliveriesOf } from './inbox-deliveries.ts';
import type { FileReport, Kind } from './report.ts';
import { importFromInbox } from './watcher.ts';

const { pool, url } = await createTestDatabase();

interface Step {
  readonly way: string;
  readonly file: number;
  readonly at: number;
  readonly isPacked: boolean;
}

const stepOf = (ways: object): fc.Arbitrary<Step> =>
  fc.record({
    way: fc.constantFrom(...Object.keys(ways)),
    file: fc.nat({ max: 3 }),
    at: fc.integer({ min: 0, max: 999 }).map((part) => part / 1000),
    isPacked: fc.boolean(),
  });

/** What each kind of row becomes. */
const kinds: Readonly<Record<string, readonly Kind[]>> = {
  TAPtaps: ['taps'],
  TRticketresults: ['trips'],
  PWpaywindows: ['payments'],
  TXtransactions: ['settlements', 'authorisations'],
};

/** The sample with some of its files changed. */
function write(steps: readonly Step[], changes: typeof damages): string {
  const folder = temporaryFolder();
  const sample = writeSampleFeed(temporaryFolder());
  const files = readdirSync(sample, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.csv'));
  for (const [number, file] of files.toSorted().entries()) {
    const step = steps.find((one) => one.file === number);
    const text = readFileSync(path.join(sample, file), 'utf8');
    const content = step === undefined ? text : (changes[step.way]?.(text, step.at) ?? text);
    const place = path.join(folder, step?.isPacked ? `ein Ordner é\u0301/${path.basename(file)}.gz` : file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, step?.isPacked ? gzipSync(content) : content);
  }
  return folder;
}

async function take(inbox: string): Promise<FileReport[]> {
  return await withImporter({ databaseUrl: url, operators: [london], mediumKey }, async (importer) =>
    importFromInbox(importer, inbox, deliveriesOf(await findFiles(inbox))),
  );
}

/** Each row of a file that was imported is counted once, as what it became or as set aside. */
function expectCounted({ name, status, rows, counts }: FileReport): void {
  const [, table = ''] = /SAMPLE_([A-Za-z]+)/.exec(name) ?? [];
  if (status !== 'imported') return;
  const counted = (kinds[table] ?? []).flatMap((kind) => Object.values(counts.toJSON()[kind] ?? {}));
  expect([name, counted.reduce((sum, one) => sum + one, 0)]).toEqual([name, rows]);
}

const shared = { longest: 6, cost: 50, usualSeed: 1, isAlone: true } as const;

holdsInRandomHistories('damaged files are imported or refused with a reason, and each of their rows is counted', {
  ...shared,
  step: stepOf(damages),
  live: async (steps) => {
    await emptyTables(pool);
    const inbox = write(steps, damages);

    const first = await take(inbox);
    const kept = await count(pool, 'feed_rows');
    const travel = await travelRows(pool);
    const second = await take(inbox);

    expect(first).toHaveLength(4);
    expect(first.filter(({ status, reason }) => status === 'failed' || (status === 'refused' && !reason))).toEqual([]);
    for (const report of first) expectCounted(report);
    expect(kept).toBe(first.reduce((sum, { rows }) => sum + rows, 0));
    const again = first.map(({ status, reason }) => ({ status: status === 'imported' ? 'unchanged' : status, reason }));
    expect(second.map(({ status, reason }) => ({ status, reason }))).toEqual(again);
    expect(await travelRows(pool)).toEqual(travel);
  },
});

holdsInRandomHistories('files that say the same in another form lead to the same travel', {
  ...shared,
  step: stepOf(disguises),
  live: async (steps) => {
    await emptyTables(pool);
    await take(write([], disguises));
    const expected = await travelRows(pool);
    await emptyTables(pool);

    const reports = await take(write(steps, disguises));

    expect(reports).toHaveLength(4);
    for (const report of reports) expect(report).toMatchObject({ status: 'imported', setAside: 0 });
    expect(await travelRows(pool)).toEqual(expected);
  },
});
