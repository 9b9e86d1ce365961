import { assertMigrated, mayMigrate, migrate } from './database/migrate.ts';
import { assertRightsOf, type DatabasePart, urlOfPart } from './database/parts.ts';
import { createPool } from './database/pool.ts';
import { installJobs } from './jobs/install.ts';
import { storeOperators } from './modules/settings/operators.service.ts';
import type { Config } from './plugins/config.ts';

export interface DatabaseAddress {
  /** What the parts connect with. */
  url: string;
  /** The login that owns the tables, when that is another one. */
  ownerUrl: string | undefined;
}

/**
 * Makes a database ready for these parts: schema, job queue and operators when this process has a login that may, else it
 * makes sure that somebody has done so. @throws a sentence that says what is missing.
 */
export async function prepareDatabase(
  { url, ownerUrl }: DatabaseAddress,
  operators: Config['operators'],
  parts: readonly DatabasePart[],
): Promise<void> {
  const owner = ownerUrl ?? ((await mayMigrate(url)) ? url : undefined);
  const [first] = parts;
  if (owner !== undefined) await installDatabase(owner, operators);
  else await assertMigrated(first === undefined ? url : urlOfPart(url, first));
  await Promise.all(parts.map((part) => assertRightsOf(url, part)));
}

/** Brings an owner's database up to date. Safe to call from many processes at once. */
export async function installDatabase(ownerUrl: string, operators: Config['operators'] = []): Promise<void> {
  await migrate({ url: ownerUrl });
  const pool = createPool({ url: ownerUrl });
  try {
    await installJobs(pool);
    await storeOperators(pool, operators);
  } finally {
    await pool.end();
  }
}
