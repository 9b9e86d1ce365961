import type pg from 'pg';
import { expect } from 'vitest';
import { elavon } from '../src/feeds/elavon/format.ts';
import { enghouse } from '../src/feeds/enghouse/format.ts';
import { importFile } from '../src/feeds/import-deliveries.ts';
import { littlepay } from '../src/feeds/littlepay/format.ts';
import { outcomesOfEveryOrder } from './every-order.ts';
import { london, mediumKey, travelRows } from './feed-fixture.ts';
import { withImporter } from './kept-importer.ts';

interface Into {
  readonly pool: pg.Pool;
  readonly url: string;
  readonly operator?: typeof london;
}

/** Imports the same exports in every order, each into empty tables, and returns the one result that they must have. */
export async function oneOutcome(into: Into, files: readonly string[]): Promise<Awaited<ReturnType<typeof travelRows>>>;
export async function oneOutcome<Outcome>(
  into: Into,
  files: readonly string[],
  outcome: () => Promise<Outcome>,
): Promise<Outcome>;
export async function oneOutcome(
  { pool, url, operator = london }: Into,
  files: readonly string[],
  outcome: () => Promise<unknown> = () => travelRows(pool),
): Promise<unknown> {
  const options = { databaseUrl: url, operators: [operator], mediumKey };
  const formats = [enghouse, littlepay, elavon];
  const [result, ...others] = await withImporter(options, async (importer) => {
    const importOne = async (path: string) => void (await importFile(importer, { formats, path }));
    return await outcomesOfEveryOrder({ pool, files, importOne, outcome });
  });
  for (const other of others) expect(other).toEqual(result);
  return result;
}
