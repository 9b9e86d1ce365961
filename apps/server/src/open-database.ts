import path from 'node:path';
import { startEmbeddedPostgres } from '@tapfolio/embedded-postgres/embedded-postgres.ts';
import type { Config } from './config/config.ts';
import type { DatabaseAddress } from './prepare-database.ts';

export interface OpenDatabase extends DatabaseAddress {
  /** Stops it if it is the built-in one and no other process uses it. */
  stop(): Promise<void>;
}

const unnamed =
  'DATABASE_URL names no database: the built-in one is used, which is empty at first and meant for trials';

/** The database that the configuration means: the named one, or the built-in one, also while the server has it running. */
export async function openDatabase(config: Config, onNotice: (sentence: string) => void): Promise<OpenDatabase> {
  const { databaseUrl, databaseOwnerUrl } = config;
  if (databaseUrl !== undefined) return { url: databaseUrl, ownerUrl: databaseOwnerUrl, stop: async () => {} };
  if (config.production) onNotice(unnamed);
  const { url, stop } = await startEmbeddedPostgres({
    dataDirectory: path.join(config.dataDirectory, 'postgres'),
    onNotice,
  });
  return { url, ownerUrl: url, stop };
}
