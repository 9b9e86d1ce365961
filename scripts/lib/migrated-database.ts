import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '../../apps/server/src/database/migrate.ts';
import { startEmbeddedPostgres } from '../../packages/embedded-postgres/src/embedded-postgres.ts';
import { quickPlace } from './quick-place.ts';

/** Lends a connection to a fresh database with the full schema; everything is gone afterwards. */
export async function withMigratedDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const home = mkdtempSync(path.join(quickPlace(), 'tapfolio-schema-'));
  chmodSync(home, 0o755);
  const server = await startEmbeddedPostgres({ dataDirectory: path.join(home, 'data'), settings: { fsync: 'off' } });
  try {
    await migrate({ url: server.url });
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
