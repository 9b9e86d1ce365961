import { buildApp } from './app.ts';
import { createDatabases } from './database/parts.ts';
import type { ServerContext } from './plugins/context.ts';
import { authRole } from './roles/auth.ts';
import { portalRole } from './roles/portal.ts';

/** The OpenAPI documents: of the calls of passengers, and of those of operators. */
export interface CallDocuments {
  passengers: object;
  operators: object;
}

/** Describes the calls of all roles without a database: routes are registered, not run. */
export async function describeCalls({ config }: Pick<ServerContext, 'config'>): Promise<CallDocuments> {
  const databases = createDatabases({ url: 'postgresql://nowhere.invalid' });
  // Registering reads the configuration only; all else that the context holds is used by handlers.
  const app = await buildApp({ config, databases } as ServerContext, [authRole, portalRole]);
  await app.ready();
  const documents = {
    passengers: await app.openApiOf('passengers'),
    operators: await app.openApiOf('operators'),
  };
  await app.close();
  return documents;
}
