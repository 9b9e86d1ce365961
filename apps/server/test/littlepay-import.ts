import type pg from 'pg';
import type { Operator } from '../src/config/config.operator.ts';
import type { StopMap } from '../src/config/config.schema.ts';
import { elavon } from '../src/feeds/elavon/format.ts';
import { importFolder } from '../src/feeds/import-folder.ts';
import { littlepay } from '../src/feeds/littlepay/format.ts';
import type { FileReport } from '../src/feeds/report.ts';
import { london, mediumKey, temporaryFolder } from './feed-fixture.ts';
import { withImporter } from './kept-importer.ts';
import { writePsv } from './littlepay-feed.ts';

/** London as a participant of Littlepay. */
export const participant: Operator = { ...london, aliases: ['tfl-sample'] };

type Rows = Parameters<typeof writePsv>[2];

export interface Delivery {
  /** The first twelve digits of the names. */
  at?: string;
  operator?: Operator;
  stopMaps?: readonly StopMap[];
}

/**
 * Delivers the files of one export by the name of their entity, those of the back office together; those of the bank are
 * `deposits`. The reports are in the order of the files.
 */
export async function deliver(
  url: string,
  files: Readonly<Record<string, Rows>>,
  { at = '202510040430', operator = participant, stopMaps = [] }: Delivery = {},
): Promise<FileReport[]> {
  const [backOffice, bank] = [temporaryFolder(), temporaryFolder()];
  for (const [name, rows] of Object.entries(files))
    writePsv(name === 'deposits' ? bank : backOffice, `${at}_${name}.psv`, rows);
  const options = { databaseUrl: url, operators: [operator], mediumKey, stopMaps };
  const reports = await withImporter(options, async (importer) => [
    ...(await importFolder(importer, backOffice, { format: littlepay })),
    ...(await importFolder(importer, bank, { format: elavon })),
  ]);
  return Object.keys(files).flatMap((name) => reports.filter((report) => report.name === `${at}_${name}.psv`));
}

/** One row of the result of a statement. */
export async function one(pool: pg.Pool, text: string): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<Record<string, unknown>>(text);
  if (rows.length !== 1) throw new Error(`${rows.length} rows instead of one: ${text}`);
  return rows[0] ?? {};
}
