import { mayMigrate } from './migrate.ts';
import { openConnection, seeRoles } from './open-connection.ts';
import { urlOfLogin } from './parts.ts';

/**
 * An address that was mistaken for another one is noticed before anything is changed: a restored database has another address, which stands in
 * several files.
 * @throws a sentence if the login of `ownerUrl` may not migrate, or does not lead to the database in which the parts work.
 */
export async function assertOwnerOf(url: string, ownerUrl: string): Promise<void> {
  if (!(await mayMigrate(ownerUrl)))
    throw new Error(
      `the login of DATABASE_OWNER_URL may not migrate: is it the one that is meant for DATABASE_URL? ${seeRoles}`,
    );
  const [own, owners] = await Promise.all([findIdentity(url), findIdentity(ownerUrl)]);
  if (own !== owners)
    throw new Error(
      'DATABASE_URL and DATABASE_OWNER_URL lead to two databases: the parts would work in one that is not migrated',
    );
}

/** The same for every way that leads to a database, also through a pooler. */
async function findIdentity(url: string): Promise<string> {
  const client = await openConnection({ connectionString: urlOfLogin(url) });
  try {
    const statement = `select current_database() || ' since ' || pg_postmaster_start_time() as identity`;
    const { rows } = await client.query<{ identity: string }>(statement);
    return rows[0]?.identity ?? '';
  } finally {
    await client.end();
  }
}
