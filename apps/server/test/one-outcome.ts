import type pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { elavon } from '../src/feeds/elavon/format.ts';
import { enghouse } from '../src/feeds/enghouse/format.ts';
import { importFile } from '../src/feeds/import-deliveries.ts';
import { Importer } from '../src/feeds/importer.ts';
import { littlepay } from '../src/feeds/littlepay/format.ts';
import { outcomesOfEveryOrder } from './every-order.ts';
import { london, mediumKey, travelRows } from './feed-fixture.ts';

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
  const importer = await Importer.open({ databaseUrl: url, operators: [operator], mediumKey });
  onTestFinished(() => importer.close());
  const formats = [enghouse, littlepay, elavon];
  const importOne = async (path: string) => void (await importFile(importer, { formats, path }));
  const [result, ...others] = await outcomesOfEveryOrder({ pool, files, importOne, outcome });
  for (const other of others) expect(other).toEqual(result);
  return result;
}
