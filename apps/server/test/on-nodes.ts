import pg from 'pg';

/** Kept for a while, since each test file makes and drops a database. */
const connections = new Map<string, pg.Pool>();

function connectionTo(url: string): pg.Pool {
  const known = connections.get(url);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true });
  // The server may stop before this process ends.
  pool.on('error', () => {});
  connections.set(url, pool);
  return pool;
}

/** Runs one statement on each of these servers. */
export async function onNodes(urls: readonly string[], statement: string): Promise<void> {
  await Promise.all(urls.map(async (url) => await connectionTo(url).query(statement)));
}

/** The same server, another database. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
