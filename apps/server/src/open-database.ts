import path from 'node:path';
import { startEmbeddedPostgres } from '@tapfolio/embedded-postgres/embedded-postgres.ts';
import type { Config } from './config/config.ts';
import { isLoopback } from './lib/loopback.ts';
import { assertEnoughOpenFiles } from './lib/open-files.ts';
import type { DatabaseAddress } from './prepare-database.ts';

export interface OpenDatabase extends DatabaseAddress {
  /** Stops it if it is the built-in one and no other process uses it. */
  stop(): Promise<void>;
}

const unnamed =
  'DATABASE_URL names no database: the built-in one is used, which is empty at first and meant for trials';

/**
 * The database that the configuration means: the named one, or the built-in one, also while the server has it running.
 * @throws a sentence if the process may open too few files: migrations are read all at once, and the built-in one has the same limit.
 */
export async function openDatabase(config: Config, onNotice: (sentence: string) => void): Promise<OpenDatabase> {
  assertEnoughOpenFiles();
  const { databaseUrl, databaseOwnerUrl } = config;
  if (databaseUrl !== undefined) {
    if (config.production)
      warnOfUnproven({ DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: databaseOwnerUrl }, onNotice);
    return { url: databaseUrl, ownerUrl: databaseOwnerUrl, stop: async () => {} };
  }
  if (config.production) onNotice(unnamed);
  const { url, stop } = await startEmbeddedPostgres({
    dataDirectory: path.join(config.dataDirectory, 'postgres'),
    onNotice,
  });
  return { url, ownerUrl: url, stop };
}

/** On the way to another machine, passwords and travel can be read or changed unless TLS proves who answers (ASVS 12.3.1). */
function warnOfUnproven(
  addresses: Readonly<Record<string, string | undefined>>,
  onNotice: (sentence: string) => void,
): void {
  for (const [name, url] of Object.entries(addresses))
    if (url !== undefined && !isProven(url))
      onNotice(`${name} leads to another machine that need not prove who it is: write sslmode=verify-full`);
}

function isProven(url: string): boolean {
  const address = new URL(url);
  const isSocket = /^%2f/i.test(address.hostname);
  return isSocket || isLoopback(address) || address.searchParams.get('sslmode') === 'verify-full';
}
