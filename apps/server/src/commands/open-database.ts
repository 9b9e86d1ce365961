import path from 'node:path';
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import type { Config } from '../plugins/config.ts';

export interface OpenDatabase {
  url: string;
  stop(): Promise<void>;
}

/** The database that the configuration means: the named one, or the built-in one, also while the server has it running. */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} };
  return await startEmbeddedPostgres({
    dataDirectory: path.join(config.dataDirectory, 'postgres'),
    onNotice: (sentence) => process.stderr.write(`${sentence}\n`),
  });
}
