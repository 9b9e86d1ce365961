import type pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { enghouse } from '../src/feeds/enghouse/format.ts';
import { importFile } from '../src/feeds/import-file.ts';
import { Importer } from '../src/feeds/importer.ts';
import { outcomesOfEveryOrder } from './every-order.ts';
import { london, mediumKey, travelRows } from './feed-fixture.ts';

/** Imports the same exports in every order, each into empty tables, and gives back the one result they must have. */
export async function oneOutcome(
  { pool, url }: { pool: pg.Pool; url: string },
  files: readonly string[],
): Promise<Record<string, unknown[]>> {
  const importer = await Importer.open({ databaseUrl: url, operators: [london], mediumKey });
  onTestFinished(() => importer.close());
  const importOne = async (file: string) => void (await importFile(importer, { formats: [enghouse], path: file }));
  const [result, ...others] = await outcomesOfEveryOrder({ pool, files, importOne, outcome: () => travelRows(pool) });
  for (const other of others) expect(other).toEqual(result);
  return result ?? {};
}
